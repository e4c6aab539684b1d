import { afterEach, beforeEach, expect, it } from 'vitest'
import { computeTxid, type Transaction, type TxOut } from '../primitives/index.ts'
import { p2pkScript } from '../script/index.ts'
import { type TestKey, testKey } from '../testing/index.ts'
import { notarisationScript } from '../testing/notarisationScript.ts'
import { fromHex, toHex } from '../util/index.ts'
import { createTestMining, type TestMining } from './testing/testMiner.ts'

const CENTRAL = p2pkScript(fromHex('020e46e79a2a8d12b9b5d12c7a91adb4e454edfae43c0a0cb805427d2ac7613fd9'))
const NOTARIES = Array.from({ length: 64 }, (_, index) => testKey(100 + index))
const ARGS = ['-ac_name=NPAY', '-regtest', '-ac_supply=1000', '-ac_reward=100000000', '-ac_notarypay=130000000']
const COIN = 100_000n
const FEE = 2_000n

let test: TestMining
beforeEach(() => {
  test = createTestMining({ chain: { args: [...ARGS, '-ac_sapling=1'], notaries: NOTARIES }, blocks: 10 })
  test.node.chain.isInitialDownload()
  // Give each notary coins to sign with.
  const outputs = [...NOTARIES, ...NOTARIES].map(({ p2pk }) => ({ value: COIN, scriptPubKey: p2pk }))
  test.node.mineBlock({ txs: [test.node.pay(testKey(0), outputs)] })
})
afterEach(() => test.close())

function notarisationOutput(height: number): TxOut {
  const { hash } = test.node.chain.byHeight(height)!
  const script = notarisationScript({ name: 'NPAY', hash, height, destTxid: new Uint8Array(32).fill(height) })
  return { value: 0n, scriptPubKey: script }
}

/** Builds a notarisation signed by these keys. @param coin index of the coin that each signer spends */
function notarisation(height: number, signers: readonly TestKey[], coin = 0, fee = FEE): Transaction {
  const inputs = signers.map((key) => test.node.coins(key)[coin]!)
  const value = BigInt(signers.length) * COIN - fee
  return test.node.build({ inputs, outputs: [{ value, scriptPubKey: CENTRAL }, notarisationOutput(height)] })
}

const acceptToMempool = (tx: Transaction) =>
  expect(test.mempool.accept(tx, { rejectAbsurdFee: false })).toMatchObject({ ok: true })
const build = () => test.templates.build({ script: test.script })
const templateTxids = (template: ReturnType<typeof build>) => template.txs.map(({ entry }) => toHex(entry.txid))
const txidHexFor = (tx: Transaction) => toHex(computeTxid(tx))
const paidSoFar = () => test.node.chain.notaryPay(test.node.chain.tip())

async function mineTemplate(): Promise<void> {
  const [hash] = await test.miner.generate(1, { script: test.script })
  expect(hash).toBeDefined()
}

it('puts a notarisation first, pays its signers, and tracks the sum paid through a disconnect', async () => {
  const rich = test.node.pay(testKey(0), [{ value: 5_000n, scriptPubKey: testKey(1).p2pk }], 900_000n)
  acceptToMempool(rich)
  const signers = NOTARIES.slice(3, 16)
  const tx = notarisation(9, signers)
  acceptToMempool(tx)
  const template = build()
  expect(templateTxids(template)).toEqual([txidHexFor(tx), txidHexFor(rich)])
  expect(template.coinbase.vout.slice(1)).toEqual(
    signers.map(({ p2pk }) => ({ value: 10_000_000n, scriptPubKey: p2pk })),
  )
  expect(template.coinbase.vout[0]!.value).toBe(template.subsidy + 900_000n + FEE)
  await mineTemplate()
  const tip = test.node.chain.tip()
  expect(tip.height).toBe(12)
  expect(paidSoFar()).toBe(130_000_000n)
  expect(test.node.chain.notarisations.last()).toMatchObject({ height: 9, foundAt: 12 })
  test.node.mine(2)
  expect(paidSoFar()).toBe(130_000_000n)
  expect(test.node.chain.notaryPay(test.node.chain.byHeight(11)!)).toBe(0n)
  expect(test.node.chain.invalidateBlock(tip).ok).toBe(true)
  expect(paidSoFar()).toBe(0n)
})

it('includes only the oldest notarisation whose signers the coinbase can pay', () => {
  const first = notarisation(8, NOTARIES.slice(0, 12))
  const second = notarisation(9, NOTARIES.slice(20, 33))
  const unsigned = test.node.pay(testKey(0), [{ value: 5_000n, scriptPubKey: CENTRAL }, notarisationOutput(7)], FEE)
  for (const tx of [unsigned, first, second]) acceptToMempool(tx)
  expect(templateTxids(build())).toEqual([txidHexFor(first)])
})

it('leaves out a notarisation without a fee, because a coinbase that pays its signers is invalid', () => {
  const free = notarisation(8, NOTARIES.slice(0, 12), 0, 0n)
  acceptToMempool(free)
  expect(build().txs).toEqual([])
  test.node.mine(1)
  const block = test.node.buildBlock({ txs: [free], coinbase: payFor(NOTARIES.slice(0, 12), 100_000_000n) })
  expect(test.node.submit(block)).toBe('bad-cb-outputs')
})

const payFor = (signers: readonly TestKey[], reward: bigint): TxOut[] => [
  { value: reward, scriptPubKey: test.script },
  ...signers.map(({ p2pk }) => ({ value: 130_000_000n / BigInt(signers.length), scriptPubKey: p2pk })),
]

it('rejects blocks that pay other keys, too much or nothing, or where the notarisation is not first', () => {
  const signers = NOTARIES.slice(0, 13)
  const tx = notarisation(9, signers)
  const due = payFor(signers, 100_000_000n + FEE)
  const answer = (coinbase: readonly TxOut[], txs: readonly Transaction[] = [tx]) =>
    test.node.submit(test.node.buildBlock({ txs, coinbase }))
  expect(answer(due.slice(0, 1))).toBe('bad-cb-amount')
  expect(answer(payFor(NOTARIES.slice(1, 14), 100_000_000n + FEE))).toBe('bad-cb-amount')
  expect(answer(due.with(0, { ...due[0]!, value: due[0]!.value + 1n }))).toBe('bad-cb-amount')
  const plain = test.node.pay(testKey(0), [{ value: 5_000n, scriptPubKey: testKey(1).p2pk }])
  expect(answer(due, [plain, tx])).toBe('bad-cb-outputs')
  expect(answer(due.slice(0, 1), [plain, tx])).toBe('bad-notarization-position')
  expect(answer(due)).toBeNull()
})
