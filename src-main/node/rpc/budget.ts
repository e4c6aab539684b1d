/** Bytes of one kind that all connections together may hold. */
export interface Budget {
  /** False, and nothing is taken, where that would be too much. */
  take(bytes: number): boolean
  /** Takes them regardless of what is held already: for small texts, or for the only one. */
  force(bytes: number): void
  give(bytes: number): void
  held(): number
}

export function createBudget(most: number): Budget {
  let held = 0
  return {
    take(bytes) {
      if (held + bytes > most) return false
      held += bytes
      return true
    },
    force(bytes) {
      held += bytes
    },
    give(bytes) {
      held -= bytes
    },
    held: () => held,
  }
}
