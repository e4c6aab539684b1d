import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NumberLiteral } from '#shared/json.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { subsidy } from '../../../consensus/index.ts'
import { COIN, transactionSize } from '../../../primitives/index.ts'
import { opReturnScript } from '../../../script/index.ts'
import { createTestNode, type TestNode, testKey } from '../../../testing/index.ts'
import { createBlockStatsHandlers } from './blockStats.ts'

const context: CallContext = { signal: new AbortController().signal, transport: 'http' }
const payee = testKey(3).p2pkh
/** value, length of the script, script and 41 bytes */
const coinBytes = (script: Uint8Array) => 8 + 1 + script.length + 41

let node: TestNode
beforeEach(() => {
  node = createTestNode()
  node.mine(10)
})
afterEach(() => node.close())

const ask = async (name: string | number, stats?: readonly string[]) =>
  createBlockStatsHandlers({ params: node.params, chain: node.chain }).getblockstats(
    { hash_or_height: typeof name === 'number' ? new NumberLiteral(String(name)) : name, stats: stats && [...stats] },
    context,
  )

describe('getblockstats', () => {
  it('returns zeros for a block with a coinbase only', async () => {
    const { hashHex, time } = node.chain.tip()
    const [output] = node.chain.block(node.chain.tip())!.txs[0]!.vout
    expect(await ask(10)).toMatchObject({
      ...{ blockhash: hashHex, height: 10, time, txs: 1, ins: 0, outs: 1, totalfee: 0n, total_size: 0, total_out: 0n },
      ...{ avgfee: 0n, avgfeerate: 0n, avgtxsize: 0, maxfee: 0n, minfee: 0n, medianfee: 0n, mintxsize: 0 },
      ...{ feerate_percentiles: [0n, 0n, 0n, 0n, 0n], swtxs: 0, swtotal_size: 0, swtotal_weight: 0 },
      ...{ subsidy: subsidy(node.params, 10), mediantime: node.chain.medianTimePast(node.chain.tip()) },
      ...{ utxo_increase: 1, utxo_size_inc: coinBytes(output!.scriptPubKey) },
      ...{ utxo_increase_actual: 1, utxo_size_inc_actual: coinBytes(output!.scriptPubKey) },
    })
  })

  it('adds up fees, sizes and coins of transactions', async () => {
    const [first, second] = node.coins(testKey(0))
    const data = opReturnScript(Uint8Array.of(1, 2, 3))
    const low = node.build({
      inputs: [first!],
      outputs: [
        { value: COIN, scriptPubKey: payee },
        { value: first!.value - COIN - 1000n, scriptPubKey: payee },
        { value: 0n, scriptPubKey: data },
      ],
    })
    const high = node.build({
      inputs: [second!],
      outputs: [{ value: second!.value - 50_001n, scriptPubKey: payee }],
    })
    node.mineBlock({ txs: [low, high] })
    const [lowSize, highSize] = [transactionSize(low), transactionSize(high)]
    const total = lowSize + highSize
    const coinbase = node.chain.block(node.chain.tip())!.txs[0]!
    const made = coinbase.vout.reduce((sum, { scriptPubKey }) => sum + coinBytes(scriptPubKey), 0)
    const spent = coinBytes(first!.scriptPubKey) + coinBytes(second!.scriptPubKey)
    const outs = coinbase.vout.length + 4
    const lowRate = 1000n / BigInt(lowSize)
    const highRate = 50_001n / BigInt(highSize)
    expect(await ask(11)).toMatchObject({
      ...{ txs: 3, ins: 2, outs, totalfee: 51_001n, avgfee: 25_500n, medianfee: 25_500n },
      ...{ minfee: 1000n, maxfee: 50_001n, minfeerate: lowRate, maxfeerate: highRate },
      ...{ total_size: total, total_weight: 4 * total, avgtxsize: Math.floor(total / 2) },
      ...{ mediantxsize: Math.floor(total / 2), avgfeerate: 51_001n / BigInt(total) },
      ...{ mintxsize: Math.min(lowSize, highSize), maxtxsize: Math.max(lowSize, highSize) },
      total_out: first!.value + second!.value - 51_001n,
      utxo_increase: outs - 2,
      utxo_increase_actual: outs - 3,
      utxo_size_inc: made + 3 * coinBytes(payee) + coinBytes(data) - spent,
      utxo_size_inc_actual: made + 3 * coinBytes(payee) - spent,
      feerate_percentiles: [10, 25, 50, 75, 90].map((percent) =>
        lowSize * 100 >= percent * total ? lowRate : highRate,
      ),
    })
  })

  it('returns only the values that were requested, in whatever order', async () => {
    const { hashHex } = node.chain.byHeight(7)!
    expect(await ask(hashHex, ['txs', 'height', 'txs'])).toEqual({ height: 7, txs: 1 })
    expect(Object.keys((await ask('7', [])) as object)).toHaveLength(31)
  })

  it('counts no coins in the genesis block', async () => {
    expect(await ask(0)).toMatchObject({ height: 0, subsidy: 0n, utxo_increase_actual: 0, utxo_size_inc_actual: 0 })
  })

  it('rejects unknown values, unknown blocks and blocks off the active chain', async () => {
    await expect(ask(1, ['txs', 'toString'])).rejects.toThrow("Invalid selected statistic 'toString'")
    await expect(ask(11)).rejects.toThrow('Block height out of range')
    await expect(ask(-1)).rejects.toThrow('Invalid block height parameter')
    await expect(ask('ab'.repeat(32))).rejects.toThrow('Block not found')
    const gone = node.chain.tip()
    node.chain.invalidateBlock(gone)
    await expect(ask(gone.hashHex)).rejects.toThrow('Requested block is not part of the main chain')
  })
})
