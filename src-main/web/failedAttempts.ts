import { RPC_ERROR, RpcError } from '#shared/errors.ts'

/** Number of consecutive wrong or refused answers without a pause. */
const FREE = 3
const FIRST_PAUSE_MS = 5000
const MAX_PAUSE_MS = 60 * 60 * 1000
/** Time in ms after which failures expire. Guessing a six-digit code then takes ten years on average. */
const EXPIRY_MS = 60 * 60 * 1000

/** Slows down guessing: each consecutive failure doubles the pause. */
export class FailedAttempts {
  readonly #now: () => number
  #failures = 0
  #blockedUntil = 0

  /** @param now returns the time in milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** @throws RpcError during a pause */
  check(): void {
    const left = this.#blockedUntil - this.#now()
    if (left <= 0) return
    const wait = left < 90_000 ? `${Math.ceil(left / 1000)} s` : `${Math.ceil(left / 60_000)} min`
    throw new RpcError(RPC_ERROR.MISC, `Too many wrong or refused answers: try again in ${wait}. Nothing was done.`)
  }

  failed(): void {
    if (this.#now() > this.#blockedUntil + EXPIRY_MS) this.#failures = 0
    this.#failures += 1
    const pause = this.#failures <= FREE ? 0 : FIRST_PAUSE_MS * 2 ** (this.#failures - FREE - 1)
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#now() + Math.min(MAX_PAUSE_MS, pause))
  }

  succeeded(): void {
    this.#failures = 0
    this.#blockedUntil = 0
  }
}
