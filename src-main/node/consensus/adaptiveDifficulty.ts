import { decodeCompact, encodeCompact } from '../primitives/index.ts'
import type { HeaderAt } from './headerAt.ts'

/**
 * The part of -ac_adaptivepow that depends on single blocks (adaptive-pow.md). komodod computes it in C: targets are
 * unsigned 256-bit numbers, times unsigned 32-bit, and some products signed 32-bit or 64-bit. All wrap on overflow.
 */

/** Number of blocks below a new one that these rules read. With fewer blocks only the average applies. */
export const ADAPTIVE_WINDOW = 64
/** Factor by which komodod scales times before dividing. */
const K = 1_000_000n
/** The limit without its flag bits: the easiest possible target. */
export const EASIEST_BITS = 0x200f0f0c
const EASIEST = decodeCompact(EASIEST_BITS).target
/** The number 1 in the fixed-point format of `exponential`. */
const EXPONENTIAL_ONE = 360_000n
/** Flags in the two lowest bits of a target: the reason why the block was harder. */
export const FLAG = { none: 0, inner: 1, outer: 2 } as const
const FLAG_BITS = 3

const u256 = (value: bigint): bigint => BigInt.asUintN(256, value)
const i64 = (value: bigint): bigint => BigInt.asIntN(64, value)
const u64 = (value: bigint): bigint => BigInt.asUintN(64, value)

/** Recent blocks below a new one, its parent first. */
export interface RecentBlocks {
  /** unix seconds */
  readonly times: readonly number[]
  readonly flags: readonly number[]
  /** targets with their flag bits; the target of a flagged block is eased by the time the block took */
  readonly targets: readonly bigint[]
}

export interface AdaptiveInput {
  /** -ac_blocktime, seconds */
  readonly spacing: number
  /** time of the new block, unix seconds */
  readonly time: number
  readonly recent: RecentBlocks
}

export const getFlag = (bits: number): number => bits & FLAG_BITS

/** Returns the compact target with its flag bits replaced by `flag`. */
export const flagged = (bits: number, flag: number): number => ((bits & ~FLAG_BITS) | flag) >>> 0

/** Returns the last ADAPTIVE_WINDOW blocks below `height`. @param height at least ADAPTIVE_WINDOW */
export function recentBlocks(spacing: number, height: number, at: HeaderAt): RecentBlocks {
  const headers = Array.from({ length: ADAPTIVE_WINDOW }, (_, index) => at(height - 1 - index))
  const times = headers.map(({ time }) => time)
  const flags = headers.map(({ bits }) => getFlag(bits))
  const targets = headers.map(({ bits }, index) => {
    const { target } = decodeCompact(bits)
    const next = times[index + 1]
    // The parent of the oldest block is not read; at the lowest height it does not exist.
    if (height === ADAPTIVE_WINDOW || next === undefined) return target
    const made = flags[index] === FLAG.inner || flags[index] === FLAG.outer
    return made ? widened(spacing, target, (times[index]! - next) >>> 0) : target
  })
  return { times, flags, targets }
}

/** Returns a target eased by the square of the block's time. @param seconds time that the block took */
export function widened(spacing: number, target: bigint, seconds: number): bigint {
  const factor = i64(K * BigInt(seconds) * BigInt(seconds)) / BigInt(spacing * spacing * 784)
  return factor > 1n ? u256((target / 1000n) * factor) : target
}

/**
 * Returns 3 ** `exponent`, wrapped to 64 bits. Uses squaring, because a header may claim any time and must not cost
 * more for it.
 */
function powerOfThree(exponent: number): bigint {
  let power = 1n
  let square = 3n
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = u64(power * square)
    square = u64(square * square)
  }
  return power
}

/**
 * Returns roughly 3 ** (`seconds` / `spacing`) in fixed point, with EXPONENTIAL_ONE as 1.
 * @param seconds at least 0
 */
function exponential(spacing: number, seconds: number): bigint {
  const rest = seconds % spacing
  const linear = Math.trunc((396_000 * rest) / spacing)
  // The product exceeds 32 bits from 100 seconds on, and wraps.
  const square = Math.trunc(Math.imul(216_000 * rest, rest) / (spacing * spacing))
  const power = powerOfThree(Math.floor(seconds / spacing))
  return i64(power * (EXPONENTIAL_ONE + BigInt(linear) + BigInt(square)))
}

/**
 * Adjusts the average by the effects of single blocks (adaptive-pow.md §2).
 * @param overdue seconds by which the new block is late, relative to the parent or an earlier block
 * @returns the compact target including flag bits
 */
export function adjusted(input: AdaptiveInput, average: bigint, overdue: number): number {
  const { spacing, recent } = input
  const flag = recent.flags[0] === FLAG.inner || recent.flags[0] === FLAG.outer ? FLAG.inner : FLAG.outer
  const harder = flag === FLAG.inner ? innerTarget(input, average) : outerTarget(input, average)
  let target = harder
  if (overdue > 1) {
    target = u256((harder / EXPONENTIAL_ONE) * u64(exponential(spacing, overdue)))
    if (target < harder || target > EASIEST) return EASIEST_BITS
  }
  return flagged(encodeCompact(target), harder === average ? FLAG.none : flag)
}

/** Bursts that make the next block harder: this number of blocks within `numerator`/`denominator` spacings. */
const BURSTS = [
  { numerator: 15, denominator: 100, blocks: 2 },
  { numerator: 1, denominator: 2, blocks: 3 },
  { numerator: 7, denominator: 3, blocks: 6 },
  { numerator: 12, denominator: 7, blocks: 12 },
] as const

interface Burst {
  readonly numerator: number
  readonly denominator: number
  readonly blocks: number
}

/** Burst of two blocks within about a second. Chains with a spacing below a minute have none. */
function shortestBurst(spacing: number): readonly Burst[] {
  if (spacing < 60) return []
  return [{ numerator: 1, denominator: spacing < 100 ? 60 : 100, blocks: 1 }]
}

/** Target after an unflagged block: the first burst that makes it harder applies. */
function outerTarget(input: AdaptiveInput, average: bigint): bigint {
  for (const burst of [...shortestBurst(input.spacing), ...BURSTS]) {
    const target = afterBurst(input, average, burst)
    if (target < average) return target
  }
  return average
}

function afterBurst({ spacing, time, recent }: AdaptiveInput, average: bigint, burst: Burst): bigint {
  const { times, targets } = recent
  const { numerator, denominator, blocks } = burst
  const took = (times[0]! - times[blocks]!) >>> 0
  if (took >= Math.max(2, Math.trunc((spacing * numerator) / denominator))) return average
  const since = BigInt((time - times[0]!) >>> 0)
  const share = i64(K * since * BigInt(took) * BigInt(denominator)) / BigInt(numerator * spacing * spacing)
  const target = share < K ? u256((targets[0]! / K) * u64(share)) : average
  return target < average / 2n ? target : average / 2n
}

/** Maximum distance of the block flagged by a burst, and the number of blocks over which the pace is then measured. */
const INNER_STEPS = [
  { within: 10, blocks: 1 },
  { within: 20, blocks: 2 },
  { within: 30, blocks: 3 },
  { within: 40, blocks: 6 },
  { within: 50, blocks: 12 },
] as const
const OUTER_SEARCH = 50

/** Target after a flagged block: blocks stay harder while there have been too many since the burst. */
function innerTarget(input: AdaptiveInput, average: bigint): bigint {
  const found = input.recent.flags.indexOf(FLAG.outer)
  const outer = found === -1 ? OUTER_SEARCH : Math.min(found, OUTER_SEARCH)
  let target = average
  for (const { within, blocks } of INNER_STEPS) {
    if (outer >= within) continue
    const wanted = byPace(input, target, { outer, blocks })
    if (wanted < target) target = wanted
  }
  return target
}

function byPace(
  { spacing, time, recent: { times, targets } }: AdaptiveInput,
  target: bigint,
  { outer, blocks }: { readonly outer: number; readonly blocks: number },
): bigint {
  const width = outer + blocks
  if (((times[0]! - times[width]!) | 0) >= (width + 1) * spacing) return target
  const since = BigInt((time - times[0]!) >>> 0)
  const took = BigInt((times[0]! - times[blocks]!) >>> 0)
  const share = i64(K * since * took) / BigInt(blocks * spacing * spacing)
  const sum = u256(targets.slice(0, blocks).reduce((total, one) => total + one, 0n))
  const wanted = u256((sum / (BigInt(blocks) * K)) * u64(share))
  // An equal target would not show that the burst still applies.
  return wanted === target ? (target / 101n) * 100n : wanted
}

/** -ac_adaptivepow=2: derives the target from the parent's target alone (adaptive-pow.md §4), without any limit. */
export function exponentialTarget({ spacing, time, recent }: AdaptiveInput): number {
  const even = BigInt(Math.max((time - recent.times[0]!) | 0, 4) & ~1)
  const power = exponential(spacing, Number(even) / 2)
  const planned = BigInt(spacing)
  const base = recent.targets[0]! / (K * planned)
  const unit = base / EXPONENTIAL_ONE
  const sum = u256(base * planned + unit * u64(even * power) - unit * u64(planned * power))
  return flagged(encodeCompact(u256((sum / even) * (K * planned))), FLAG.none)
}
