import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ccOne } from '../conditions/index.ts'
import { COIN, computeTxid } from '../primitives/index.ts'
import type { Transaction, TxOut } from '../primitives/types.ts'
import { ccScript } from '../script/index.ts'
import { testKey, withMethods } from '../testing/index.ts'
import { toHex } from '../util/index.ts'
import { templateBlock } from './template.ts'
import { createTestMining, type TestMining } from './testing/testMiner.ts'
import { MiningError } from './types.ts'

const key = testKey(0)
const payee = testKey(1)
const condition = ccOne(0xf2, payee.pub)
const out = (value: bigint, scriptPubKey = payee.p2pkh): TxOut => ({ value, scriptPubKey })

let test: TestMining
const use = (options: Parameters<typeof createTestMining>[0]): void => {
  test.close()
  test = createTestMining(options)
}
beforeEach(() => {
  test = createTestMining()
})
afterEach(() => test.close())

const build = () => test.templates.build({ script: test.script })
const ids = (): string[] => build().txs.map(({ entry }) => toHex(entry.txid))
const txidHexFor = (tx: Transaction): string => toHex(computeTxid(tx))

function waiting(tx: Transaction): Transaction {
  expect(test.mempool.accept(tx, { rejectAbsurdFee: false })).toMatchObject({ ok: true })
  return tx
}

/** Spends one of the test key's coins with this fee. */
function payment(coin: number, fee: bigint): Transaction {
  const input = test.node.coins(key)[coin]!
  return waiting(test.node.build({ inputs: [input], outputs: [out(input.value - fee)] }))
}

function acceptChild(parent: Transaction, fee: bigint): Transaction {
  const input = test.node.inputOf(parent, 0, payee)
  return waiting(test.node.build({ inputs: [input], outputs: [out(input.value - fee)] }))
}

describe('TemplateBuilder', () => {
  it('writes the coinbase like komodod', () => {
    const { coinbase, subsidy, header, height } = build()
    expect(height).toBe(4)
    // The height has its shortest form; the extra nonce is a data push.
    expect(toHex(coinbase.vin[0]!.scriptSig)).toBe('540101')
    expect(coinbase).toMatchObject({ version: 4, expiryHeight: 0, lockTime: header.time })
    expect(coinbase.vout).toEqual([{ value: subsidy, scriptPubKey: test.script }])
    test.node.mine(14)
    expect(toHex(build().coinbase.vin[0]!.scriptSig)).toBe('01120101')
  })

  it('takes the current time, or the first second that the median allows', () => {
    test.node.clock.advance(1_000)
    expect(build().header.time).toBe(test.node.clock.now())
    const { chain, clock } = test.node
    clock.set(chain.medianTimePast(chain.tip()) - 10)
    const { header, minTime } = build()
    expect(header.time).toBe(minTime)
    expect(minTime).toBe(clock.now() + 11)
  })

  it('adds the fees to the coinbase and lists the dependencies of each transaction', () => {
    const parent = payment(0, 1_000n)
    const child = acceptChild(parent, 5_000n)
    const template = build()
    expect(template.fees).toBe(6_000n)
    expect(template.coinbase.vout[0]!.value).toBe(template.subsidy + 6_000n)
    expect(template.txs.map(({ entry, depends, fee, sigops }) => [toHex(entry.txid), depends, fee, sigops])).toEqual([
      [txidHexFor(parent), [], 1_000n, 1],
      [txidHexFor(child), [1], 5_000n, 1],
    ])
    expect(test.templates.last()).toEqual({
      size: 1_000 + template.txs.reduce((sum, { entry }) => sum + entry.size, 0),
      txCount: 2,
    })
  })

  it('prefers high fees including prioritisation deltas', () => {
    const poor = payment(0, 1_000n)
    const rich = payment(1, 9_000n)
    expect(ids()).toEqual([txidHexFor(rich), txidHexFor(poor)])
    test.mempool.prioritise(computeTxid(poor), 0, 100_000n)
    expect(ids()).toEqual([txidHexFor(poor), txidHexFor(rich)])
    // The coinbase gets only the fees actually paid.
    expect(build().fees).toBe(10_000n)
  })

  it('limits the block to the configured size', () => {
    payment(0, 1_000n)
    const rich = payment(1, 9_000n)
    const bytes = test.mempool.get(computeTxid(rich))!.size
    const template = { maxSize: 1_000 + bytes + 10 }
    use({ template })
    payment(0, 1_000n)
    const again = payment(1, 9_000n)
    expect(ids()).toEqual([txidHexFor(again)])
  })

  it('leaves out transactions that a module now rejects, with their descendants', () => {
    const funding = test.node.pay(key, [out(COIN, ccScript(condition))])
    test.node.mineBlock({ txs: [funding] })
    const input = { ...test.node.inputOf(funding, 0, payee), tree: condition }
    const spend = waiting(test.node.build({ inputs: [input], outputs: [out(COIN)] }))
    const child = acceptChild(spend, 0n)
    const other = payment(0, 0n)
    expect(ids().sort()).toEqual([spend, child, other].map(txidHexFor).sort())
    test.modules.ok = false
    expect(ids()).toEqual([txidHexFor(other)])
    expect(test.node.chain.testBlockValidity(templateBlock(build())).ok).toBe(true)
  })

  it('finds an invalid transaction that the mempool still accepts', () => {
    const txs = [0, 1, 2].map((coin) => payment(coin, 1_000n))
    const offender = txidHexFor(txs[1]!)
    const { chain } = test.node
    const strict = withMethods(chain, {
      testBlockValidity: (block: Parameters<typeof chain.testBlockValidity>[0]) =>
        block.txs.some((tx) => txidHexFor(tx) === offender)
          ? ({ ok: false, kind: 'invalid', code: 0x10, reason: 'test', score: 0 } as const)
          : chain.testBlockValidity(block),
    })
    const found = test.withChain(strict).build({ script: test.script })
    expect(found.txs.map(({ entry }) => toHex(entry.txid)).sort()).toEqual(
      [txidHexFor(txs[0]!), txidHexFor(txs[2]!)].sort(),
    )
  })

  it('throws MiningError if even an empty block is invalid', () => {
    expect(() => test.templates.build({ script: test.script, time: 5 })).toThrow(MiningError)
  })

  it('builds valid blocks on chains with a commission, a time lock or work on transaction ids', async () => {
    const key = `-ac_pubkey=${toHex(payee.pub)}`
    const base = ['-regtest', '-ac_supply=1000', '-ac_reward=100000000', '-ac_sapling=1']
    const chains: [number, ...string[]][] = [
      [3, '-ac_name=PERC', key, '-ac_perc=5000000'],
      [3, '-ac_name=FOUND', key, '-ac_founders=2', '-ac_founders_reward=20000'],
      [3, '-ac_name=LOCK', '-ac_timelockgte=100000000', '-ac_timeunlockfrom=10', '-ac_timeunlockto=20'],
      [1, '-ac_name=TXPOW', '-ac_txpow=2'],
    ]
    for (const [blocks, ...args] of chains) {
      use({ chain: { args: [...args, ...base] }, blocks: 0 })
      await test.miner.generate(blocks, { script: test.script })
      expect(test.node.chain.tip().height, args[0]).toBe(blocks)
    }
  })
})
