/** Bytes of one kind that all connections together may hold. */
export class Budget {
  readonly #max: number
  #held = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Returns false, and takes nothing, if that would be too much. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#max) return false
    this.#held += bytes
    return true
  }

  /** Takes them regardless of what is held already: for small texts, or for the only one. */
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
