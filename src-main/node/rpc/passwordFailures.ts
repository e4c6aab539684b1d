import type { Logger } from '../core/index.ts'

/** Interval in ms between log lines about wrong passwords. */
const FAILURES_LOGGED = 10_000
/**
 * Maximum number of wrong passwords that wait for their reply. Further connections are dropped, so that guessing costs
 * no memory.
 */
const MAX_DELAYED = 64

/** Slows down password guessing. */
export class PasswordFailures {
  readonly #logger: Logger
  readonly #delay: number
  #delayed = 0
  #failures = 0

  /** @param delay delay in ms before a wrong password is answered */
  constructor(logger: Logger, delay: number) {
    this.#logger = logger
    this.#delay = delay
  }

  /**
   * Calls `refuse` after the delay, or `drop` immediately if too many replies are waiting. `from` is the address for
   * the log.
   */
  add(from: string | undefined, { refuse, drop }: { readonly refuse: () => void; readonly drop: () => void }): void {
    this.#note(from)
    if (this.#delayed >= MAX_DELAYED) {
      drop()
      return
    }
    this.#delayed++
    setTimeout(() => {
      this.#delayed--
      refuse()
    }, this.#delay)
  }

  /**
   * Logs the first failure, then one line for all further ones within FAILURES_LOGGED ms: fast guessing must not fill
   * the disk.
   */
  #note(from: string | undefined): void {
    this.#failures++
    if (this.#failures > 1) return
    this.#logger.warn('wrong RPC user or password', { from })
    setTimeout(() => {
      if (this.#failures > 1) this.#logger.warn('wrong RPC user or password again', { times: this.#failures - 1 })
      this.#failures = 0
    }, FAILURES_LOGGED).unref()
  }
}
