import { PING_MS } from './limits.ts'

export interface PingTimes {
  /** round trip of the last answered ping in seconds */
  readonly pingTime: number | undefined
  /** shortest round trip in seconds */
  readonly minPing: number | undefined
  /** seconds since the last ping, if it is unanswered */
  readonly pingWait: number | undefined
  /** round trips in seconds, oldest first, at most the last 60 */
  readonly pings: readonly number[]
}

export interface PingsDeps {
  readonly nonce: () => bigint
  readonly send: (nonce: bigint) => void
  /** monotonic clock in ms */
  readonly millis: () => number
}

/** Maximum number of round trips kept for the chart of a connection. */
const MAX_HISTORY = 60

const toSeconds = (millis: number | undefined) => (millis === undefined ? undefined : millis / 1000)

/** Sends pings and measures the round trip (p2p.md §7). The first ping follows the handshake. */
export class Pings {
  readonly #deps: PingsDeps
  #waitingFor: bigint | undefined
  #started: number | undefined
  #requested = true
  #last: number | undefined
  #shortest: number | undefined
  readonly #history: number[] = []

  constructor(deps: PingsDeps) {
    this.#deps = deps
  }

  /** Makes the next tick send a ping, even if none is due. */
  request(): void {
    this.#requested = true
  }

  tick(): void {
    const now = this.#deps.millis()
    const due = this.#waitingFor === undefined && this.#started !== undefined && now - this.#started >= PING_MS
    if (!this.#requested && !due) return
    this.#requested = false
    this.#waitingFor = this.#deps.nonce()
    this.#started = now
    this.#deps.send(this.#waitingFor)
  }

  /** Records a pong. Returns false if it matches no pending ping. */
  answered(answer: bigint): boolean {
    if (this.#waitingFor === undefined || answer !== this.#waitingFor || this.#started === undefined) return false
    this.#last = Math.max(0, this.#deps.millis() - this.#started)
    this.#shortest = Math.min(this.#last, this.#shortest ?? this.#last)
    this.#history.push(this.#last / 1000)
    if (this.#history.length > MAX_HISTORY) this.#history.shift()
    this.#waitingFor = undefined
    return true
  }

  /** Returns the milliseconds since the last ping, or 0 if it was answered. */
  overdue(): number {
    return this.#wait() ?? 0
  }

  times(): PingTimes {
    return {
      pingTime: toSeconds(this.#last),
      minPing: toSeconds(this.#shortest),
      pings: this.#history,
      pingWait: toSeconds(this.#wait()),
    }
  }

  #wait(): number | undefined {
    return this.#waitingFor === undefined || this.#started === undefined
      ? undefined
      : this.#deps.millis() - this.#started
  }
}
