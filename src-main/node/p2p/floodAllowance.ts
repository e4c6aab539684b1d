import { ALLOWANCE_PER_SECOND, FLOOD_COSTS, type FloodKind, MAX_ALLOWANCE } from './floods.ts'

/** Allowance of one connection for messages that bring nothing (floods.ts). */
export class FloodAllowance {
  readonly #millis: () => number
  #units = MAX_ALLOWANCE
  #filledAt: number

  /** @param millis monotonic milliseconds */
  constructor(millis: () => number) {
    this.#millis = millis
    this.#filledAt = millis()
  }

  /** Takes the cost of `count` messages or entries. Returns false if there was not enough left. */
  spend(kind: FloodKind, count: number): boolean {
    const now = this.#millis()
    const refill = ((now - this.#filledAt) / 1000) * ALLOWANCE_PER_SECOND
    this.#units = Math.min(MAX_ALLOWANCE, this.#units + refill)
    this.#filledAt = now
    this.#units -= FLOOD_COSTS[kind].units * count
    return this.#units >= 0
  }
}
