import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Block, BlockHeader, Transaction, TxOut } from '../../primitives/index.ts'
import { p2pkhScript, p2pkScript } from '../../script/index.ts'
import { notarisationScript } from '../../testing/notarisationScript.ts'
import { concat, fromHex } from '../../util/index.ts'
import { chainParamsFromArgs } from '../params.ts'
import { checkNotaryPay, notaryPayAt, notaryPayOutputs, type SpendingTransaction } from './notaryPay.ts'
import { notarySeasonAt } from './seasons.ts'

const TIME = 1_750_000_000
const season = notarySeasonAt(TIME)!
const params = chainParamsFromArgs(['-ac_name=NPAY', '-ac_reward=100000000', '-ac_notarypay=100000007'])
const UPGRADES = { overwinter: 1, sapling: 1 } as unknown as Parameters<typeof checkNotaryPay>[1]['upgrades']
/** Script of the key that notarisations pay to. */
const CENTRAL = p2pkScript(fromHex('020e46e79a2a8d12b9b5d12c7a91adb4e454edfae43c0a0cb805427d2ac7613fd9'))
const MINER = p2pkScript(fromHex(`02${'11'.repeat(32)}`))
const OTHER = { scriptPubKey: p2pkhScript(new Uint8Array(20).fill(9)) }
const REWARD = { value: 100_000_000n, scriptPubKey: MINER }

const hash = new Uint8Array(32).fill(5)
const claim = (height = 12, name = 'NPAY'): TxOut => ({
  value: 0n,
  scriptPubKey: notarisationScript({ name, hash, height, destTxid: hash }),
})
const inputs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    prevout: { hash, index },
    scriptSig: new Uint8Array(0),
    sequence: 0xffffffff,
  }))
const transaction = (vin: number, vout: readonly TxOut[]) => ({ vin: inputs(vin), vout }) as unknown as Transaction
const central: TxOut = { value: 10_000n, scriptPubKey: CENTRAL }

/** Returns a notarisation signed by these notaries. `undefined` stands for an input of another signer. */
function signedBy(
  ids: readonly (number | undefined)[],
  vout: readonly TxOut[] = [central, claim()],
): SpendingTransaction {
  const spent = ids.map((id) => (id === undefined ? OTHER : { scriptPubKey: p2pkScript(season.keys[id]!) }))
  return { tx: transaction(ids.length, vout), spent }
}

const createBlock = (...txs: readonly Transaction[]): Block => ({ header: { time: TIME } as BlockHeader, txs })
const place = (height = 20) => ({ height, time: TIME })

function check(
  notarisation: SpendingTransaction,
  paid: readonly TxOut[],
  rest: readonly Transaction[] = [],
  height = 20,
) {
  const block = createBlock(transaction(1, [REWARD, ...paid]), notarisation.tx, ...rest)
  return checkNotaryPay(params, { block, height, upgrades: UPGRADES, spent: notarisation.spent })
}

const thirteen = Array.from({ length: 13 }, (_, index) => index * 4)
const formatVerdict = (verdict: ReturnType<typeof check>) => (verdict.ok ? `paid ${verdict.paid}` : verdict.reason)

describe('notary payments of a block', () => {
  it('give each signer an equal share in input order', () => {
    const ids = fc.shuffledSubarray([...season.keys.keys()], { minLength: 12 })
    const others = fc.array(fc.nat(63), { maxLength: 3 })
    fc.assert(
      fc.property(ids, others, (signers, places) => {
        const mixed: (number | undefined)[] = [...signers]
        for (const at of places) mixed.splice(at, 0, undefined)
        const notarisation = signedBy(mixed)
        const outputs = notaryPayOutputs(params, notarisation, place())!
        expect(outputs.map(({ scriptPubKey }) => scriptPubKey)).toEqual(
          signers.map((id) => p2pkScript(season.keys[id]!)),
        )
        const each = 100_000_007n / BigInt(signers.length)
        expect(outputs.every(({ value }) => value === each)).toBe(true)
        expect(check(notarisation, outputs)).toEqual({ ok: true, paid: each * BigInt(signers.length) })
      }),
    )
  })

  it('fail if any output is changed, missing or moved', () => {
    const notarisation = signedBy(thirteen)
    const outputs = notaryPayOutputs(params, notarisation, place())!
    const at = fc.nat(outputs.length - 1)
    const tampered = fc.oneof(
      fc
        .tuple(at, fc.bigInt({ min: -outputs[0]!.value, max: 1_000_000n }))
        .filter(([, more]) => more !== 0n)
        .map(([index, more]) => outputs.with(index, { ...outputs[index]!, value: outputs[index]!.value + more })),
      fc.tuple(at, fc.nat(34), fc.integer({ min: 1, max: 255 })).map(([index, byte, change]) => {
        const scriptPubKey = outputs[index]!.scriptPubKey.slice()
        scriptPubKey[byte]! ^= change
        return outputs.with(index, { ...outputs[index]!, scriptPubKey })
      }),
      at.map((index) => outputs.toSpliced(index, 1)),
      fc
        .tuple(at, at)
        .filter(([a, b]) => a !== b)
        .map(([a, b]) => outputs.with(a, outputs[b]!).with(b, outputs[a]!)),
      fc.constant([]),
    )
    fc.assert(
      fc.property(tampered, (paid) => {
        expect(formatVerdict(check(notarisation, paid))).toBe('bad-cb-amount')
      }),
    )
  })

  it.each<readonly [string, SpendingTransaction, readonly TxOut[]]>([
    ['a signer who signs twice', signedBy([...thirteen, 0]), []],
    ['nobody who signs', signedBy(thirteen.map(() => undefined)), []],
    ['coins in the data output', signedBy(thirteen, [central, { ...claim(), value: 1n }]), []],
    ['a third output', signedBy(thirteen, [central, claim(), central]), []],
    ['the height 0', signedBy(thirteen, [central, claim(0)]), []],
    ['one output too few', signedBy(thirteen), Array.from({ length: 12 }, () => REWARD)],
  ])('fail for a notarisation with %s', (_name, notarisation, paid) => {
    expect(formatVerdict(check(notarisation, paid))).toBe('bad-cb-amount')
  })

  it('apply to one notarisation per block, right after the coinbase, above height 10', () => {
    const notarisation = signedBy(thirteen)
    const outputs = notaryPayOutputs(params, notarisation, place())!
    const plain = transaction(1, [REWARD])
    expect(formatVerdict(check(notarisation, outputs, [plain]))).toBe(`paid ${7_692_308n * 13n}`)
    expect(formatVerdict(check(notarisation, outputs, [transaction(1, [central, claim(13)])]))).toBe(
      'bad-notarization-position',
    )
    expect(formatVerdict(check({ tx: plain, spent: [] }, [], [notarisation.tx]))).toBe('bad-notarization-position')
    const own = createBlock(transaction(1, [REWARD, claim()]))
    expect(checkNotaryPay(params, { block: own, height: 20, upgrades: UPGRADES, spent: [] })).toMatchObject({
      reason: 'bad-notarization-position',
    })
    expect(formatVerdict(check(notarisation, [], [], 10))).toBe('paid 0')
    expect(formatVerdict(check(signedBy(thirteen, [central, claim(12, 'OTHER')]), []))).toBe('paid 0')
  })

  it('allow further coinbase outputs only together with a notarisation', () => {
    const extra = { value: 0n, scriptPubKey: concat(Uint8Array.of(0x6a, 1), Uint8Array.of(7)) }
    const notarisation = signedBy(thirteen)
    const outputs = notaryPayOutputs(params, notarisation, place())!
    expect(formatVerdict(check(notarisation, [...outputs, extra]))).toMatch(/^paid/)
    expect(formatVerdict(check({ tx: transaction(13, [REWARD]), spent: [] }, [extra], [], 5))).toBe('bad-cb-outputs')
    expect(formatVerdict(check({ tx: transaction(11, [central]), spent: [] }, [extra], [], 5))).toBe('bad-cb-outputs')
    expect(formatVerdict(check({ tx: transaction(12, [central]), spent: [] }, [extra], [], 5))).toBe('paid 0')
    const alone = createBlock(transaction(1, [REWARD, extra]))
    expect(checkNotaryPay(params, { block: alone, height: 20, upgrades: UPGRADES, spent: [] }).ok).toBe(true)
    expect(
      formatVerdict(
        check(signedBy(thirteen.slice(0, 11)), notaryPayOutputs(params, signedBy(thirteen.slice(0, 11)), place())!),
      ),
    ).toBe('bad-cb-outputs')
  })

  it('allow further outputs in unstaked blocks of a staked chain, like komodod', () => {
    const staked = chainParamsFromArgs(['-ac_name=NPAY', '-ac_reward=100000000', '-ac_notarypay=7', '-ac_staked=50'])
    const extra = { value: 0n, scriptPubKey: Uint8Array.of(0x6a) }
    const block = createBlock(transaction(1, [REWARD, extra]), transaction(1, [REWARD]))
    const subject = { block, height: 20, upgrades: UPGRADES, spent: [] }
    expect(checkNotaryPay(params, subject)).toMatchObject({ reason: 'bad-cb-outputs' })
    expect(checkNotaryPay(staked, subject)).toEqual({ ok: true, paid: 0n })
  })

  it('get ignored on chains without -ac_notarypay', () => {
    const free = chainParamsFromArgs(['-ac_name=NPAY', '-ac_reward=100000000'])
    const { tx, spent } = signedBy(thirteen)
    const block = createBlock(transaction(1, [REWARD]), tx)
    expect(checkNotaryPay(free, { block, height: 20, upgrades: UPGRADES, spent })).toEqual({ ok: true, paid: 0n })
  })

  it('change with the eras and end with the last era', () => {
    const eras = chainParamsFromArgs([
      ...['-ac_name=NPAY', '-ac_eras=3', '-ac_reward=3,2,1', '-ac_end=100,200,300', '-ac_notarypay=700,0,64'],
    ])
    expect([1, 99, 100, 199, 200, 299, 300].map((height) => notaryPayAt(eras, height))).toEqual([
      700n,
      700n,
      0n,
      0n,
      64n,
      64n,
      0n,
    ])
    expect(notaryPayOutputs(eras, signedBy(thirteen), place(150))).toBeUndefined()
    expect(notaryPayOutputs(eras, signedBy([...season.keys.keys()]), place(250))?.[0]?.value).toBe(1n)
    const endless = chainParamsFromArgs(['-ac_name=NPAY', '-ac_end=1', '-ac_notarypay=700'])
    expect(notaryPayAt(endless, 5_000)).toBe(700n)
  })

  it('exclude all notaries after the last season', () => {
    expect(notaryPayOutputs(params, signedBy(thirteen), { height: 20, time: 1_951_328_001 })).toBeUndefined()
  })
})
