import { createDecaySeries, type DecaySeries } from './decay.ts'
import type { Era } from './params.ts'

/** Value of -ac_decay for a linear change to the next era's reward (chain-params.md §2). */
const LINEAR = 100_000_000n
/** komodod shifts a 64-bit register, which uses only the low six bits of the count, so the reward then starts over. */
export const SHIFT_CYCLE = 64n

/** An era and its position. Offsets below count blocks from `start`, as halvings do. */
export interface EraSpan {
  readonly era: Era
  /** the next era, whose reward is the end of a linear decay */
  readonly next: Era | undefined
  readonly start: bigint
}

/** Shape of the reward within an era, as a function of the offset from its start. */
type Course = 'constant' | 'halving' | 'line' | 'decay'

export function selectCourse({ era, next }: EraSpan): Course {
  if (era.halving === 0n || (era.reward === 0n && (next?.reward ?? 0n) === 0n)) return 'constant'
  if (era.decay === 0n) return 'halving'
  return era.decay === LINEAR && era.end !== 0n ? 'line' : 'decay'
}

/** Returns the reward in satoshis at an offset (at least 0) from the era's start (chain-params.md §9.1). */
export function rewardAt(span: EraSpan, offset: bigint): bigint {
  const { era } = span
  const course = selectCourse(span)
  if (course === 'constant') return era.reward
  const steps = offset / era.halving
  if (course === 'halving') return era.reward >> (steps % SHIFT_CYCLE)
  if (course === 'decay') return getSeries(era).after(steps)
  const { rise, length } = computeLine(span)
  // Division rounds toward zero, even for a rising line.
  return era.reward + (rise * steps * era.halving) / length
}

/** Returns the sum of the rewards at offsets 0, 1, …, offset − 1 in closed form. */
export function rewardsBefore(span: EraSpan, offset: bigint): bigint {
  const { era } = span
  const course = selectCourse(span)
  if (course === 'constant') return era.reward * offset
  const steps = offset / era.halving
  const begun = (offset % era.halving) * rewardAt(span, offset)
  if (course === 'halving') return era.halving * halvingSum(era.reward, steps) + begun
  if (course === 'decay') return era.halving * getSeries(era).sumBefore(steps) + begun
  const { rise, length } = computeLine(span)
  const change = floorSum(steps, length, (rise < 0n ? -rise : rise) * era.halving)
  return era.halving * (era.reward * steps + (rise < 0n ? -change : change)) + begun
}

/** Returns the first offset (at most `length`) from which the era pays nothing; it may be 0. */
export function lastingUntil(span: EraSpan, length: bigint): bigint {
  const { era } = span
  const course = selectCourse(span)
  if (length <= 0n || rewardAt(span, length - 1n) !== 0n) return length
  if (course === 'decay') return min(era.halving * getSeries(era).stepsToNothing(), length)
  if (course !== 'halving' || era.reward === 0n) return 0n
  // The reward is 0 from the halving whose low six bits equal the bit length of the reward.
  const cycle = (length - 1n) / era.halving / SHIFT_CYCLE
  return era.halving * (cycle * SHIFT_CYCLE + BigInt(era.reward.toString(2).length))
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

function computeLine({ era, next, start }: EraSpan): { readonly rise: bigint; readonly length: bigint } {
  return { rise: (next?.reward ?? 0n) - era.reward, length: era.end - start }
}

function halvingSum(reward: bigint, steps: bigint): bigint {
  let cycle = 0n
  let rest = 0n
  for (let shift = 0n; shift < SHIFT_CYCLE; shift++) {
    if (shift < steps % SHIFT_CYCLE) rest += reward >> shift
    cycle += reward >> shift
  }
  return (steps / SHIFT_CYCLE) * cycle + rest
}

/** Returns Σ ⌊factor·i / divisor⌋ for i = 0 … count − 1, by the Euclidean algorithm. */
function floorSum(count: bigint, divisor: bigint, factor: bigint): bigint {
  let sum = 0n
  let [n, m, a, b] = [count, divisor, factor, 0n]
  for (;;) {
    sum += ((n * (n - 1n)) / 2n) * (a / m) + n * (b / m)
    a %= m
    b %= m
    const top = a * n + b
    if (top < m) return sum
    n = top / m
    b = top % m
    ;[m, a] = [a, m]
  }
}

/** Cached per era, because callers query consecutive blocks. */
const SERIES = new WeakMap<Era, DecaySeries>()

function getSeries(era: Era): DecaySeries {
  const known = SERIES.get(era)
  if (known !== undefined) return known
  const series = createDecaySeries(era.reward, era.decay)
  SERIES.set(era, series)
  return series
}
