import { PING_MILLIS } from './limits.ts'

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

export interface Pings {
  /** the next tick sends one even if it is not time yet */
  request(): void
  tick(): void
  /** false: no ping is waiting for this answer */
  answered(answer: bigint): boolean
  /** milliseconds for which the other side has not answered */
  overdue(): number
  times(): PingTimes
}

/** round trips that are kept for the picture of a connection */
const HISTORY = 60

/** Asks the other side for a sign of life and measures how long it takes (p2p.md §7). The first ping follows the handshake. */
export function createPings(deps: {
  readonly nonce: () => bigint
  readonly send: (nonce: bigint) => void
  readonly millis: () => number
}): Pings {
  const { nonce, send, millis } = deps
  let waitingFor: bigint | undefined
  let started: number | undefined
  let wanted = true
  let last: number | undefined
  let least: number | undefined
  const history: number[] = []

  return {
    request() {
      wanted = true
    },
    tick() {
      const now = millis()
      const due = waitingFor === undefined && started !== undefined && now - started >= PING_MILLIS
      if (!wanted && !due) return
      wanted = false
      waitingFor = nonce()
      started = now
      send(waitingFor)
    },
    answered(answer) {
      if (waitingFor === undefined || answer !== waitingFor || started === undefined) return false
      last = Math.max(0, millis() - started)
      least = Math.min(last, least ?? last)
      history.push(last / 1000)
      if (history.length > HISTORY) history.shift()
      waitingFor = undefined
      return true
    },
    overdue: () => (waitingFor === undefined || started === undefined ? 0 : millis() - started),
    times() {
      const seconds = (value: number | undefined) => (value === undefined ? undefined : value / 1000)
      return {
        pingTime: seconds(last),
        minPing: seconds(least),
        pings: history,
        pingWait: waitingFor === undefined || started === undefined ? undefined : (millis() - started) / 1000,
      }
    },
  }
}
