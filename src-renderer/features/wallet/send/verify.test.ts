import { beforeAll, describe, expect, it } from 'vitest'
import type { Explanation } from '#shared/rpc/index.ts'
import { anExplanation, anInput, anOutput } from '../../../components/transaction/testing/explanation.ts'
import { loadTexts } from '../../../i18n/texts.ts'
import type { SendRequest } from './check.ts'
import { changeOutput, type PreparedSend, sendMismatch } from './verify.ts'

beforeAll(() => loadTexts('wallet'))

const THEM = 'RThem'
const OTHER = 'ROther'
const ME = 'RMe'
const ID = 'aa'.repeat(32)
const SPENT = 'bb'.repeat(32)

interface Output {
  readonly address?: string
  readonly value: bigint
  readonly type?: Explanation['outputs'][number]['type']
}

const built = (outputs: readonly Output[], input: bigint | null = 1_000_000n) =>
  anExplanation(
    outputs.map(({ address = null, value: amount, type = 'pubkeyhash' }) => anOutput({ address, amount, type })),
    { txid: ID, inputs: [anInput({ txid: SPENT, vout: 1, address: ME, amount: input })] },
  )

const request = (change: Partial<SendRequest> = {}): SendRequest => ({
  outputs: [{ address: THEM, satoshis: 600_000n }],
  inputs: undefined,
  rate: undefined,
  everything: false,
  comment: '',
  commentTo: '',
  ...change,
})
const prepared = (fee = 5000n, change: Partial<PreparedSend> = {}): PreparedSend => ({
  txid: ID,
  fee,
  size: 226,
  feerate: 1000n,
  change: null,
  ...change,
})
const own = new Set([ME])
const paid = { address: THEM, value: 600_000n }
const back = { address: ME, value: 395_000n }

describe('sendMismatch', () => {
  it('accepts the requested payment with or without change, and to several recipients', () => {
    expect(sendMismatch(built([back, paid]), prepared(), request(), own)).toBeUndefined()
    expect(sendMismatch(built([paid], 605_000n), prepared(), request(), own)).toBeUndefined()
    const several = request({ outputs: [...request().outputs, { address: OTHER, satoshis: 95_000n }] })
    const outputs = [paid, { address: OTHER, value: 95_000n }, { address: ME, value: 300_000n }]
    expect(sendMismatch(built(outputs), prepared(), several, own)).toBeUndefined()
  })

  it('accepts a payment of everything with the fee subtracted', () => {
    const all = request({ everything: true, outputs: [{ address: THEM, satoshis: 1_000_000n }] })
    expect(sendMismatch(built([{ address: THEM, value: 995_000n }]), prepared(), all, own)).toBeUndefined()
    expect(sendMismatch(built([{ address: THEM, value: 994_000n }]), prepared(5000n), all, own)).toMatch('fee')
  })

  it('accepts a payment to an own address that also gets the change', () => {
    const toMyself = request({ outputs: [{ address: ME, satoshis: 600_000n }] })
    expect(sendMismatch(built([back, { address: ME, value: 600_000n }]), prepared(), toMyself, own)).toBeUndefined()
  })

  it('rejects every difference from the request', () => {
    const mismatch = (outputs: readonly Output[], terms = request(), told = prepared()) =>
      sendMismatch(built(outputs), told, terms, own)
    expect(mismatch([back, { ...paid, value: 600_001n }])).toMatch('another amount')
    expect(mismatch([back, { ...paid, address: OTHER }])).toMatch('not pay all')
    expect(mismatch([paid, { address: OTHER, value: 395_000n }])).toMatch('change does not go to you')
    expect(mismatch([paid, back, { address: OTHER, value: 0n }])).toMatch('somebody else')
    expect(mismatch([paid, { value: 395_000n, type: 'nulldata' }])).toMatch('somebody else')
    expect(mismatch([back, { ...paid, type: 'cryptocondition' }])).toMatch('not pay all')
    expect(mismatch([back, paid], request(), prepared(4000n))).toMatch('announced')
    expect(mismatch([back, paid], request(), prepared(5000n, { txid: SPENT }))).toMatch('ID')
    expect(mismatch([{ ...back, value: 300_000n }, paid], request({ rate: 1000n }), prepared(100_000n))).toMatch('rate')
    const gone = { ...built([back, paid]), inputs: [anInput({ gone: true })] }
    expect(sendMismatch(gone, prepared(), request(), own)).toMatch('gone')
    const dear = built([back, paid], 20_995_000n)
    expect(sendMismatch(dear, prepared(20_000_000n), request(), own)).toMatch('far above')
    expect(sendMismatch(built([back, paid], null), prepared(), request(), own)).toMatch('gone')
  })

  it('rejects coins that were not selected', () => {
    const chosen = request({ inputs: [{ txid: SPENT, vout: 1 }] })
    expect(sendMismatch(built([back, paid]), prepared(), chosen, own)).toBeUndefined()
    const another = request({ inputs: [{ txid: SPENT, vout: 2 }] })
    expect(sendMismatch(built([back, paid]), prepared(), another, own)).toMatch('did not choose')
  })

  it('allows a fee for the chosen rate with the longest signature plus dust, not more', () => {
    const terms = request({ rate: 100_000n })
    const fee = 22_800n
    expect(sendMismatch(built([{ ...back, value: 400_000n - fee }, paid]), prepared(fee), terms, own)).toBeUndefined()
    const more = fee + 1001n
    expect(sendMismatch(built([{ ...back, value: 400_000n - more }, paid]), prepared(more), terms, own)).toMatch('rate')
  })
})

describe('changeOutput', () => {
  it('returns the unrequested output, even with a payment to its address', () => {
    expect(changeOutput(built([back, paid]), request(), own)).toBe(0)
    const toMyself = request({ outputs: [{ address: ME, satoshis: 600_000n }] })
    expect(changeOutput(built([{ address: ME, value: 600_000n }, back]), toMyself, own)).toBe(1)
    expect(changeOutput(built([back, { address: ME, value: 600_000n }]), toMyself, own)).toBe(0)
  })

  it('returns one of two equal outputs', () => {
    const half = request({ outputs: [{ address: ME, satoshis: 497_500n }] })
    const output = { address: ME, value: 497_500n }
    expect(changeOutput(built([output, output]), half, own)).toBe(1)
  })

  it('returns undefined without change, or if it is ambiguous', () => {
    const all = request({ everything: true, outputs: [{ address: ME, satoshis: 1_000_000n }] })
    expect(changeOutput(built([{ address: ME, value: 995_000n }]), all, own)).toBeUndefined()
    expect(changeOutput(built([paid, { address: OTHER, value: 395_000n }]), request(), own)).toBeUndefined()
    expect(changeOutput(built([back, { ...paid, value: 1n }]), request(), own)).toBeUndefined()
    expect(changeOutput(built([back, back, paid]), request(), own)).toBeUndefined()
    expect(changeOutput(built([back, paid], null), request(), own)).toBeUndefined()
  })
})
