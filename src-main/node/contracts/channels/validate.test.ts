/** Breaks each rule of channels individually (channels.md §4). */
import { beforeEach, describe, expect, it } from 'vitest'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { COIN } from '#shared/units.ts'
import { ccOne, ccOneOfTwo } from '../../conditions/index.ts'
import { computeTxid, type Transaction, type TxIn, type TxOut } from '../../primitives/index.ts'
import { testKey } from '../../testing/index.ts'
import { type ContractChain, createContractChain } from '../testing/contractChain.ts'
import { ccInput, ccOutput, dataOutput, draftTransaction, plainInput, plainOutput } from '../testing/drafts.ts'
import { type ChannelData, encodeChannel, hashRounds } from './codec.ts'
import { validateChannels } from './validate.ts'

const [ann, bob, eve] = [testKey(1), testKey(2), testKey(3)]
const shared = ccOneOfTwo(EVAL_CODES.channels, ann.pub, bob.pub)
const markerTree = (key: Uint8Array) => ccOne(EVAL_CODES.channels, key)
const COUNT = 5
const TOTAL = BigInt(COUNT) * COIN
const SEED = new Uint8Array(32).fill(3)
const none = new Uint8Array(32).fill(9)
const zero = new Uint8Array(32)

const fund = (value: bigint): TxOut => ccOutput(value, shared)
const mark = (key = ann, value = CONTRACT_FEE): TxOut => ccOutput(value, markerTree(key.pub))
const paid = (value: bigint, key = bob): TxOut => plainOutput(value, key.pub)

let notarised: boolean
let chain: ContractChain
let coins: Transaction
let opening: Transaction

function dataFor(fields: Partial<ChannelData>): TxOut {
  const ends = { source: ann.pub, destination: bob.pub }
  const terms = { func: 'P', openTxid: zero, count: COUNT, payment: COIN, hash: hashRounds(SEED, COUNT) }
  return dataOutput(encodeChannel({ ...terms, ...ends, ...fields }))
}

function open(input: TxIn, parts: { vout?: readonly TxOut[]; fields?: Partial<ChannelData> } = {}): Transaction {
  const { vout = [fund(TOTAL), mark(ann), mark(bob)], fields = {} } = parts
  return draftTransaction([input], [...vout, dataFor({ func: 'O', ...fields })])
}

beforeEach(() => {
  notarised = true
  const pairs = [mark(ann), mark(ann, COIN)]
  chain = createContractChain([...Array.from({ length: 9 }, () => paid(10n * COIN, ann)), ...pairs], () => notarised)
  coins = chain.model.blocks()[1]!.txs[0]!
  opening = open(plainInput(coins, 0))
  chain.confirm([opening])
  chain.wait(1)
})

const inputs = (from = opening, markerIndex = 1): TxIn[] => [
  plainInput(coins, 1),
  ccInput(from, 0, shared, ann.pub),
  ccInput(from, markerIndex, markerTree(ann.pub)),
]

interface Parts {
  readonly vin?: readonly TxIn[]
  readonly vout?: readonly TxOut[]
  readonly fields?: Partial<ChannelData>
  /** opening transaction of the channel */
  readonly from?: Transaction
}

/** Builds a valid first payment of one coin, with some parts replaced. */
function payment({ vin, vout, fields, from = opening }: Parts = {}): Transaction {
  const outputs = vout ?? [fund(TOTAL - COIN), mark(ann), mark(bob), paid(COIN)]
  const terms = { openTxid: computeTxid(from), count: COUNT - 1, payment: 1n, hash: hashRounds(SEED, COUNT - 1) }
  return draftTransaction(vin ?? inputs(from), [...outputs, dataFor({ ...terms, ...fields })])
}

function close({ vin, vout, fields }: Parts = {}): Transaction {
  const terms = { func: 'C', openTxid: computeTxid(opening), hash: zero, ...fields }
  return draftTransaction(vin ?? inputs(), [...(vout ?? [fund(TOTAL), mark(ann), mark(bob)]), dataFor(terms)])
}

/** Closes the channel and refunds the remaining coins, with some parts replaced. */
function refund({ vin, vout, fields }: Parts = {}, closing = close()): Transaction {
  if (chain.model.find(computeTxid(closing)) === undefined) {
    chain.confirm([closing])
    chain.wait(1)
  }
  const own = vin ?? [plainInput(coins, 2), ...inputs(closing).slice(1)]
  const terms = { func: 'R', openTxid: computeTxid(opening), hash: computeTxid(closing), ...fields }
  return draftTransaction(own, [...(vout ?? [mark(ann), mark(bob), paid(TOTAL, ann)]), dataFor(terms)])
}

const reasonFor = (tx: Transaction) => chain.findBrokenRule(tx)
const AMOUNTS = 'invalid channel inputs vs. outputs!'

describe('validateChannels', () => {
  it('rejects a transaction without outputs', () => {
    expect(validateChannels({ tx: { ...payment(), vout: [] }, view: chain.view() })).toMatchObject({
      reason: 'no vouts',
    })
  })

  it.each<[rule: string, reason: string, parts: () => Parts]>([
    ['no data', AMOUNTS, () => ({ vout: [fund(TOTAL - COIN), mark(ann), mark(bob), paid(COIN), dataOutput(none)] })],
    ['data of no kind', AMOUNTS, () => ({ fields: { func: 'X' } })],
    ['no second input', AMOUNTS, () => ({ vin: inputs().slice(1, 2) })],
    ['more than the channel held', AMOUNTS, () => ({ vout: [fund(TOTAL), mark(ann), mark(bob), paid(COIN)] })],
    ['less than the channel held', AMOUNTS, () => ({ vout: [fund(0n), mark(ann), mark(bob), paid(COIN)] })],
    ['an unknown channel', 'invalid channelopen tx!', () => ({ fields: { openTxid: none } })],
    [
      'a channel that is none',
      'invalid channelopen OP_RETURN data!',
      () => ({ fields: { openTxid: computeTxid(coins) } }),
    ],
    ['an opening', 'unexpected ChannelsValidate for channelsopen!', () => ({ fields: { func: 'O' } })],
  ])('rejects a payment with %s', (_rule, reason, parts) => {
    const { vout, ...rest } = parts()
    const last = vout?.at(-1)
    const isData = last?.scriptPubKey[0] === 0x6a
    const tx = isData ? draftTransaction(inputs(), vout!) : payment(vout ? { ...rest, vout } : rest)
    expect(reasonFor(tx)).toBe(reason)
  })

  it.each<[rule: string, reason: string, opened: () => Transaction]>([
    [
      'spends a condition first',
      'vin.0 is normal for channelopen!',
      () => open(ccInput(coins, 9, markerTree(ann.pub))),
    ],
    [
      'holds less than its payments',
      'vout.0 is CC or invalid amount for channelopen!',
      () => open(plainInput(coins, 3), { vout: [fund(TOTAL - 1n), mark(ann), mark(bob)] }),
    ],
    [
      'has no marker of the payer',
      'vout.1 is CC marker to srcpub or invalid amount for channelopen!',
      () => open(plainInput(coins, 3), { vout: [fund(TOTAL), mark(eve), mark(bob)] }),
    ],
    [
      'has no marker of the receiver',
      'vout.2 is CC marker to destpub or invalid amount for channelopen!',
      () => open(plainInput(coins, 3), { vout: [fund(TOTAL), mark(ann), mark(bob, CONTRACT_FEE + 1n)] }),
    ],
  ])('rejects a payment of a channel whose opening %s', (_rule, reason, opened) => {
    const from = opened()
    chain.confirm([from])
    chain.wait(1)
    const left = from.vout[0]!.value - COIN
    expect(reasonFor(payment({ from, vout: [fund(left), mark(ann), mark(bob), paid(COIN)] }))).toBe(reason)
  })

  it('rejects a payment if neither it nor the opening contains both keys', () => {
    const unnamed = { source: new Uint8Array(), destination: new Uint8Array() }
    const from = open(plainInput(coins, 3), { fields: unnamed })
    chain.confirm([from])
    chain.wait(1)
    const reason = 'vout.0 is CC or invalid amount for channelopen!'
    expect(reasonFor(payment({ from, fields: unnamed }))).toBe(reason)
    expect(reasonFor(payment({ from }))).toBeUndefined()
  })

  it('rejects steps until the opening is notarised or 101 blocks deep', () => {
    notarised = false
    expect(reasonFor(payment())).toBe('channelopen is not yet confirmed(notarised)!')
    chain.wait(98)
    expect(reasonFor(payment())).toBe('channelopen is not yet confirmed(notarised)!')
    chain.wait(1)
    expect(reasonFor(payment())).toBeUndefined()
  })
})

describe('validateChannels for payments', () => {
  it('accepts a payment and the payment after it', () => {
    const first = payment()
    expect(reasonFor(first)).toBeUndefined()
    chain.confirm([first])
    const vout = [fund(TOTAL - 3n * COIN), mark(ann), mark(bob), paid(2n * COIN)]
    const fields = { count: COUNT - 3, payment: 2n, hash: hashRounds(SEED, COUNT - 3) }
    const vin = [plainInput(coins, 2), ...inputs(first).slice(1)]
    expect(reasonFor(payment({ vin, vout, fields }))).toBeUndefined()
  })

  it.each<[rule: string, reason: string, parts: () => Parts]>([
    [
      'a condition as first input',
      'vin.0 is normal for channelpayment!',
      () => ({ vin: [ccInput(coins, 9, markerTree(ann.pub)), ...inputs().slice(1)] }),
    ],
    [
      'an ordinary input before its last',
      'vin.2 is CC for channelpayment!',
      () => ({ vin: [...inputs().slice(0, 2), plainInput(coins, 2), ...inputs().slice(2)] }),
    ],
    [
      'no marker of the payer',
      'vout.1 is CC marker to srcpub or invalid amount for channelpayment!',
      () => ({ vout: [fund(TOTAL - COIN), mark(eve), mark(bob), paid(COIN)] }),
    ],
    [
      'no marker of the receiver',
      'vout.2 is CC marker to destpub or invalid amount for channelpayment!',
      () => ({ vout: [fund(TOTAL - COIN), mark(ann), mark(ann), paid(COIN)] }),
    ],
    [
      'another receiver',
      'vout.3 is normal or invalid amount or invalid receiver for channelpayment!',
      () => ({ vout: [fund(TOTAL - COIN), mark(ann), mark(bob), paid(COIN, eve)] }),
    ],
    [
      'another amount than its number of payments',
      'vout.3 is normal or invalid amount or invalid receiver for channelpayment!',
      () => ({ fields: { payment: 2n } }),
    ],
    ['too many payments left', 'too many payment increments!', () => ({ fields: { count: 1001 } })],
    [
      'a wrong secret',
      'invalid secret for payment, does not reach final hashchain!',
      () => ({ fields: { hash: none } }),
    ],
    [
      'the end of the chain as secret',
      'invalid secret for payment, does not reach final hashchain!',
      () => ({ fields: { count: COUNT, hash: hashRounds(SEED, COUNT) } }),
    ],
    [
      'the rest at another place',
      'vout.0 is CC or invalid CC change amount for channelpayment!',
      () => ({ vout: [paid(TOTAL - COIN, ann), mark(ann), mark(bob), paid(COIN)] }),
    ],
    [
      'the secret of a later payment',
      'invalid payment depth!',
      () => ({ fields: { count: COUNT - 2, hash: hashRounds(SEED, COUNT - 2) } }),
    ],
    [
      'an ordinary last input',
      'vin.3 is CC marker or invalid marker amount for channelpayment!',
      () => ({ vin: [...inputs(), plainInput(coins, 2)] }),
    ],
    [
      'a last input at a place that is no marker',
      'vin.2 is CC marker or invalid marker amount for channelpayment!',
      () => ({ vin: [...inputs().slice(0, 2), ccInput(coins, 9, markerTree(ann.pub))] }),
    ],
  ])('rejects a payment with %s', (_rule, reason, parts) => {
    expect(reasonFor(payment(parts()))).toBe(reason)
  })

  it('rejects a payment that spends a transaction without channel data', () => {
    const other = draftTransaction([plainInput(coins, 3)], [fund(TOTAL), mark(ann), mark(bob), dataOutput(none)])
    chain.confirm([other])
    expect(reasonFor(payment({ vin: inputs(other) }))).toBe('invalid previous tx OP_RETURN data!')
  })

  it('rejects more hash rounds than the mempool limit, but accepts them in a block', () => {
    const from = open(plainInput(coins, 3), {
      vout: [fund(60_000n), mark(ann), mark(bob)],
      fields: { count: 60_000, payment: 1n, hash: hashRounds(SEED, 60_000) },
    })
    chain.confirm([from])
    chain.wait(1)
    const tx = payment({
      ...{ from, vout: [fund(1n), mark(ann), mark(bob), paid(59_999n)] },
      fields: { count: 1, payment: 59_999n, hash: hashRounds(SEED, 1) },
    })
    expect(reasonFor(tx)).toBe('invalid secret for payment, does not reach final hashchain!')
    expect(validateChannels({ tx, view: { ...chain.view(), connecting: true } })).toEqual({ ok: true })
  })

  it('rejects a payment that exceeds the first output of the previous step', () => {
    // The second input spends another output of the step, whose value is larger than the first output's.
    const vout = [fund(COIN / 2n), mark(ann), mark(bob), fund(TOTAL)]
    const step = draftTransaction(
      [plainInput(coins, 3)],
      [...vout, dataFor({ func: 'C', openTxid: computeTxid(opening) })],
    )
    chain.confirm([step])
    const vin = [plainInput(coins, 1), ccInput(step, 3, shared, ann.pub), ccInput(step, 1, markerTree(ann.pub))]
    expect(reasonFor(payment({ vin }))).toBe('not enough funds in channel for that amount!')
  })
})

describe('validateChannels for closes and refunds', () => {
  it('accepts a close and its refund', () => {
    expect(reasonFor(close())).toBeUndefined()
    expect(reasonFor(refund())).toBeUndefined()
  })

  it.each<[rule: string, reason: string, parts: () => Parts]>([
    ['another amount', AMOUNTS, () => ({ vout: [fund(TOTAL - 1n), mark(ann), mark(bob)] })],
    [
      'a condition as first input',
      'vin.0 is normal for channelclose!',
      () => ({ vin: [ccInput(coins, 9, markerTree(ann.pub)), ...inputs().slice(1)] }),
    ],
    [
      'an ordinary input before its last',
      'vin.2 is CC for channelclose!',
      () => ({ vin: [...inputs().slice(0, 2), plainInput(coins, 2), ...inputs().slice(2)] }),
    ],
    [
      'the coins at another place',
      'vout.0 is CC for channelclose!',
      () => ({ vout: [paid(TOTAL, ann), mark(ann), mark(bob)] }),
    ],
    [
      'no marker of the payer',
      'vout.1 is CC marker to srcpub or invalid amount for channelclose!',
      () => ({ vout: [fund(TOTAL), mark(bob), mark(bob)] }),
    ],
    [
      'no marker of the receiver',
      'vout.2 is CC marker to destpub or invalid amount for channelclose!',
      () => ({ vout: [fund(TOTAL), mark(ann), mark(ann)] }),
    ],
    ['too many payments', 'too many payment increments!', () => ({ fields: { count: 1001 } })],
    [
      'an ordinary last input',
      'vin.3 is CC marker or invalid marker amount for channelclose!',
      () => ({ vin: [...inputs(), plainInput(coins, 2)] }),
    ],
  ])('rejects a close with %s', (_rule, reason, parts) => {
    expect(reasonFor(close(parts()))).toBe(reason)
  })

  it('rejects a close that spends a transaction without channel data', () => {
    const other = draftTransaction([plainInput(coins, 3)], [fund(TOTAL), mark(ann), mark(bob), dataOutput(none)])
    chain.confirm([other])
    expect(reasonFor(close({ vin: inputs(other) }))).toBe('invalid previous tx OP_RETURN data!')
  })

  it('rejects a close and a refund that spend another output of the previous step than the first', () => {
    const vout = [fund(COIN), mark(ann), mark(bob), fund(TOTAL)]
    const step = draftTransaction(
      [plainInput(coins, 3)],
      [...vout, dataFor({ func: 'C', openTxid: computeTxid(opening) })],
    )
    chain.confirm([step])
    chain.wait(1)
    const vin = [plainInput(coins, 1), ccInput(step, 3, shared, ann.pub), ccInput(step, 1, markerTree(ann.pub))]
    expect(reasonFor(close({ vin }))).toBe('invalid CC amount, amount must match funds in channel')
    const back = 'invalid amount, refund amount and funds in channel must match!'
    expect(reasonFor(refund({ vin }, step))).toBe(back)
  })

  it.each<[rule: string, reason: string, parts: () => Parts]>([
    ['another amount', AMOUNTS, () => ({ vout: [mark(ann), mark(bob), paid(TOTAL - 1n, ann)] })],
    ['a close that is not known', 'channelClose is not yet confirmed(notarised)!', () => ({ fields: { hash: none } })],
    [
      'no marker of the payer',
      'vout.0 is CC marker to srcpub or invalid amount for channelrefund!',
      () => ({ vout: [mark(bob), mark(bob), paid(TOTAL, ann)] }),
    ],
    [
      'no marker of the receiver',
      'vout.1 is CC marker to destpub or invalid amount for channelrefund!',
      () => ({ vout: [mark(ann), mark(ann), paid(TOTAL, ann)] }),
    ],
    [
      'another receiver',
      'vout.2 is normal or invalid amount or invalid receiver for channelrefund!',
      () => ({ vout: [mark(ann), mark(bob), paid(TOTAL, bob)] }),
    ],
    [
      'another number of payments',
      'vout.2 is normal or invalid amount or invalid receiver for channelrefund!',
      () => ({ fields: { count: COUNT - 1 } }),
    ],
  ])('rejects a refund with %s', (_rule, reason, parts) => {
    expect(reasonFor(refund(parts()))).toBe(reason)
  })

  it('rejects a refund with other inputs', () => {
    const closing = close()
    chain.confirm([closing])
    chain.wait(1)
    const [, funds, marker] = inputs(closing)
    const refundBy = (...vin: TxIn[]) => reasonFor(refund({ vin }, closing))
    const plain = plainInput(coins, 2)
    expect(refundBy(ccInput(coins, 9, markerTree(ann.pub)), funds!, marker!)).toBe('vin.0 is normal for channelrefund!')
    expect(refundBy(plain, funds!, plainInput(coins, 3), marker!)).toBe('vin.2 CC for channelrefund!')
    const last = 'vin.3 is CC marker or invalid marker amount for channelrefund!'
    expect(refundBy(plain, funds!, marker!, plainInput(coins, 3))).toBe(last)
  })
})
