/** Long enough for a steady figure at four solutions a second, short enough to show a change. */
const WINDOW_MILLIS = 30_000

export interface SolutionRate {
  /** Tells how many there are altogether at a moment; moments grow. */
  sample(total: number, millis: number): void
  /** solutions a second over the last half minute; 0 before two samples */
  value(): number
  reset(): void
}

/** The speed of a count that is looked at every now and then. */
export function createSolutionRate(): SolutionRate {
  let samples: { readonly total: number; readonly millis: number }[] = []
  return {
    sample(total, millis) {
      samples.push({ total, millis })
      // The last one that is older stays: it is where the window begins.
      const first = samples.findLastIndex((sample) => sample.millis <= millis - WINDOW_MILLIS)
      if (first > 0) samples = samples.slice(first)
    },
    value() {
      const first = samples[0]
      const last = samples.at(-1)
      if (!first || !last || last.millis <= first.millis) return 0
      return ((last.total - first.total) * 1000) / (last.millis - first.millis)
    },
    reset() {
      samples = []
    },
  }
}
