/**
 * Prevents keys typed for another window from answering a question that just appeared. Purpose: decide for each key press
 * whether it was meant for this window. Non-goals: clicks (the agreeing button is disabled for as long).
 * Invariant: a key that was down before the window came up, or was pressed in its first second or in one stroke with such
 * keys, never counts; neither does its release.
 */

/** During this time keys are ignored and the agreeing button is disabled. */
export const KEY_GUARD_MS = 1000
/** Typing has stopped when no key was pressed for this time. */
const PAUSE_MS = 500

export class KeyGuard {
  readonly #now: () => number
  readonly #down = new Set<string>()
  #since: number
  #lastIgnored = Number.NEGATIVE_INFINITY

  /** @param now milliseconds, monotonic */
  constructor(now: () => number) {
    this.#now = now
    this.#since = now()
  }

  /** The window appeared, or came back to the front. */
  restart(): void {
    this.#since = this.#now()
    this.#down.clear()
  }

  /** @param code the key's position on the keyboard @param held whether this is the repeat of a key that is held down */
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
