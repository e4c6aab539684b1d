/** Worked examples and numbers of chain-params.md, section by section, once each. */
import { describe, expect, it } from 'vitest'
import { sha256 } from '../crypto/index.ts'
import { COIN, computeWork, serializeHeader } from '../primitives/index.ts'
import { toHex } from '../util/index.ts'
import { EMPTY_SAPLING_ROOT } from './block.ts'
import type { ChainOptions } from './chainOptions.ts'
import { computeCommission, heightScript } from './coinbase.ts'
import { chainExtra, chainSeed, computeMagic } from './magic.ts'
import { readChainOptions } from './options.ts'
import { buildChainParams, type ChainParams, chainParamsFromArgs } from './params.ts'
import { subsidy } from './subsidy.ts'
import { coinbase, output, toChainParams, transaction, upgradesAt } from './testing/testSamples.ts'
import { unlockHeight } from './timeLock.ts'
import { MAX_TX_VALUE_OUT } from './transactions.ts'
import { BRANCH_ID, epochAt, initialUpgrades, maxBlockSize, maxTransactionSize, upgradeHeights } from './upgrades.ts'

const KEY = '03682b255c40d0cde8faee381a1a50bbb89980ff24539cb8518e294d3a63cefe12'
const FAMILY = 'supply=90000000000 reward=100000000 cc=3 staked=10'
const TOKENTEST = 'name=TOKENTEST supply=1000000 reward=100000000 cc=2'
const HUSH =
  'name=HUSH3 supply=6178674 eras=3 reward=0,1125000000,562500000 halving=129,340000,840000 end=128,340000,5422111 ' +
  'blocktime=150 cc=2 ccenable=228,234,235,236,241 founders=1 perc=11111111 cclib=hush3 ' +
  'script=76a9145eb10cf64f2bab1b457f1f25e658526155928fac88ac'

function options(text: string): ChainOptions {
  const parsed = readChainOptions(text.split(' ').map((word) => `-ac_${word}`))
  if (!parsed.ok) throw new Error(parsed.error)
  return parsed.options
}

const params = (text: string): ChainParams => buildChainParams(options(text))
const hex32 = (value: number): string => value.toString(16).padStart(8, '0')

describe('§2 options', () => {
  it('fill a list up with its last number, for all eras', () => {
    const { emission } = params('name=A reward=100000000 eras=3')
    expect(emission.eras.map(({ reward }) => reward)).toEqual([COIN, COIN, COIN])
  })

  it('default to 10 coins, one era, 60 seconds and 10,000 sat', () => {
    const plain = params('name=DEMO')
    expect(plain).toMatchObject({ blockTime: 60, cc: 0, publicOnly: false, txPow: 0, timeLock: null, maxReorg: 99 })
    expect(plain.emission).toMatchObject({ supply: 10n, eras: [{ end: 0n, reward: 0n, halving: 0n, decay: 0n }] })
    expect(subsidy(plain, 2)).toBe(10_000n)
  })
})

/** options, magic, wire bytes, p2p port, RPC port */
const IDENTITIES: readonly (readonly [string, string, string, number, number])[] = [
  ['name=REVS supply=1300000', '4141771a', '1a774141', 10195, 10196],
  ['name=BEER supply=100000000', '6ebbec9f', '9fecbb6e', 8922, 8923],
  ['name=PIZZA supply=100000000', '3c52bead', 'adbe523c', 11607, 11608],
  ['name=DEMO', '5071c306', '06c37150', 12417, 12418],
  ['name=DEMO cc=2', '5071c306', '06c37150', 12417, 12418],
  [`name=RICK ${FAMILY}`, 'fd750df6', 'f60d75fd', 25434, 25435],
  [`name=DOC ${FAMILY}`, '566f8433', '33846f56', 62415, 62416],
  [`name=MARTY ${FAMILY}`, '632ccb9c', '9ccb2c63', 52592, 52593],
  ['name=PIRATE supply=0 reward=25600000000 halving=77777 private=1', '17b6e058', '58e0b617', 45452, 45453],
  [HUSH, 'd394d36e', '6ed394d3', 18030, 18031],
  ['name=REGTEST supply=5555555 reward=10000000000000 cc=2', '522f2cea', 'ea2c2f52', 16902, 16903],
  ['name=TONYCI supply=10000000000 reward=100000000000 cc=2', '3cf11ae1', 'e11af13c', 27517, 27518],
  [TOKENTEST, 'b41821c1', 'c12118b4', 16385, 16386],
  [`${TOKENTEST} blocktime=20`, 'b5a3cd98', '98cda3b5', 58596, 58597],
  [`${TOKENTEST} ccenable=227,228,242`, '7c6c891e', '1e896c7c', 39274, 39275],
  [`${TOKENTEST} cbmaturity=5`, '0163b3b2', 'b2b36301', 62282, 62283],
  [
    'name=TOKENTEST supply=1000000 reward=300000000 halving=1000 end=5000 cc=2 public=1',
    ...(['84b1de28', '28deb184', 52256, 52257] as const),
  ],
  [`${TOKENTEST} perc=5000000 pubkey=${KEY}`, 'aa104770', '704710aa', 29584, 29585],
  [
    'name=TOKENTEST supply=1000000 cc=2 eras=2 reward=100000000,50000000 end=1000,0',
    ...(['abe94fa4', 'a44fe9ab', 43212, 43213] as const),
  ],
]

/** Options that the sheet's table lacks, composed by hand from its list of hashed values, in its order. */
const SERIALISED: readonly (readonly [string, string])[] = [
  ['name=LOCKED reward=100000000 timelockgte=100000000 timeunlockfrom=1000 timeunlockto=2000', '18ed3384'],
  [`name=FOUND founders=5 pubkey=${KEY}`, '17e22d5a'],
  [`name=FOUND founders=5 founders_reward=80000 pubkey=${KEY}`, '58ed40d7'],
  ['name=POWER txpow=7 public=1', '5850602a'],
  [
    'name=MISC cc=2 blocktime=90 mineropret=abcd nk=96,5 snapshot=1440 earlytxidcontract=3 cbmaturity=100 adaptivepow=-1',
    '6d23cd77',
  ],
  ['name=IMP supply=0 end=1 import=BEAM beam=7 coda=8', 'bb3ceac8'],
  ['name=NOTA eras=2 reward=5 notarypay=7', 'bc9be95c'],
  ['name=LIB cc=2 cclib=sudoku', 'bfa345cb'],
  // A one-letter library counts as an extra and is not hashed.
  ['name=LIB cc=2 cclib=x', '3b86dfd0'],
]

describe('§3 magic and ports', () => {
  it.each(IDENTITIES)('match the sheet for %s: %s, %s, %i and %i', (text, magic, wire, p2pPort, rpcPort) => {
    const identity = computeMagic(options(text))
    expect([hex32(identity.magic), toHex(identity.magicBytes), identity.p2pPort]).toEqual([magic, wire, p2pPort])
    expect(params(text)).toMatchObject({ magic: identity.magic, p2pPort, rpcPort })
  })

  it.each(SERIALISED)('hash all identifying options of %s in order: %s', (text, magic) => {
    expect(hex32(computeMagic(options(text)).magic)).toBe(magic)
  })

  it('stay fixed for the symbol of the base chain', () => {
    expect(computeMagic(options('name=KMD'))).toMatchObject({ magic: 0x8de4eef9, p2pPort: 7770 })
  })

  it('follow the option -port, also for the RPC port', () => {
    expect(chainParamsFromArgs(['-ac_name=DEMO', '-port=9000'])).toMatchObject({ p2pPort: 9000, rpcPort: 9001 })
    expect(chainParamsFromArgs(['-regtest']).rpcPort).toBe(18_232)
  })

  const zeros = (count: number): string => '00'.repeat(count)
  const eraOfOneCoin = `${zeros(8)}00e1f50500000000${zeros(16)}`

  it('omit the extra part if only supply, name, -ac_cc and -ac_staked are given', () => {
    for (const text of ['name=DEMO', 'name=DEMO cc=2', 'name=DEMO supply=5 staked=50 cc=3']) {
      expect(chainExtra(options(text))).toHaveLength(0)
      expect(chainSeed(chainExtra(options(text)))).toBe(0)
    }
  })

  it.each(['DOC', 'RICK', 'MORTY', 'MARTY'])('match the known intermediate values for %s', (name) => {
    const extra = chainExtra(options(`name=${name} ${FAMILY}`))
    expect(toHex(extra)).toBe(`${zeros(33)}${eraOfOneCoin}000000000a030000`)
    expect(extra).toHaveLength(73)
    expect(chainSeed(extra)).toBe(0x0e1dd09b)
  })

  it('match the known intermediate values for TOKENTEST, with and without eval codes', () => {
    const plain = chainExtra(options(TOKENTEST))
    expect(toHex(plain)).toBe(`${zeros(33)}${eraOfOneCoin}0000000000020000`)
    expect(chainSeed(plain)).toBe(0xf785931f)
    const limited = chainExtra(options(`${TOKENTEST} ccenable=227,228,242`))
    expect(limited).toHaveLength(105)
    expect(toHex(limited.subarray(73))).toBe(`fe${'ff'.repeat(27)}e7fffbff`)
    expect(chainSeed(limited)).toBe(0x053e05b6)
  })
})

describe('§5 genesis', () => {
  it('equals the known header and coinbase on the main network', () => {
    const { genesis } = params('name=DEMO')
    const header = toHex(serializeHeader(genesis.header))
    expect(header.slice(0, 280)).toBe(
      `01000000${'00'.repeat(32)}3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a${'00'.repeat(32)}` +
        `29ab5f490f0f0f200b${'00'.repeat(31)}`,
    )
    expect(header.slice(280, 286)).toBe('fd4005')
    expect(toHex(sha256(genesis.header.solution))).toBe(
      'dc1a5ef85bba6ee11bc36de79c95280803b0f79938a25d0b933cf8eefd6c3a29',
    )
    expect(Buffer.from(genesis.txs[0]!.vin[0]!.scriptSig).toString('latin1')).toContain('The Times 03/Jan/2009')
  })
})

describe('§7 proof of work', () => {
  it('starts at the common limit, which is 17 units of work', () => {
    const { powLimit, powLimitBits } = params('name=DEMO')
    expect(powLimit.toString(16)).toBe('0f'.repeat(32).slice(1))
    expect(powLimitBits).toBe(0x200f0f0f)
    expect(computeWork(powLimitBits)).toBe(17n)
  })
})

describe('§8 upgrades', () => {
  const young = () => 1_600_000_000

  it('match the known branch ids, protocol versions and root', () => {
    expect(BRANCH_ID).toEqual({ sprout: 0, overwinter: 0x5ba81b19, sapling: 0x76b809bb })
    expect(params('name=A').upgrades.protocolVersions).toEqual({ sprout: 170002, overwinter: 170005, sapling: 170007 })
    expect(toChainParams('-regtest').upgrades.protocolVersions).toEqual({
      sprout: 170002,
      overwinter: 170003,
      sapling: 170006,
    })
    expect(toHex(EMPTY_SAPLING_ROOT)).toBe('fbc2f4300c01f0b7820d00e3347c8da4ee614674376cbc45359daa54f9b5493e')
  })

  it('activate at 61 on a fresh chain, triggered by block 31', () => {
    const fresh = params('name=A')
    const at = (height: number): number => (height === 0 ? 1_231_006_505 : young())
    expect(upgradesAt(fresh, 30, at).automatic).toBeNull()
    expect(upgradesAt(fresh, 31, at).automatic).toEqual({ trigger: 31, height: 61 })
    const state = upgradesAt(fresh, 70, at)
    expect([60, 61].map((height) => epochAt(state, height))).toEqual(['sprout', 'sapling'])
  })

  it('activate at -ac_sapling, and Overwinter at -ac_overwinter', () => {
    const given = params('name=A sapling=5 overwinter=3')
    expect(upgradeHeights(upgradesAt(given, 70, young), 71)).toEqual({ overwinter: 3, sapling: 5 })
    expect(upgradeHeights(initialUpgrades(params('name=A sapling=5')), 1)).toEqual({ overwinter: 5, sapling: 5 })
  })
})

describe('§9 coinbase and subsidy', () => {
  it.each([
    ['-ac_name=DEMO', 1_007_455_494n],
    ['-ac_name=TOKENTEST -ac_supply=1000000 -ac_reward=100000000 -ac_cc=2', 100_000_001_581_505n],
    ['-ac_name=REGTEST -regtest -ac_supply=5555555 -ac_reward=10000000000000 -ac_cc=2', 555_555_503_091_690n],
    ['-ac_name=TONYCI -ac_supply=10000000000 -ac_reward=100000000000 -ac_cc=2', 1_000_000_000_015_801_057n],
  ])('computes the premine of %s as %s sat', (text, expected) => {
    expect(subsidy(toChainParams(text), 1)).toBe(expected)
  })

  it('moves HUSH3 through three eras, the first without a reward', () => {
    const hush = params(HUSH)
    const extra = BigInt(hush.magic & 0xffffff)
    expect(subsidy(hush, 1)).toBe(6_178_674n * COIN + extra)
    expect([127, 128, 339_999, 340_000].map((height) => subsidy(hush, height))).toEqual([
      ...[0n, 1_125_000_000n, 1_125_000_000n, 562_500_000n],
    ])
    // The second era lasts 339,872 blocks, less than its halving interval; the third halves every 840,000.
    expect([1_179_999, 1_180_000, 5_422_110, 5_422_111].map((height) => subsidy(hush, height))).toEqual([
      ...[562_500_000n, 281_250_000n, 562_500_000n >> 6n, 0n],
    ])
  })

  it('follows the schedule of the base chain on a plain regtest', () => {
    const plain = toChainParams('-regtest')
    expect([1, 2, 4_125_987, 4_125_988].map((height) => subsidy(plain, height))).toEqual([
      ...[100_000_000n * COIN, 3n * COIN, 3n * COIN, COIN],
    ])
  })

  it('allows five symbols one extra satoshi', () => {
    const tolerant = ['SUPERNET', 'DEX', 'COQUI', 'PIRATE', 'KMDICE', 'DEMO'].map((name) => params(`name=${name}`))
    expect(tolerant.map(({ extraSatoshi }) => extraSatoshi)).toEqual([1n, 1n, 1n, 1n, 1n, 0n])
  })

  it('begins coinbase scripts with the height', () => {
    const scripts = [1, 16, 17, 200].map((height) => `${toHex(heightScript(height))}0101`)
    expect(scripts).toEqual(['510101', '600101', '01110101', '02c8000101'])
  })

  it('computes the commission on all other outputs, capped, and 0 below 10,000 sat', () => {
    const share = params(`name=A reward=100000000 perc=5000000 pubkey=${KEY}`)
    const due = (...values: bigint[]): bigint => {
      const txs = [
        coinbase(2, [output(COIN), output(999n)]),
        transaction({ vout: values.map((value) => output(value)) }),
      ]
      return computeCommission(share, { txs }, 2)
    }
    expect(due(0n)).toBe(5_000_000n)
    expect(due(7n * COIN)).toBe(40_000_000n)
    expect(due(2_000_000n * COIN)).toBe(50_000n * COIN)
    const tiny = params(`name=A reward=199999 perc=5000000 pubkey=${KEY}`)
    expect(computeCommission(tiny, { txs: [coinbase(2, [output(199_999n)])] }, 2)).toBe(0n)
    expect(computeCommission(tiny, { txs: [coinbase(2, [output(200_000n)])] }, 2)).toBe(10_000n)
  })

  it('pays founders 35 of 65, for several blocks at once, or a fixed amount', () => {
    const every = params(`name=A reward=100000000 founders=1 pubkey=${KEY}`)
    expect(every.commission?.perc).toBe(53_846_154n)
    const at = (chainParams: ChainParams, height: number): bigint => computeCommission(chainParams, { txs: [] }, height)
    expect(at(every, 2)).toBe(53_846_154n)
    const fifth = params(`name=A reward=100000000 founders=5 pubkey=${KEY}`)
    expect([4, 5, 10].map((height) => at(fifth, height))).toEqual([0n, 269_230_770n, 269_230_770n])
    const fixed = params(`name=A reward=100000000 founders=5 founders_reward=80000 pubkey=${KEY}`)
    expect([4, 5].map((height) => at(fixed, height))).toEqual([0n, 80_000n])
  })

  it.each([
    ['-ac_name=A', 1],
    ['-ac_name=A -ac_cbmaturity=5', 5],
    ['-ac_name=A -ac_eras=2', 100],
    ['-regtest', 1],
  ])('computes the maturity of %s as %i', (text, expected) => {
    expect(toChainParams(text).coinbaseMaturity).toBe(expected)
  })

  it('locks a coinbase until the height derived for its block', () => {
    const locked = params('name=LOCKED reward=100000000 timelockgte=100000000 timeunlockfrom=1000 timeunlockto=2000')
    const drawn = [1, 2, 3, 100, 1000].map((height) => unlockHeight(locked, height))
    expect(drawn).toEqual([1264n, 1376n, 1158n, 1305n, 1124n])
  })
})

describe('§10 amounts and sizes', () => {
  it.each([
    ['-ac_name=DEMO', 7_320_417_438n],
    ['-ac_name=TOKENTEST -ac_supply=1000000 -ac_reward=100000000 -ac_cc=2', 1_100_005_004_665_246n],
    ['-ac_name=TONYCI -ac_supply=10000000000 -ac_reward=100000000000 -ac_cc=2', 1_999_999_905_104_665_246n],
    ['-ac_name=REGTEST -ac_supply=5555555 -ac_reward=10000000000000 -ac_cc=2', 7_766_825_192_056_907_166n],
    ['-ac_name=DOC -ac_supply=90000000000 -ac_reward=100000000', 9_001_000_005_004_665_246n],
  ])('set the maximum amount of %s to %s sat', (text, expected) => {
    expect(toChainParams(text).maxMoney).toBe(expected)
  })

  it('match the known limits of blocks and transactions', () => {
    const before = initialUpgrades(params('name=A'))
    const after = initialUpgrades(params('name=A sapling=1'))
    expect([before, after].map((state) => maxBlockSize(state, 1))).toEqual([2_000_000, 4_194_304])
    expect([before, after].map((state) => maxTransactionSize(state, 1))).toEqual([100_000, 200_000])
    expect(params('name=A').maxBlockSigOps).toBe(60_000)
    expect(MAX_TX_VALUE_OUT).toBe(10_000_000_001n * COIN)
  })
})
