import { describe, expect, it } from 'vitest'
import { LIVE_CHAINS } from '#shared/chains/liveChains.ts'
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { COIN } from '../primitives/index.ts'
import { checkCoinbaseAmount } from './coinbase.ts'
import { isEvalCodeEnabled } from './evalCodeRules.ts'
import { parseChainOptions, readChainOptions } from './options.ts'
import { buildChainParams, type ChainParams } from './params.ts'
import { toleratesContextual } from './shieldedRules.ts'
import { subsidy } from './subsidy.ts'
import { block, coinbase, output, transaction, upgradesAt } from './testing/testSamples.ts'
import { checkTransaction } from './transactions.ts'
import { upgradeHeights } from './upgrades.ts'

/** Values read from komodod, started with each chain's options (live-chains.md). */
const READ = `
  CCL      66ff315c 20848   20000006320417438
  CLC      d7f43d5b 20931   20800010054665246
  DOC      566f8433 62415 9001000005004665246
  GLEEC    6cc31add 23225   21000006320417438
  ILN      23cbb4fe 12985 1000000006320417438
  KOIN     b6564c76 10701   12500006320417438
  MARTY    632ccb9c 52592 9001000005004665246
  NINJA    b26f8eb3  8426   10000006320417438
  PIRATE   17b6e058 45452    3982187503731922
  SUPERNET b9112456 11340      81612420417438`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))

/**
 * Builds the parameters of a live chain, even of CLC, which is not supported but whose known rules must stay correct.
 */
function live(name: string): ChainParams {
  const chain = LIVE_CHAINS.find((one) => one.name === name)
  if (chain === undefined) throw new Error(`no live chain is called ${name}`)
  const parsed = readChainOptions(chain.options)
  if (!parsed.ok) throw new Error(parsed.error)
  return buildChainParams(parsed.options)
}

const amountVerdict = (params: ChainParams, height: number, value: bigint) =>
  checkCoinbaseAmount(params, block([coinbase(height, [output(value)])]), height, 0n)

describe('parameters of the live chains', () => {
  it.each(READ)('match magic, port and limit of komodod for %s', (name, magic, port, maxMoney) => {
    const params = live(name!)
    expect([params.magic.toString(16).padStart(8, '0'), params.p2pPort, params.maxMoney]).toEqual([
      ...[magic, Number(port), BigInt(maxMoney!)],
    ])
    expect([params.network, params.equihash, params.blockTime]).toEqual(['main', { n: 200, k: 9 }, 60])
  })

  it('cover the ten chains of the list', () => {
    expect(LIVE_CHAINS.map(({ name }) => name).sort()).toEqual(READ.map(([name]) => name))
  })

  it('get accepted except CLC, rejected for its -ac_snapshot', () => {
    const refused = LIVE_CHAINS.flatMap(({ name, options }) => {
      const parsed = parseChainOptions(options)
      return parsed.ok ? [] : [[name, parsed.error.slice(0, 40)]]
    })
    expect(refused).toEqual([['CLC', '-ac_snapshot: payments use a snapshot of']])
  })

  it('allow one extra satoshi in a coinbase of SUPERNET and PIRATE', () => {
    for (const name of ['SUPERNET', 'PIRATE']) {
      const params = live(name)
      expect(amountVerdict(params, 2, subsidy(params, 2) + 1n).ok).toBe(true)
      expect(amountVerdict(params, 2, subsidy(params, 2) + 2n)).toMatchObject({ reason: 'bad-cb-amount' })
    }
    const ninja = live('NINJA')
    expect(amountVerdict(ninja, 2, subsidy(ninja, 2) + 1n)).toMatchObject({ reason: 'bad-cb-amount' })
  })

  it('halve PIRATE every 388,885 blocks although its magic contains 77,777', () => {
    const params = live('PIRATE')
    expect(params.options.halving[0]).toBe(77_777n)
    expect(params.emission.eras[0]!.halving).toBe(388_885n)
    expect([77_777, 388_884, 388_885, 777_769, 777_770].map((height) => subsidy(params, height))).toEqual([
      ...[256n * COIN, 256n * COIN, 128n * COIN, 128n * COIN, 64n * COIN],
    ])
    const other = parseChainOptions(['-ac_name=PIRATE', '-ac_reward=100', '-ac_halving=77776'])
    expect(other.ok && buildChainParams(other.options).emission.eras[0]!.halving).toBe(77_776n)
  })

  it('end the CCL reward after block 1 and use the built-in contracts of CCL and ILN', () => {
    const ccl = live('CCL')
    expect([2, 100, 5_000_000].map((height) => subsidy(ccl, height))).toEqual([0n, 0n, 0n])
    const enabled = (params: ChainParams) =>
      Array.from({ length: 256 }, (_, code) => code).filter((code) => isEvalCodeEnabled(params.evalCodes, code, 2e6))
    expect(enabled(ccl)).toEqual([EVAL_CODES.heir, EVAL_CODES.tokens])
    expect(enabled(live('ILN'))).toEqual([])
    // The other chains with conditions disable no code. A condition without a module is rejected when spent.
    for (const name of ['DOC', 'MARTY', 'CLC']) expect(live(name).evalCodes.disabled.size).toBe(0)
  })

  it('pay 10,000 satoshis without a reward, and spread a large supply', () => {
    for (const name of ['GLEEC', 'KOIN', 'NINJA', 'SUPERNET', 'ILN']) expect(subsidy(live(name), 2)).toBe(10_000n)
    const doc = live('DOC')
    const step = 1_000_000_000n * COIN + COIN
    expect([2, 90, 91].map((height) => subsidy(doc, height))).toEqual([step, step, COIN])
  })

  it('add the full magic to block 1 of a staked chain, and its low 24 bits elsewhere', () => {
    expect(subsidy(live('GLEEC'), 1)).toBe(210_000_000n * COIN + 0x6cc31addn)
    expect(subsidy(live('MARTY'), 1)).toBe(1_000_000_000n * COIN + 0x632ccb9cn + COIN)
    expect(subsidy(live('KOIN'), 1)).toBe(125_000_000n * COIN + 0x564c76n)
  })

  it('pay the CLC reward twice: to the miner and to its founders', () => {
    const clc = live('CLC')
    expect([clc.adaptivePow, clc.cc, clc.publicOnly, clc.options.snapshot]).toEqual([
      ...[{ spacing: 60, exponential: false }, 45, true, 1440],
    ])
    const [script] = clc.commission!.scripts
    const paid = block([coinbase(2, [output(50_000_000n), output(50_000_000n, script!)])])
    expect(checkCoinbaseAmount(clc, paid, 2, 0n).ok).toBe(true)
  })

  it('allow spending a coinbase one block later on every chain', () => {
    for (const [name] of READ) expect(live(name!).coinbaseMaturity).toBe(1)
  })

  it('activate Sapling 60 blocks after the first block from 15 December 2018 on', () => {
    const first = 150_000
    const timeAt = (height: number): number => 1_544_832_000 + (height - first) * 60 + 30
    const state = upgradesAt(live('KOIN'), 100, (height) => timeAt(height + first - 40))
    expect(state.automatic).toEqual({ trigger: 40 + 30, height: 40 + 60 })
    expect(upgradeHeights(state, 70)).toEqual({ overwinter: -1, sapling: -1 })
    expect(upgradeHeights(state, 71)).toEqual({ overwinter: 100, sapling: 100 })
  })

  it('end joinsplits by the time of the parent, and tolerate old blocks by their own time', () => {
    const split = transaction({ joinSplits: [new Uint8Array(1698)] })
    const ninja = live('NINJA')
    expect(checkTransaction(ninja, split, 1_550_188_799)).toMatchObject({
      reason: 'bad-joinsplits-nullifiers-duplicate',
    })
    expect(checkTransaction(ninja, split, 1_550_188_800)).toMatchObject({ reason: 'bad-txns-sprout-expired' })
    expect([1_547_510_400, 1_547_510_401].map(toleratesContextual)).toEqual([true, false])
  })
})
