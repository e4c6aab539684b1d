import { hash160 } from '../crypto/index.ts'
import { type Block, blockHash, decodeCompact, type EquihashParameters } from '../primitives/index.ts'
import { p2pkhScript, p2pkScript } from '../script/index.ts'
import { ChainOptionError } from './argumentList.ts'
import type { ChainOptions } from './chainOptions.ts'
import { builtInCheckpoints, type Checkpoints } from './checkpoints.ts'
import { type EvalCodeRules, evalCodeRules } from './evalCodeRules.ts'
import { genesisBlock } from './genesisBlocks.ts'
import { computeMagic } from './magic.ts'
import { BASE_MAX_MONEY, computeMaxMoney } from './maxMoney.ts'
import type { SeasonKeys } from './notaries/seasonKeys.ts'
import { seasonsFor } from './notaries/seasons.ts'
import { parseChainOptions } from './options.ts'

/** Height value of an upgrade that never activates. */
export const NOT_ACTIVE = -1

export interface Era {
  /** first height without this era's reward; 0 if the era never ends */
  readonly end: bigint
  /** satoshis per block */
  readonly reward: bigint
  /** in blocks; 0 for no halving */
  readonly halving: bigint
  /** see subsidy.ts; 0 for plain halving */
  readonly decay: bigint
}

export interface Emission {
  /** whole coins that block 1 (or the first blocks) pay in addition */
  readonly supply: bigint
  /**
   * satoshis by which the premine exceeds `supply`: the low 24 bits of the magic, or the full magic on a staked chain
   */
  readonly extra: bigint
  readonly eras: readonly Era[]
}

export interface Commission {
  /** fraction of 1e8 */
  readonly perc: bigint
  /** number of blocks per payment; 0 pays a share of the outputs in each block */
  readonly founders: number
  readonly foundersReward: bigint
  /** accepted scriptPubKeys of the payee, the preferred one first; empty without a payee */
  readonly scripts: readonly Uint8Array[]
}

export interface TimeLock {
  /** minimum satoshis of a coinbase (or a subsidy) that must be locked */
  readonly atLeast: bigint
  readonly from: bigint
  readonly to: bigint
}

/** Parameters of a difficulty that depends on a block's own time (adaptive-pow.md). */
export interface AdaptivePow {
  /** -ac_blocktime in seconds, even if the average uses another spacing, as on regtest */
  readonly spacing: number
  /** from height 64 on the target depends only on the parent's (value 2) */
  readonly exponential: boolean
}

/** All parameters of a chain that the rules need. Immutable. */
export interface ChainParams {
  /** symbol, or '' on a plain regtest */
  readonly name: string
  /** false on a plain regtest, which follows some rules of the base chain */
  readonly smartChain: boolean
  readonly network: 'main' | 'regtest'
  /** u32 */
  readonly magic: number
  /** 4 bytes as on the wire */
  readonly magicBytes: Uint8Array
  readonly p2pPort: number
  /** default port, see effectiveRpcPort */
  readonly rpcPort: number
  readonly genesis: Block
  readonly genesisHash: Uint8Array
  readonly equihash: EquihashParameters
  /** whether the Equihash solution is checked */
  readonly checksSolution: boolean
  /** whether the header hash must meet its target */
  readonly enforcesHash: boolean
  readonly powLimit: bigint
  readonly powLimitBits: number
  /** the target that powLimitBits encodes, slightly below powLimit */
  readonly powLimitTarget: bigint
  /** target spacing of blocks in seconds */
  readonly blockTime: number
  /** -ac_adaptivepow, or null for the usual rules */
  readonly adaptivePow: AdaptivePow | null
  /** maximum change of the measured timespan per step, in per cent: shortening (up) and lengthening (down) */
  readonly maxAdjustUp: number
  readonly maxAdjustDown: number
  /** seconds ahead of the clock above which a header is `time-too-new` */
  readonly maxFutureSeconds: number
  /** effective -ac_cc for the modules */
  readonly cc: number
  readonly ccEnabled: boolean
  /** no eval node is valid below this height */
  readonly ccActivateHeight: number
  readonly evalCodes: EvalCodeRules
  readonly emission: Emission
  readonly commission: Commission | null
  readonly timeLock: TimeLock | null
  /** -ac_notarypay: satoshis that the notaries of one notarisation share, by era; null if blocks pay nothing */
  readonly notaryPay: readonly bigint[] | null
  /** notaries by season, first season first */
  readonly notarySeasons: readonly SeasonKeys[]
  /** bit 0: non-coinbase transactions, bit 1: coinbases */
  readonly txPow: number
  /** -ac_staked: intended percentage of staked blocks; 0 disables staking */
  readonly staked: number
  /** -ac_public */
  readonly publicOnly: boolean
  /** -ac_private */
  readonly privateOnly: boolean
  /** satoshis */
  readonly maxMoney: bigint
  /** number of blocks until a coinbase is spendable */
  readonly coinbaseMaturity: number
  /** extra satoshis that a coinbase may have above its limit */
  readonly extraSatoshi: bigint
  readonly maxBlockSigOps: number
  readonly upgrades: UpgradeParams
  readonly maxReorg: number
  readonly checkpoints: Checkpoints
  /** whether addressindex and spentindex default to on */
  readonly indexesByDefault: boolean
  readonly options: ChainOptions
}

export interface UpgradeParams {
  /** configured height or NOT_ACTIVE */
  readonly overwinter: number
  readonly sapling: number
  /** whether the rule that derives the height from block times applies */
  readonly automatic: boolean
  readonly protocolVersions: { readonly sprout: number; readonly overwinter: number; readonly sapling: number }
}

/** 0x0f0f…0f, 32 bytes (chain-params.md §7). */
const POW_LIMIT = BigInt(`0x${'0f'.repeat(32)}`)
/** Compact form of POW_LIMIT: the difficulty of the first blocks of every chain. */
const POW_LIMIT_BITS = 0x200f0f0f
const POW_LIMIT_TARGET = decodeCompact(POW_LIMIT_BITS).target
/** Default -ac_blocktime in seconds, which counts as "not given" (chain-params.md §2, §7.1). */
const DEFAULT_BLOCK_TIME = 60
/** Target spacing of regtest in seconds (chain-params.md §7.1). */
const REGTEST_BLOCK_TIME = 150
/** Maximum adjustment per step in per cent (chain-params.md §7.1). */
const MAIN_ADJUST = { up: 16, down: 32 }
/** Maximum number of spacings that a header may be ahead of the clock; seven minutes without -ac_blocktime (§7.2). */
const FUTURE_SPACINGS = 7
/** Protocol versions of each upgrade (chain-params.md §8). */
const PROTOCOL_VERSIONS = {
  main: { sprout: 170_002, overwinter: 170_005, sapling: 170_007 },
  regtest: { sprout: 170_002, overwinter: 170_003, sapling: 170_006 },
}
/**
 * Fixed values, because a plain regtest has no name. RPC port: chain-params.md §4; the others are constants of komodod.
 */
const PLAIN_REGTEST = { magic: 0xf5f38eaa, p2pPort: 17_779, rpcPort: 18_232 }
/** chain-params.md §10. The base chain keeps the older limit. */
const MAX_BLOCK_SIGOPS = 60_000
const BASE_MAX_BLOCK_SIGOPS = 20_000
/** Symbols whose first miners paid one extra satoshi (chain-params.md §9.1). */
const ONE_SATOSHI_MORE: ReadonlySet<string> = new Set(['SUPERNET', 'DEX', 'COQUI', 'PIRATE', 'KMDICE'])
const PIRATE = 'PIRATE'
const PIRATE_HALVING = { declared: 77_777n, real: 388_885n }
/** Coinbase maturity with several eras (chain-params.md §9.3). */
const MULTI_ERA_MATURITY = 100
/** Test chains that komodod treats specially by name. Only their maturity differs here. */
const SHORT_MATURITY = /^(TEST|CFEK)/

/**
 * Parses the arguments and builds the parameters, for tools and tests.
 * @throws ChainOptionError with a text that names the option
 */
export function chainParamsFromArgs(args: readonly string[]): ChainParams {
  const parsed = parseChainOptions(args)
  if (!parsed.ok) throw new ChainOptionError(parsed.error)
  return buildChainParams(parsed.options)
}

/** @param options accepted by parseChainOptions */
export function buildChainParams(options: ChainOptions): ChainParams {
  const smartChain = options.name !== ''
  const main = options.network === 'main'
  const ownSpacing = options.blockTime !== DEFAULT_BLOCK_TIME
  const spacing = main ? DEFAULT_BLOCK_TIME : REGTEST_BLOCK_TIME
  const genesis = genesisBlock(options.network)
  const identity = deriveIdentity(options)
  const indexed = options.cc !== 0 || options.ccActivate !== 0
  // Either activation option enables conditions, but only after the magic was computed (chain-params.md §2).
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
    adaptivePow: toAdaptivePow(options),
    maxAdjustUp: main ? MAIN_ADJUST.up : 0,
    maxAdjustDown: main ? MAIN_ADJUST.down : 0,
    maxFutureSeconds: FUTURE_SPACINGS * (smartChain && ownSpacing ? options.blockTime : DEFAULT_BLOCK_TIME),
    cc,
    ccEnabled: cc !== 0,
    ccActivateHeight: options.ccActivate,
    evalCodes: evalCodeRules(options),
    emission: toEmission(options, identity.magic),
    commission: commissionParams(options),
    timeLock: options.timeLock,
    notaryPay: smartChain && options.notaryPay[0] !== 0n ? options.notaryPay.slice(0, options.eras) : null,
    notarySeasons: seasonsFor(options.name),
    txPow: smartChain ? options.txPow : 0,
    staked: smartChain ? options.staked : 0,
    publicOnly: options.publicOnly,
    privateOnly: smartChain && options.privateOnly,
    maxMoney: smartChain ? computeMaxMoney(options) : BASE_MAX_MONEY,
    coinbaseMaturity: selectMaturity(options),
    extraSatoshi: !smartChain || ONE_SATOSHI_MORE.has(options.name) ? 1n : 0n,
    maxBlockSigOps: smartChain ? MAX_BLOCK_SIGOPS : BASE_MAX_BLOCK_SIGOPS,
    upgrades: upgradeParams(options),
    maxReorg: options.maxReorg,
    checkpoints: builtInCheckpoints(options),
    indexesByDefault: indexed,
    options,
  }
}

function deriveIdentity(options: ChainOptions): Pick<ChainParams, 'magic' | 'magicBytes' | 'p2pPort' | 'rpcPort'> {
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

/** Every positive value except 2 has the same meaning (adaptive-pow.md). */
function toAdaptivePow({ name, adaptivePow, blockTime }: ChainOptions): AdaptivePow | null {
  return name === '' || adaptivePow <= 0 ? null : { spacing: blockTime, exponential: adaptivePow === 2 }
}

function toEmission(options: ChainOptions, magic: number): Emission {
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

/** PIRATE changed its halving interval after its magic was computed (live-chains.md). */
function firstHalving({ name, halving }: ChainOptions): bigint {
  return name === PIRATE && halving[0] === PIRATE_HALVING.declared ? PIRATE_HALVING.real : halving[0]!
}

function commissionParams(options: ChainOptions): Commission | null {
  if (options.name === '' || (options.perc === 0n && options.foundersReward === 0n)) return null
  const { perc, founders, foundersReward, pubkey, script } = options
  // A script replaces the key completely (chain-params.md §9.2).
  const scripts =
    script.length > 0 ? [script] : pubkey.length > 0 ? [p2pkScript(pubkey), p2pkhScript(hash160(pubkey))] : []
  return { perc, founders, foundersReward, scripts }
}

function selectMaturity(options: ChainOptions): number {
  if (options.name === '') return 1
  if (options.coinbaseMaturity !== 0) return options.coinbaseMaturity
  if (options.eras === 1 || options.network === 'regtest' || SHORT_MATURITY.test(options.name)) return 1
  return MULTI_ERA_MATURITY
}

function upgradeParams(options: ChainOptions): UpgradeParams {
  const sapling = options.sapling ?? NOT_ACTIVE
  // -ac_sapling implies -ac_overwinter, but not the reverse (chain-params.md §2).
  const overwinter = options.overwinter ?? sapling
  return {
    overwinter: options.upgradeHeights.overwinter ?? overwinter,
    sapling: options.upgradeHeights.sapling ?? sapling,
    // -nuparams does not disable the automatic rule (chain-params.md §8).
    automatic: sapling <= 0,
    protocolVersions: PROTOCOL_VERSIONS[options.network],
  }
}

/** Returns the spacing in seconds set by -ac_blocktime, or 60 without it. Regtest's own spacing is ignored. */
export const askedSpacing = ({ maxFutureSeconds }: Pick<ChainParams, 'maxFutureSeconds'>): number =>
  maxFutureSeconds / FUTURE_SPACINGS
