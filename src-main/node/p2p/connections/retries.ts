import type { ConnectFailureReason } from '../../core/index.ts'

/** Delay before the first retry in ms; it doubles with each failure. */
const FIRST_MS = 500

interface Attempt {
  running: boolean
  connected: boolean
  failures: number
  next: number
  failure: ConnectFailureReason | undefined
}

export interface RetriesDeps {
  /** monotonic clock in ms */
  readonly millis: () => number
  /** maximum delay between attempts in ms */
  readonly longest: number
}

/** Schedules the retries of named targets. */
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

  failed(name: string, failure: ConnectFailureReason): void {
    const attempt = this.#attempt(name)
    attempt.running = false
    attempt.failure = failure
    this.#delay(attempt)
  }

  connected(name: string): void {
    const attempt = this.#attempt(name)
    attempt.running = false
    attempt.connected = true
  }

  /** Resets the failures after a complete handshake. */
  worked(name: string): void {
    const attempt = this.#attempt(name)
    attempt.failures = 0
    attempt.failure = undefined
  }

  /** @param failure reason if the connection ended before its handshake, otherwise `undefined` */
  lost(name: string, failure: ConnectFailureReason | undefined): void {
    const attempt = this.#attempt(name)
    attempt.connected = false
    attempt.failure = failure
    this.#delay(attempt)
  }

  forget(name: string): void {
    this.#attempts.delete(name)
  }

  /** Makes a retry due now and resets the failures. */
  retryNow(name: string): void {
    const attempt = this.#attempt(name)
    attempt.failures = 0
    attempt.next = 0
  }

  /**
   * Returns the failure of the last attempt, and the milliseconds until the next one; `wait` is undefined during an
   * attempt or connection.
   */
  outlook(name: string): { readonly failure: ConnectFailureReason | undefined; readonly wait: number | undefined } {
    const { running, connected, next, failure } = this.#attempt(name)
    return { failure, wait: running || connected ? undefined : Math.max(0, next - this.#deps.millis()) }
  }

  #attempt(name: string): Attempt {
    let attempt = this.#attempts.get(name)
    if (attempt === undefined) {
      attempt = { running: false, connected: false, failures: 0, next: 0, failure: undefined }
      this.#attempts.set(name, attempt)
    }
    return attempt
  }

  #delay(attempt: Attempt): void {
    attempt.next = this.#deps.millis() + Math.min(this.#deps.longest, FIRST_MS * 2 ** attempt.failures)
    attempt.failures++
  }
}
