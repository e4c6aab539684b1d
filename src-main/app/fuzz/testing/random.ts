import { mulberry32 } from '../../../node/testing/mulberry32.ts'

/** Random numbers from a seed, so that a failed run can be repeated. */
export interface SeededRandom {
  /** Returns an integer from 0 to `below` − 1. */
  int(below: number): number
  chance(probability: number): boolean
  /** @throws RangeError if `items` is empty */
  pick<T>(items: readonly T[]): T
  hex(bytes: number): string
}

export function seededRandom(seed: number): SeededRandom {
  const next = mulberry32(seed)
  const int = (below: number) => Math.floor(next() * below)
  return {
    int,
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[int(items.length)]
      if (items.length === 0) throw new RangeError('nothing to choose from')
      return item as (typeof items)[number]
    },
    hex: (bytes) => Array.from({ length: bytes }, () => int(256).toString(16).padStart(2, '0')).join(''),
  }
}
