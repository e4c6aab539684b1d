import { decodeCompact, encodeCompact } from '../primitives/index.ts'
import type { HeaderAt } from './headerAt.ts'

/**
 * The part of -ac_adaptivepow that looks at single blocks (adaptive-pow.md). Other nodes compute it in C: targets are
 * unsigned 256 bits, times unsigned 32, and some products signed 32 or 64, all of which wrap.
 */

/** Blocks below a new one that these rules look at; fewer exist below that height, and then the average is all there is. */
export const ADAPTIVE_WINDOW = 64
/** The factor by which other nodes scale times before they divide. */
const K = 1_000_000n
/** The limit without its flag bits: no target is made easier than that. */
export const EASIEST_BITS = 0x200f0f0c
const EASIEST = decodeCompact(EASIEST_BITS).target
/** One in the fixed-point numbers of `exponential`. */
const EXPONENTIAL_ONE = 360_000n
/** The flags of a target, in its two lowest bits: what made the block harder. */
export const FLAG = { none: 0, inner: 1, outer: 2 } as const
const FLAG_BITS = 3

const u256 = (value: bigint): bigint => BigInt.asUintN(256, value)
const i64 = (value: bigint): bigint => BigInt.asIntN(64, value)
const u64 = (value: bigint): bigint => BigInt.asUintN(64, value)

/** The blocks below a new one, its parent first. */
export interface RecentBlocks {
  /** seconds */
  readonly times: readonly number[]
  readonly flags: readonly number[]
  /** targets with their flag bits, made easier where a flagged block took long */
  readonly targets: readonly bigint[]
}

export interface AdaptiveInput {
  /** -ac_blocktime, seconds */
  readonly spacing: number
  /** of the new block */
  readonly time: number
  readonly recent: RecentBlocks
}

export const flagOf = (bits: number): number => bits & FLAG_BITS

/** Without its flag bits, which become `flag`. */
export const flagged = (bits: number, flag: number): number => ((bits & ~FLAG_BITS) | flag) >>> 0

/** The last ADAPTIVE_WINDOW blocks below `height`. @param height at least ADAPTIVE_WINDOW */
export function recentBlocks(spacing: number, height: number, at: HeaderAt): RecentBlocks {
  const headers = Array.from({ length: ADAPTIVE_WINDOW }, (_, index) => at(height - 1 - index))
  const times = headers.map(({ time }) => time)
  const flags = headers.map(({ bits }) => flagOf(bits))
  const targets = headers.map(({ bits }, index) => {
    const { target } = decodeCompact(bits)
    const next = times[index + 1]
    // The parent of the oldest one is not looked at, and at the lowest height there is none.
    if (height === ADAPTIVE_WINDOW || next === undefined) return target
    const made = flags[index] === FLAG.inner || flags[index] === FLAG.outer
    return made ? widened(spacing, target, (times[index]! - next) >>> 0) : target
  })
  return { times, flags, targets }
}

/** A target made easier by the square of the time that its block took, seconds. */
export function widened(spacing: number, target: bigint, seconds: number): bigint {
  const factor = i64(K * BigInt(seconds) * BigInt(seconds)) / BigInt(spacing * spacing * 784)
  return factor > 1n ? u256((target / 1000n) * factor) : target
}

/** 3 ** `exponent`, wrapped. By squaring: a header may claim any time, and must not cost more for it. */
function powerOfThree(exponent: number): bigint {
  let power = 1n
  let square = 3n
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = u64(power * square)
    square = u64(square * square)
  }
  return power
}

/** Three to the power of `seconds` / `spacing`, roughly, with EXPONENTIAL_ONE as one. @param seconds 0 or more */
function exponential(spacing: number, seconds: number): bigint {
  const rest = seconds % spacing
  const linear = Math.trunc((396_000 * rest) / spacing)
  // Leaves 32 bits from 100 seconds on.
  const square = Math.trunc(Math.imul(216_000 * rest, rest) / (spacing * spacing))
  const power = powerOfThree(Math.floor(seconds / spacing))
  return i64(power * (EXPONENTIAL_ONE + BigInt(linear) + BigInt(square)))
}

/**
 * What the average becomes by single blocks (adaptive-pow.md §2).
 * @param overdue seconds by which the new block is later than planned, seen from the parent or an earlier block
 * @returns compact, flag bits included
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

/** Bursts that make the next block harder at once: within `numerator`/`denominator` spacings, so many blocks. */
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

/** For two blocks within a second or so; chains with a spacing below a minute have none. */
function shortestBurst(spacing: number): readonly Burst[] {
  if (spacing < 60) return []
  return [{ numerator: 1, denominator: spacing < 100 ? 60 : 100, blocks: 1 }]
}

/** After an ordinary block: the first burst that makes it harder counts. */
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

/** How far back the block that a burst made harder may be, and over how many blocks the pace is measured then. */
const INNER_STEPS = [
  { within: 10, blocks: 1 },
  { within: 20, blocks: 2 },
  { within: 30, blocks: 3 },
  { within: 40, blocks: 6 },
  { within: 50, blocks: 12 },
] as const
const OUTER_SEARCH = 50

/** After a flagged block: as long as there were too many blocks since the burst, each stays harder. */
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
  // The same target would not show that the burst still counts.
  return wanted === target ? (target / 101n) * 100n : wanted
}

/** -ac_adaptivepow=2: the target follows from the parent's alone (adaptive-pow.md §4). Nothing limits it. */
export function exponentialTarget({ spacing, time, recent }: AdaptiveInput): number {
  const even = BigInt(Math.max((time - recent.times[0]!) | 0, 4) & ~1)
  const power = exponential(spacing, Number(even) / 2)
  const planned = BigInt(spacing)
  const base = recent.targets[0]! / (K * planned)
  const unit = base / EXPONENTIAL_ONE
  const sum = u256(base * planned + unit * u64(even * power) - unit * u64(planned * power))
  return flagged(encodeCompact(u256((sum / even) * (K * planned))), FLAG.none)
}
