import { RPC_ERROR, RpcError } from '#shared/errors.ts'

/** So many wrong and refused answers in a row cause no pause. */
const FREE = 3
const FIRST_PAUSE_MS = 5000
const LONGEST_PAUSE_MS = 60 * 60 * 1000
/** Failures are forgotten after this time: guessing a code of six digits then takes ten years on average. */
const FORGOTTEN_AFTER_MS = 60 * 60 * 1000

export interface FailedAttempts {
  /** @throws RpcError during a pause */
  check(): void
  failed(): void
  succeeded(): void
}

/** Slows down guessing: each failure in a row doubles the pause. The clock counts milliseconds. */
export function createFailedAttempts(now: () => number): FailedAttempts {
  let failures = 0
  let blockedUntil = 0

  return {
    check() {
      const left = blockedUntil - now()
      if (left <= 0) return
      const wait = left < 90_000 ? `${Math.ceil(left / 1000)} s` : `${Math.ceil(left / 60_000)} min`
      throw new RpcError(RPC_ERROR.MISC, `Too many wrong or refused answers: ask again in ${wait}. Nothing was done.`)
    },
    failed() {
      if (now() > blockedUntil + FORGOTTEN_AFTER_MS) failures = 0
      failures += 1
      const pause = failures <= FREE ? 0 : FIRST_PAUSE_MS * 2 ** (failures - FREE - 1)
      blockedUntil = Math.max(blockedUntil, now() + Math.min(LONGEST_PAUSE_MS, pause))
    },
    succeeded() {
      failures = 0
      blockedUntil = 0
    },
  }
}
