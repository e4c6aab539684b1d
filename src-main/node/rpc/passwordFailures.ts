import type { Logger } from '../core/index.ts'

/** Milliseconds between two lines of the log about wrong passwords. */
const FAILURES_LOGGED = 10_000
/** Wrong passwords that wait for their answer; further ones are dropped, so that guessing costs no memory. */
const MAX_DELAYED = 64

/** Slows down those who guess the password. */
export interface PasswordFailures {
  /** Answers later; at once with `drop` where too many wait already. `from` is the address for the log. */
  add(from: string | undefined, answers: { readonly refuse: () => void; readonly drop: () => void }): void
}

/** @param delay milliseconds */
export function createPasswordFailures(logger: Logger, delay: number): PasswordFailures {
  let delayed = 0
  let failures = 0

  /** One line at once, then one for all that follow within a while: guessing quickly must not fill the disk. */
  function note(from: string | undefined): void {
    failures++
    if (failures > 1) return
    logger.warn('wrong RPC user or password', { from })
    setTimeout(() => {
      if (failures > 1) logger.warn('wrong RPC user or password again', { times: failures - 1 })
      failures = 0
    }, FAILURES_LOGGED).unref()
  }

  return {
    add(from, { refuse, drop }) {
      note(from)
      if (delayed >= MAX_DELAYED) {
        drop()
        return
      }
      delayed++
      setTimeout(() => {
        delayed--
        refuse()
      }, delay)
    },
  }
}
