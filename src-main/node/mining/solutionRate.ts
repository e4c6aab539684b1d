/**
 * Length of the averaging window: long enough for a steady rate at four solutions per second, short enough to show a
 * change.
 */
const WINDOW_MS = 30_000
/** Interval between points of the history, and their maximum number: ten minutes of mining. */
const POINT_INTERVAL_MS = 5_000
const MAX_POINTS = 120

/** The rate of a counter that is sampled at irregular times. */
export class SolutionRate {
  #samples: { readonly total: number; readonly millis: number }[] = []
  #points: readonly number[] = []
  #pointAt = Number.NEGATIVE_INFINITY

  /** Adds a sample: the total at this time. Times must not decrease. */
  sample(total: number, millis: number): void {
    this.#samples.push({ total, millis })
    // Keep the newest sample before the window: the window begins there.
    const first = this.#samples.findLastIndex((sample) => sample.millis <= millis - WINDOW_MS)
    if (first > 0) this.#samples = this.#samples.slice(first)
    if (this.#samples.length < 2 || millis - this.#pointAt < POINT_INTERVAL_MS) return
    this.#pointAt = millis
    this.#addPoint(this.value())
  }

  /** Returns the solutions per second over the last half minute, or 0 before the second sample. */
  value(): number {
    const first = this.#samples[0]
    const last = this.#samples.at(-1)
    if (!first || !last || last.millis <= first.millis) return 0
    return ((last.total - first.total) * 1000) / (last.millis - first.millis)
  }

  /** Ends the measurement; later samples begin a new one. */
  reset(): void {
    if (this.#samples.length > 1) this.#addPoint(0)
    this.#samples = []
    this.#pointAt = Number.NEGATIVE_INFINITY
  }

  /** Returns past rates, one per five seconds with samples, oldest first; a reset adds a 0. */
  history(): readonly number[] {
    return this.#points
  }

  #addPoint(point: number): void {
    this.#points = [...this.#points, point].slice(-MAX_POINTS)
  }
}
