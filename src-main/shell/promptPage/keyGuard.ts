/**
 * Prevents keys typed for another window from answering a prompt that just appeared. Purpose: decide for each key press
 * whether it was meant for this window. Non-goals: clicks (the approval button is disabled for the same time).
 * Invariant: a key never counts if it was down before the window appeared, or was pressed in its first second or in
 * continued typing after that; its release does not count either.
 */

/** Time during which keys are ignored and the approval button is disabled. */
export const KEY_GUARD_MS = 1000
/** Pause without key presses after which typing counts as ended. */
const PAUSE_MS = 500

export class KeyGuard {
  readonly #now: () => number
  readonly #down = new Set<string>()
  #since: number
  #lastIgnored = Number.NEGATIVE_INFINITY

  /** @param now returns monotonic time in ms */
  constructor(now: () => number) {
    this.#now = now
    this.#since = now()
  }

  /** Called when the window appears or returns to the front. */
  restart(): void {
    this.#since = this.#now()
    this.#down.clear()
  }

  /**
   * Returns true if the key press counts.
   * @param code position of the key on the keyboard
   * @param held true for the repeat of a key that is held down
   */
  pressed(code: string, held: boolean): boolean {
    if (held) return this.#down.has(code)
    const at = this.#now()
    if (at - this.#since < KEY_GUARD_MS || at - this.#lastIgnored < PAUSE_MS) {
      this.#lastIgnored = at
      return false
    }
    this.#down.add(code)
    return true
  }

  released(code: string): boolean {
    return this.#down.delete(code)
  }
}
