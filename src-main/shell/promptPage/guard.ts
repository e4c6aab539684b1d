/**
 * Keeps what a person was doing elsewhere from answering a question that has just come up. Purpose: say of each key press
 * whether it was meant for this window. Non-goals: clicks (the button that agrees is out of use for as long).
 * Invariant: a key that was down before the window came up, or was pressed in its first second or in one stroke with such
 * keys, never counts; neither does its release.
 */

/** So long nothing that is typed counts, and the button that agrees does not work. */
export const FIRST_MOMENT_MS = 1000
/** Whoever was typing has stopped when so long no key was pressed. */
const PAUSE_MS = 500

export interface KeyGuard {
  /** The window came up, or came back to the front. */
  restart(): void
  /** @param code the key's place on the keyboard @param held whether this is the repeat of a key that is held down */
  pressed(code: string, held: boolean): boolean
  released(code: string): boolean
}

/** @param now milliseconds, never going back */
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
