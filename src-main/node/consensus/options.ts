import { CHAIN_OPTION_NAMES } from '#shared/chainOptionNames.ts'
import { fromHex } from '../util/index.ts'
import {
  type ArgumentList,
  ChainOptionError,
  createOptionReader,
  fillList,
  INT32_MAX,
  INT64_MAX,
  type OptionReader,
  readArguments,
  UINT64_MAX,
} from './argumentList.ts'
import type { ChainOptions, ParsedChainOptions } from './chainOptions.ts'
import { describeForkedChain } from './forkedChains.ts'
import { outOfScope } from './scope.ts'
import { unknownEvalCode } from './unknownEvalCode.ts'

/** Maximum number of eras in list options (chain-params.md §2). */
export const MAX_ERAS = 7
/** Longer symbols are truncated (chain-params.md §2). */
const MAX_NAME_LENGTH = 64
/** Maximum supply in whole coins, checked at start (chain-params.md §2). */
const MAX_SUPPLY = 90_000_000_000n
/**
 * Above this supply in whole coins the premine is spread over blocks, and a commission key cannot be used
 * (chain-params.md §9.1).
 */
const SPREAD_SUPPLY = 10_000_000_000n
/** Default -ac_perc if only -ac_founders is given: 35 of 65 (chain-params.md §2). */
export const FOUNDERS_PERCENTAGE = 53_846_154n
/** Value of -ac_decay for a linear change to the next era's reward (chain-params.md §2). */
const LINEAR_DECAY = 100_000_000n
/** Default maximum depth of a reorganisation. Deeper ones stop the node (chain-params.md §10). */
const DEFAULT_MAX_REORG = 99
/** Branch ids that -nuparams accepts (chain-params.md §8). */
const UPGRADE_BRANCHES: Readonly<Record<string, 'overwinter' | 'sapling'>> = {
  '5ba81b19': 'overwinter',
  '76b809bb': 'sapling',
}

/** Parses the options of a chain. A chain that this node cannot run completely is an error that states the reason. */
export function parseChainOptions(args: readonly string[]): ParsedChainOptions {
  // First, because such chains have options that are unknown here.
  const forked = describeForkedChain(readArguments(args).last('ac_name') ?? '')
  if (forked !== undefined) return { ok: false, error: `-ac_name: ${forked}` }
  const parsed = readChainOptions(args)
  if (!parsed.ok) return parsed
  const error = outOfScope(parsed.options) ?? unknownEvalCode(readArguments(args), parsed.options)
  return error === undefined ? parsed : { ok: false, error }
}

/**
 * Like `parseChainOptions`, without checking that the chain is supported. Sufficient for its magic and ports
 * (chain-params.md §3).
 */
export function readChainOptions(args: readonly string[]): ParsedChainOptions {
  const list = readArguments(args)
  try {
    return { ok: true, options: collect(list, createOptionReader(list)) }
  } catch (error) {
    if (error instanceof ChainOptionError) return { ok: false, error: error.message }
    throw error
  }
}

function collect(list: ArgumentList, read: OptionReader): ChainOptions {
  rejectUnclearChainOptions(list)
  const i32 = (key: string, fallback = 0n, min = 0n): number => Number(read.integer(key, fallback, min, INT32_MAX))
  const network = readNetwork(read)
  const name = readName(list)
  const rawEras = i32('ac_eras', 1n)
  const eras = rawEras >= 1 && rawEras <= MAX_ERAS ? rawEras : 1
  const end = fillList(read.list('ac_end', MAX_ERAS), MAX_ERAS)
  const [n = 0n, k = 0n] = read.list('ac_nk', 2).length === 0 ? [] : fillList(read.list('ac_nk', 2), 2)
  const port = read.integer('port', 0n, 0n, 65_535n)
  return {
    network,
    name,
    supply: read.integer('ac_supply', 10n, 0n, MAX_SUPPLY),
    eras,
    end,
    // Rewards from 2^63 on count as negative, which prevents mining, but chains can be started with them (subsidy.ts).
    reward: fillList(read.list('ac_reward', MAX_ERAS, UINT64_MAX), MAX_ERAS),
    halving: fillList(read.list('ac_halving', MAX_ERAS), MAX_ERAS),
    decay: readDecay(read, end),
    notaryPay: fillList(read.list('ac_notarypay', MAX_ERAS), MAX_ERAS),
    ...readCommission(read),
    cc: i32('ac_cc'),
    // Codes and library have an effect only on a chain with crypto-conditions (chain-params.md §2).
    ccEnable: readEnabledCodes(read, i32('ac_cc')),
    ccLib: i32('ac_cc') === 0 ? '' : read.text('ac_cclib'),
    ccActivate: i32('ac_ccactivate'),
    ccActivateHeights: readActivationPairs(read.list('ac_ccactivateht', 512)),
    publicOnly: i32('ac_public') !== 0,
    privateOnly: i32('ac_private') !== 0,
    staked: Math.min(i32('ac_staked'), 100),
    blockTime: i32('ac_blocktime', 60n, 1n),
    txPow: i32('ac_txpow') & 3,
    timeLock: readTimeLock(list, read),
    algorithm: read.text('ac_algo') || 'equihash',
    equihash: n !== 0n && k !== 0n ? { n: Number(n), k: Number(k) } : null,
    adaptivePow: Number(read.integer('ac_adaptivepow', 0n, -128n, 127n)),
    coinbaseMaturity: i32('ac_cbmaturity'),
    snapshot: i32('ac_snapshot'),
    earlyTxidContract: i32('ac_earlytxidcontract'),
    earlyTxid: read.text('earlytxid'),
    minerOpReturn: fromHex(read.hex('ac_mineropret')),
    importSource: read.text('ac_import'),
    beam: read.integer('ac_beam', 0n, 0n, INT32_MAX),
    coda: read.integer('ac_coda', 0n, 0n, INT32_MAX),
    sapling: readUpgradeHeight(read, 'ac_sapling'),
    overwinter: readUpgradeHeight(read, 'ac_overwinter'),
    upgradeHeights: readUpgradeParameters(list, network),
    port: port === 0n ? null : Number(port),
    maxReorg: i32('maxreorg', BigInt(DEFAULT_MAX_REORG)),
  }
}

function readNetwork(read: OptionReader): 'main' | 'regtest' {
  const regtest = read.flag('regtest')
  const testnet = read.flag('testnet')
  if (regtest && testnet) throw new ChainOptionError('Error: Invalid combination of -regtest and -testnet.')
  if (testnet) throw new ChainOptionError('-testnet: there is no test network for Smart Chains, use -regtest')
  return regtest ? 'regtest' : 'main'
}

/** The symbol is also the name of a directory and a file, so names that could leave the data directory are rejected. */
function readName(list: ArgumentList): string {
  const name = (list.last('ac_name') ?? '').slice(0, MAX_NAME_LENGTH)
  if (name === '') return ''
  if (!/^[A-Za-z0-9][A-Za-z0-9_.-]*$/.test(name)) {
    throw new ChainOptionError('-ac_name: letters, digits, "_", "-" and "." only, starting with a letter or digit')
  }
  return name
}

function readDecay(read: OptionReader, end: readonly bigint[]): readonly bigint[] {
  return fillList(read.list('ac_decay', MAX_ERAS), MAX_ERAS).map((decay, era) => {
    if (decay > LINEAR_DECAY) return 0n
    return decay === LINEAR_DECAY && end[era] === 0n ? 0n : decay
  })
}

/** Commission and founders' reward require a payee (chain-params.md §2). */
function readCommission(
  read: OptionReader,
): Pick<ChainOptions, 'perc' | 'founders' | 'foundersReward' | 'pubkey' | 'script'> {
  const pubkey = fromHex(read.hex('ac_pubkey'))
  const script = fromHex(read.hex('ac_script'))
  if (pubkey.length !== 0 && pubkey.length !== 33) throw new ChainOptionError('-ac_pubkey: 66 hex digits are needed')
  const perc = read.integer('ac_perc', 0n, 0n, 0xffff_ffffn)
  const founders = Number(read.integer('ac_founders', 0n, 0n, INT32_MAX))
  const foundersReward = read.integer('ac_founders_reward', 0n, 0n, INT64_MAX)
  if (perc !== 0n && foundersReward !== 0n) {
    throw new ChainOptionError('-ac_perc and -ac_founders_reward cannot be used together')
  }
  const payee = pubkey.length > 0 || script.length > 0
  if (payee && read.integer('ac_supply', 10n, 0n, MAX_SUPPLY) > SPREAD_SUPPLY) {
    throw new ChainOptionError('-ac_pubkey and -ac_script do not work with an -ac_supply over 10 billion')
  }
  if (!payee) return { perc: 0n, founders: 0, foundersReward, pubkey, script }
  const implied = perc === 0n && founders !== 0 && foundersReward === 0n
  return { perc: implied ? FOUNDERS_PERCENTAGE : perc, founders, foundersReward, pubkey, script }
}

/** Zeros are ignored (chain-params.md §3), so a list of only zeros would enable all codes. Such a list is rejected. */
function readEnabledCodes(read: OptionReader, cc: number): readonly bigint[] {
  const codes = read.list('ac_ccenable', 256)
  if (cc === 0) return []
  if (codes.length > 0 && codes.every((code) => code === 0n)) {
    throw new ChainOptionError(
      '-ac_ccenable: contains no eval code, so all contracts would stay enabled; omit the option to enable all',
    )
  }
  return codes
}

function readTimeLock(list: ArgumentList, read: OptionReader): ChainOptions['timeLock'] {
  const atLeast = read.integer('ac_timelockgte', 0n, 0n, INT64_MAX)
  const from = read.integer('ac_timeunlockfrom', 0n, 0n, INT64_MAX)
  const to = read.integer('ac_timeunlockto', 0n, 0n, INT64_MAX)
  return !list.has('ac_timelockgte') || from > to ? null : { atLeast, from, to }
}

/** komodod uses −1 for "not given". A height of 0 would be active without a height to show, so it is rejected. */
function readUpgradeHeight(read: OptionReader, key: string): number | null {
  const height = Number(read.integer(key, -1n, -1n, INT32_MAX))
  if (height === 0) throw new ChainOptionError(`-${key}: the first possible height is 1`)
  return height === -1 ? null : height
}

/**
 * Reads the `code,height` pairs of -ac_ccactivateht. komodod fills the list up with its last number and stops only when
 * a code repeats directly. So a last height that could be a code enables that code too.
 */
function readActivationPairs(given: readonly bigint[]): ReadonlyMap<number, number> {
  const heights = new Map<number, number>()
  if (given.length === 0) return heights
  const filled = fillList(given, 512)
  for (let i = 0; i + 1 < filled.length; i += 2) {
    const code = filled[i]!
    if (i > 1 && filled[i - 2] === code) break
    const height = filled[i + 1]!
    if (i >= given.length && (code === 0n || code > 255n)) continue
    if (code === 0n || code > 255n) throw new ChainOptionError(`-ac_ccactivateht: ${code} is not an eval code`)
    if (height === 0n || height > INT32_MAX) throw new ChainOptionError(`-ac_ccactivateht: ${height} is not a height`)
    heights.set(Number(code), Number(height))
  }
  return heights
}

function readUpgradeParameters(list: ArgumentList, network: string): ChainOptions['upgradeHeights'] {
  const heights: { overwinter?: number; sapling?: number } = {}
  for (const text of list.all('nuparams')) {
    if (network !== 'regtest') throw new ChainOptionError('-nuparams requires -regtest')
    const match = /^([0-9a-fA-F]{1,8}):(\d{1,9})$/.exec(text)
    if (match === null) throw new ChainOptionError(`-nuparams: expected <branch id in hex>:<height>, got "${text}"`)
    const upgrade = UPGRADE_BRANCHES[match[1]!.toLowerCase().padStart(8, '0')]
    if (upgrade === undefined) throw new ChainOptionError(`-nuparams: unknown upgrade ${match[1]}`)
    heights[upgrade] = Number(match[2])
  }
  return heights
}

/**
 * Rejects misspelt chain options and options without a value, for example dropped by the shell. Either would silently
 * start a different chain.
 */
function rejectUnclearChainOptions(list: ArgumentList): void {
  for (const key of list.keys()) {
    if (!key.startsWith('ac_')) continue
    if (!CHAIN_OPTION_NAMES.has(key)) throw new ChainOptionError(`-${key}: unknown option`)
    if (key !== 'ac_name' && list.all(key).some((value) => value.trim() === '')) {
      throw new ChainOptionError(`-${key}: missing value; omit the option if it is not wanted`)
    }
  }
}
