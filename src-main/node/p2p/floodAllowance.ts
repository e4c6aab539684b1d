import { ALLOWANCE_PER_SECOND, FLOOD_COSTS, type FloodKind, MAX_ALLOWANCE } from './floods.ts'

/** Allowance of a connection for useless messages (floods.ts). */
export class FloodAllowance {
  readonly #millis: () => number
  #units = MAX_ALLOWANCE
  #filledAt: number

  /** @param millis monotonic clock in ms */
  constructor(millis: () => number) {
    this.#millis = millis
    this.#filledAt = millis()
  }

  /** Deducts the cost of `count` messages or entries. Returns false if the allowance is exceeded. */
  spend(kind: FloodKind, count: number): boolean {
    const now = this.#millis()
    const refill = ((now - this.#filledAt) / 1000) * ALLOWANCE_PER_SECOND
    this.#units = Math.min(MAX_ALLOWANCE, this.#units + refill)
    this.#filledAt = now
    this.#units -= FLOOD_COSTS[kind].units * count
    return this.#units >= 0
  }
}
