/** The first pause between attempts, milliseconds; it doubles with each failure. */
const FIRST_MS = 500

interface Attempt {
  running: boolean
  connected: boolean
  failures: number
  next: number
}

export interface RetriesDeps {
  /** monotonic milliseconds */
  readonly millis: () => number
  /** longest pause between attempts, milliseconds */
  readonly longest: number
}

/** Decides when named targets are tried again. */
export class Retries {
  readonly #deps: RetriesDeps
  readonly #attempts = new Map<string, Attempt>()

  constructor(deps: RetriesDeps) {
    this.#deps = deps
  }

  isDue(name: string): boolean {
    const { running, connected, next } = this.#attempt(name)
    return !running && !connected && this.#deps.millis() >= next
  }

  begin(name: string): void {
    this.#attempt(name).running = true
  }

  failed(name: string): void {
    const attempt = this.#attempt(name)
    attempt.running = false
    this.#delay(attempt)
  }

  connected(name: string): void {
    const attempt = this.#attempt(name)
    attempt.running = false
    attempt.connected = true
  }

  /** Forgets earlier failures: the handshake is complete. */
  worked(name: string): void {
    this.#attempt(name).failures = 0
  }

  lost(name: string): void {
    const attempt = this.#attempt(name)
    attempt.connected = false
    this.#delay(attempt)
  }

  forget(name: string): void {
    this.#attempts.delete(name)
  }

  #attempt(name: string): Attempt {
    let attempt = this.#attempts.get(name)
    if (attempt === undefined) {
      attempt = { running: false, connected: false, failures: 0, next: 0 }
      this.#attempts.set(name, attempt)
    }
    return attempt
  }

  #delay(attempt: Attempt): void {
    attempt.next = this.#deps.millis() + Math.min(this.#deps.longest, FIRST_MS * 2 ** attempt.failures)
    attempt.failures++
  }
}
