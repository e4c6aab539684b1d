/**
 * Prevents keys typed for another window from answering a question that just appeared. Purpose: decide for each key press
 * whether it was meant for this window. Non-goals: clicks (the agreeing button is disabled for as long).
 * Invariant: a key that was down before the window came up, or was pressed in its first second or in one stroke with such
 * keys, never counts; neither does its release.
 */

/** During this time keys are ignored and the agreeing button is disabled. */
export const FIRST_MOMENT_MS = 1000
/** Typing has stopped when no key was pressed for this time. */
const PAUSE_MS = 500

export interface KeyGuard {
  /** The window appeared, or came back to the front. */
  restart(): void
  /** @param code the key's place on the keyboard @param held whether this is the repeat of a key that is held down */
  pressed(code: string, held: boolean): boolean
  released(code: string): boolean
}

/** @param now milliseconds, monotonic */
export function createKeyGuard(now: () => number): KeyGuard {
  let since = now()
  let lastIgnored = Number.NEGATIVE_INFINITY
  const down = new Set<string>()

  return {
    restart() {
      since = now()
      down.clear()
    },
    pressed(code, held) {
      if (held) return down.has(code)
      const at = now()
      if (at - since < FIRST_MOMENT_MS || at - lastIgnored < PAUSE_MS) {
        lastIgnored = at
        return false
      }
      down.add(code)
      return true
    },
    released: (code) => down.delete(code),
  }
}
