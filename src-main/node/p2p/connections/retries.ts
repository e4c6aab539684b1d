/** The first pause between attempts, milliseconds; it doubles with each failure. */
const FIRST_MS = 500

interface Attempt {
  running: boolean
  connected: boolean
  failures: number
  next: number
}

/** When to retry named targets. */
export function createRetries(deps: { readonly millis: () => number; readonly longest: number }) {
  const attempts = new Map<string, Attempt>()

  function of(name: string): Attempt {
    let attempt = attempts.get(name)
    if (attempt === undefined) {
      attempt = { running: false, connected: false, failures: 0, next: 0 }
      attempts.set(name, attempt)
    }
    return attempt
  }

  function later(attempt: Attempt): void {
    attempt.next = deps.millis() + Math.min(deps.longest, FIRST_MS * 2 ** attempt.failures)
    attempt.failures++
  }

  return {
    isDue(name: string): boolean {
      const { running, connected, next } = of(name)
      return !running && !connected && deps.millis() >= next
    },
    begin(name: string): void {
      of(name).running = true
    },
    failed(name: string): void {
      const attempt = of(name)
      attempt.running = false
      later(attempt)
    },
    connected(name: string): void {
      const attempt = of(name)
      attempt.running = false
      attempt.connected = true
    },
    /** its handshake is complete: earlier failures are forgotten */
    worked(name: string): void {
      of(name).failures = 0
    },
    lost(name: string): void {
      const attempt = of(name)
      attempt.connected = false
      later(attempt)
    },
    forget: (name: string) => void attempts.delete(name),
  }
}

export type Retries = ReturnType<typeof createRetries>
