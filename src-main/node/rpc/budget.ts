/** Bytes of one kind that all connections share. */
export class Budget {
  readonly #max: number
  #held = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Takes bytes from the budget. Returns false, and takes none, if they would exceed it. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#max) return false
    this.#held += bytes
    return true
  }

  /** Takes bytes even beyond the budget, for small texts or for the only one. */
  force(bytes: number): void {
    this.#held += bytes
  }

  give(bytes: number): void {
    this.#held -= bytes
  }

  held(): number {
    return this.#held
  }
}
