/** Long enough for a steady figure at four solutions a second, short enough to show a change. */
const WINDOW_MILLIS = 30_000
/** A point of the history, and how many there are: ten minutes of mining. */
const POINT_MILLIS = 5_000
const POINTS = 120

export interface SolutionRate {
  /** Adds a sample: the total at a time. Times must not decrease. */
  sample(total: number, millis: number): void
  /** solutions a second over the last half minute; 0 before two samples */
  value(): number
  /** Ends the measurement: later samples begin a new one. */
  reset(): void
  /** past values, one for every five seconds with samples, oldest first; a reset shows as 0 */
  history(): readonly number[]
}

/** The rate of a counter that is sampled at irregular times. */
export function createSolutionRate(): SolutionRate {
  let samples: { readonly total: number; readonly millis: number }[] = []
  let points: readonly number[] = []
  let pointAt = Number.NEGATIVE_INFINITY

  const value = (): number => {
    const first = samples[0]
    const last = samples.at(-1)
    if (!first || !last || last.millis <= first.millis) return 0
    return ((last.total - first.total) * 1000) / (last.millis - first.millis)
  }
  const addPoint = (point: number): void => {
    points = [...points, point].slice(-POINTS)
  }

  return {
    sample(total, millis) {
      samples.push({ total, millis })
      // The newest sample before the window stays: the window begins there.
      const first = samples.findLastIndex((sample) => sample.millis <= millis - WINDOW_MILLIS)
      if (first > 0) samples = samples.slice(first)
      if (samples.length < 2 || millis - pointAt < POINT_MILLIS) return
      pointAt = millis
      addPoint(value())
    },
    value,
    reset() {
      if (samples.length > 1) addPoint(0)
      samples = []
      pointAt = Number.NEGATIVE_INFINITY
    },
    history: () => points,
  }
}
