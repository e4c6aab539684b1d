import { hash160 } from '../crypto/index.ts'
import { type Block, blockHash, decodeCompact, type EquihashParameters } from '../primitives/index.ts'
import { p2pkhScript, p2pkScript } from '../script/index.ts'
import { ChainOptionError } from './argumentList.ts'
import type { ChainOptions } from './chainOptions.ts'
import { builtInCheckpoints, type Checkpoints } from './checkpoints.ts'
import { type EvalCodeRules, evalCodeRules } from './evalCodeRules.ts'
import { genesisBlock } from './genesisBlocks.ts'
import { computeMagic } from './magic.ts'
import { BASE_MAX_MONEY, maxMoneyOf } from './maxMoney.ts'
import type { SeasonKeys } from './notaries/seasonKeys.ts'
import { seasonsOf } from './notaries/seasons.ts'
import { parseChainOptions } from './options.ts'

/** The upgrade never becomes active. */
export const NOT_ACTIVE = -1

export interface Era {
  /** first height without this era's reward; 0: it never ends */
  readonly end: bigint
  /** satoshis a block */
  readonly reward: bigint
  /** blocks; 0: none */
  readonly halving: bigint
  /** see subsidy.ts; 0: plain halving */
  readonly decay: bigint
}

export interface Emission {
  /** whole coins that block 1 (or the first blocks) pay on top */
  readonly supply: bigint
  /** satoshis that the premine is larger than `supply`: the low 24 bits of the magic, or all of it on a staked chain */
  readonly extra: bigint
  readonly eras: readonly Era[]
}

export interface Commission {
  /** share of 1e8 */
  readonly perc: bigint
  /** pay every that many blocks; 0: each block, by its outputs */
  readonly founders: number
  readonly foundersReward: bigint
  /** scriptPubKeys that count as paid, the one to pay first; empty: nobody can be paid */
  readonly scripts: readonly Uint8Array[]
}

export interface TimeLock {
  /** satoshis of a coinbase (or a subsidy) from which it has to be locked */
  readonly atLeast: bigint
  readonly from: bigint
  readonly to: bigint
}

/** A difficulty that depends on a block's own time (adaptive-pow.md). */
export interface AdaptivePow {
  /** seconds: -ac_blocktime, also where the average goes by another spacing, as on regtest */
  readonly spacing: number
  /** from height 64 on the target follows from the parent's alone (value 2) */
  readonly exponential: boolean
}

/** Everything that the rules need to know of one chain. Immutable. */
export interface ChainParams {
  /** symbol; '' on a plain regtest */
  readonly name: string
  /** false on a plain regtest, which follows some rules of the base chain */
  readonly smartChain: boolean
  readonly network: 'main' | 'regtest'
  /** u32 */
  readonly magic: number
  /** 4 bytes as on the wire */
  readonly magicBytes: Uint8Array
  readonly p2pPort: number
  /** default, see effectiveRpcPort */
  readonly rpcPort: number
  readonly genesis: Block
  readonly genesisHash: Uint8Array
  readonly equihash: EquihashParameters
  /** whether the Equihash solution is checked */
  readonly checksSolution: boolean
  /** whether the header hash has to meet its target */
  readonly enforcesHash: boolean
  readonly powLimit: bigint
  readonly powLimitBits: number
  /** what powLimitBits stands for, which is a little less than powLimit */
  readonly powLimitTarget: bigint
  /** seconds between blocks that the difficulty aims at */
  readonly blockTime: number
  /** -ac_adaptivepow; null: the usual rules */
  readonly adaptivePow: AdaptivePow | null
  /** per cent by which one step may shorten (up) or lengthen (down) the measured timespan */
  readonly maxAdjustUp: number
  readonly maxAdjustDown: number
  /** seconds ahead of the clock from which a header is `time-too-new` */
  readonly maxFutureSeconds: number
  /** -ac_cc as the modules see it */
  readonly cc: number
  readonly ccEnabled: boolean
  /** no eval node is valid below this height */
  readonly ccActivateHeight: number
  readonly evalCodes: EvalCodeRules
  readonly emission: Emission
  readonly commission: Commission | null
  readonly timeLock: TimeLock | null
  /** -ac_notarypay: satoshis that the notaries of one notarisation share, by era; null: blocks pay none */
  readonly notaryPay: readonly bigint[] | null
  /** who notarises when, first season first */
  readonly notarySeasons: readonly SeasonKeys[]
  /** bit 0: non-coinbase transactions, bit 1: coinbases */
  readonly txPow: number
  /** -ac_staked: per cent of the blocks that ought to be staked; 0: none can be */
  readonly staked: number
  /** -ac_public */
  readonly publicOnly: boolean
  /** -ac_private */
  readonly privateOnly: boolean
  /** satoshis */
  readonly maxMoney: bigint
  /** a coinbase is spendable this many blocks after its own */
  readonly coinbaseMaturity: number
  /** satoshis by which a coinbase may exceed its limit */
  readonly extraSatoshi: bigint
  readonly maxBlockSigOps: number
  readonly upgrades: UpgradeParams
  readonly maxReorg: number
  readonly checkpoints: Checkpoints
  /** whether addressindex and spentindex are on unless said otherwise */
  readonly indexesByDefault: boolean
  readonly options: ChainOptions
}

export interface UpgradeParams {
  /** configured height or NOT_ACTIVE */
  readonly overwinter: number
  readonly sapling: number
  /** whether the rule that finds the height by block times applies */
  readonly automatic: boolean
  readonly protocolVersions: { readonly sprout: number; readonly overwinter: number; readonly sapling: number }
}

/** 0x0f0f…0f, 32 bytes (chain-params.md §7). */
const POW_LIMIT = BigInt(`0x${'0f'.repeat(32)}`)
/** What POW_LIMIT rounds to; the difficulty of every chain's first blocks. */
const POW_LIMIT_BITS = 0x200f0f0f
const POW_LIMIT_TARGET = decodeCompact(POW_LIMIT_BITS).target
/** Target spacing that -ac_blocktime counts as "not given" (chain-params.md §2, §7.1). */
const DEFAULT_BLOCK_TIME = 60
/** Regtest's own spacing (chain-params.md §7.1). */
const REGTEST_BLOCK_TIME = 150
/** chain-params.md §7.1 */
const MAIN_ADJUST = { up: 16, down: 32 }
/** A header may be at most seven spacings ahead of the clock; without -ac_blocktime that is seven minutes (§7.2). */
const FUTURE_SPACINGS = 7
/** Protocol versions that go with each upgrade (chain-params.md §8). */
const PROTOCOL_VERSIONS = {
  main: { sprout: 170_002, overwinter: 170_005, sapling: 170_007 },
  regtest: { sprout: 170_002, overwinter: 170_003, sapling: 170_006 },
}
/** A plain regtest has no name to derive these from; RPC port: chain-params.md §4, the rest is the family's own constant. */
const PLAIN_REGTEST = { magic: 0xf5f38eaa, p2pPort: 17_779, rpcPort: 18_232 }
/** chain-params.md §10; the base chain keeps the older limit. */
const MAX_BLOCK_SIGOPS = 60_000
const BASE_MAX_BLOCK_SIGOPS = 20_000
/** Symbols whose first miners paid one satoshi too much (chain-params.md §9.1). */
const ONE_SATOSHI_MORE: ReadonlySet<string> = new Set(['SUPERNET', 'DEX', 'COQUI', 'PIRATE', 'KMDICE'])
const PIRATE = 'PIRATE'
const PIRATE_HALVING = { declared: 77_777n, real: 388_885n }
/** Maturity with several eras (chain-params.md §9.3). */
const MULTI_ERA_MATURITY = 100
/** Families of test chains that other nodes know by name; this is the only difference for them here. */
const SHORT_MATURITY = /^(TEST|CFEK)/

/** Parses and builds; for tools and tests. @throws ChainOptionError with a text that names the option. */
export function chainParamsFromArgs(args: readonly string[]): ChainParams {
  const parsed = parseChainOptions(args)
  if (!parsed.ok) throw new ChainOptionError(parsed.error)
  return buildChainParams(parsed.options)
}

/** @param options as parseChainOptions accepted them */
export function buildChainParams(options: ChainOptions): ChainParams {
  const smartChain = options.name !== ''
  const main = options.network === 'main'
  const ownSpacing = options.blockTime !== DEFAULT_BLOCK_TIME
  const spacing = main ? DEFAULT_BLOCK_TIME : REGTEST_BLOCK_TIME
  const genesis = genesisBlock(options.network)
  const identity = identityOf(options)
  const indexed = options.cc !== 0 || options.ccActivate !== 0
  // Both activation options turn conditions on, but only after the magic has been made (chain-params.md §2).
  const activates = options.ccActivate !== 0 || options.ccActivateHeights.size > 0
  const cc = smartChain && options.cc < 2 && activates ? 2 : options.cc
  return {
    name: options.name,
    smartChain,
    network: options.network,
    ...identity,
    genesis,
    genesisHash: blockHash(genesis.header),
    ...proofOfWork(options),
    powLimit: POW_LIMIT,
    powLimitBits: POW_LIMIT_BITS,
    powLimitTarget: POW_LIMIT_TARGET,
    blockTime: smartChain && ownSpacing ? options.blockTime : spacing,
    adaptivePow: adaptivePowOf(options),
    maxAdjustUp: main ? MAIN_ADJUST.up : 0,
    maxAdjustDown: main ? MAIN_ADJUST.down : 0,
    maxFutureSeconds: FUTURE_SPACINGS * (smartChain && ownSpacing ? options.blockTime : DEFAULT_BLOCK_TIME),
    cc,
    ccEnabled: cc !== 0,
    ccActivateHeight: options.ccActivate,
    evalCodes: evalCodeRules(options),
    emission: emissionOf(options, identity.magic),
    commission: commissionParams(options),
    timeLock: options.timeLock,
    notaryPay: smartChain && options.notaryPay[0] !== 0n ? options.notaryPay.slice(0, options.eras) : null,
    notarySeasons: seasonsOf(options.name),
    txPow: smartChain ? options.txPow : 0,
    staked: smartChain ? options.staked : 0,
    publicOnly: options.publicOnly,
    privateOnly: smartChain && options.privateOnly,
    maxMoney: smartChain ? maxMoneyOf(options) : BASE_MAX_MONEY,
    coinbaseMaturity: maturityOf(options),
    extraSatoshi: !smartChain || ONE_SATOSHI_MORE.has(options.name) ? 1n : 0n,
    maxBlockSigOps: smartChain ? MAX_BLOCK_SIGOPS : BASE_MAX_BLOCK_SIGOPS,
    upgrades: upgradeParams(options),
    maxReorg: options.maxReorg,
    checkpoints: builtInCheckpoints(options),
    indexesByDefault: indexed,
    options,
  }
}

function identityOf(options: ChainOptions): Pick<ChainParams, 'magic' | 'magicBytes' | 'p2pPort' | 'rpcPort'> {
  if (options.name === '') {
    const magicBytes = new Uint8Array(4)
    new DataView(magicBytes.buffer).setUint32(0, PLAIN_REGTEST.magic, true)
    return { ...PLAIN_REGTEST, magicBytes, p2pPort: options.port ?? PLAIN_REGTEST.p2pPort }
  }
  const { magic, magicBytes, p2pPort: derived } = computeMagic(options)
  const p2pPort = options.port ?? derived
  return { magic, magicBytes, p2pPort, rpcPort: p2pPort + 1 }
}

function proofOfWork(options: ChainOptions): Pick<ChainParams, 'equihash' | 'checksSolution' | 'enforcesHash'> {
  const main = options.network === 'main'
  return {
    equihash: main ? { n: 200, k: 9 } : { n: 48, k: 5 },
    checksSolution: main,
    enforcesHash: options.name !== '',
  }
}

/** Every positive value but 2 means the same (adaptive-pow.md). */
function adaptivePowOf({ name, adaptivePow, blockTime }: ChainOptions): AdaptivePow | null {
  return name === '' || adaptivePow <= 0 ? null : { spacing: blockTime, exponential: adaptivePow === 2 }
}

function emissionOf(options: ChainOptions, magic: number): Emission {
  return {
    supply: options.supply,
    extra: BigInt(options.staked === 0 ? magic & 0xffffff : magic),
    eras: Array.from({ length: options.eras }, (_, era) => ({
      end: options.end[era]!,
      reward: options.reward[era]!,
      halving: era === 0 ? firstHalving(options) : options.halving[era]!,
      decay: options.decay[era]!,
    })),
  }
}

/** One chain agreed on another interval after its magic had been made of the first (live-chains.md). */
function firstHalving({ name, halving }: ChainOptions): bigint {
  return name === PIRATE && halving[0] === PIRATE_HALVING.declared ? PIRATE_HALVING.real : halving[0]!
}

function commissionParams(options: ChainOptions): Commission | null {
  if (options.name === '' || (options.perc === 0n && options.foundersReward === 0n)) return null
  const { perc, founders, foundersReward, pubkey, script } = options
  // A script takes the place of the key altogether (chain-params.md §9.2).
  const scripts =
    script.length > 0 ? [script] : pubkey.length > 0 ? [p2pkScript(pubkey), p2pkhScript(hash160(pubkey))] : []
  return { perc, founders, foundersReward, scripts }
}

function maturityOf(options: ChainOptions): number {
  if (options.name === '') return 1
  if (options.coinbaseMaturity !== 0) return options.coinbaseMaturity
  if (options.eras === 1 || options.network === 'regtest' || SHORT_MATURITY.test(options.name)) return 1
  return MULTI_ERA_MATURITY
}

function upgradeParams(options: ChainOptions): UpgradeParams {
  const sapling = options.sapling ?? NOT_ACTIVE
  // -ac_sapling implies the other, not the reverse (chain-params.md §2).
  const overwinter = options.overwinter ?? sapling
  return {
    overwinter: options.upgradeHeights.overwinter ?? overwinter,
    sapling: options.upgradeHeights.sapling ?? sapling,
    // -nuparams does not switch the rule off (chain-params.md §8).
    automatic: sapling <= 0,
    protocolVersions: PROTOCOL_VERSIONS[options.network],
  }
}

/** Seconds between blocks as -ac_blocktime says it, 60 without; regtest's own spacing does not count. */
export const askedSpacing = ({ maxFutureSeconds }: Pick<ChainParams, 'maxFutureSeconds'>): number =>
  maxFutureSeconds / FUTURE_SPACINGS
