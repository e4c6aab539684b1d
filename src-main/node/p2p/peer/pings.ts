import { PING_MS } from './limits.ts'

export interface PingTimes {
  /** seconds of the last answered ping */
  readonly pingTime: number | undefined
  /** shortest of all */
  readonly minPing: number | undefined
  /** seconds for which the last one has been unanswered */
  readonly pingWait: number | undefined
  /** seconds, oldest first, at most the 60 last */
  readonly pings: readonly number[]
}

export interface PingsDeps {
  readonly nonce: () => bigint
  readonly send: (nonce: bigint) => void
  /** monotonic milliseconds */
  readonly millis: () => number
}

/** Maximum number of round trips that are kept for the chart of a connection. */
const MAX_HISTORY = 60

const toSeconds = (millis: number | undefined) => (millis === undefined ? undefined : millis / 1000)

/** Asks the other side for a sign of life and measures how long it takes (p2p.md §7). The first ping follows the handshake. */
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

  /** Makes the next tick send a ping even if it is not time yet. */
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

  /** Takes an answer. Returns false if no ping is waiting for it. */
  answered(answer: bigint): boolean {
    if (this.#waitingFor === undefined || answer !== this.#waitingFor || this.#started === undefined) return false
    this.#last = Math.max(0, this.#deps.millis() - this.#started)
    this.#shortest = Math.min(this.#last, this.#shortest ?? this.#last)
    this.#history.push(this.#last / 1000)
    if (this.#history.length > MAX_HISTORY) this.#history.shift()
    this.#waitingFor = undefined
    return true
  }

  /** Returns the milliseconds for which the last ping has been unanswered, 0 if it was answered. */
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
