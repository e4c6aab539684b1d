import type { Logger } from '../core/index.ts'

/** Milliseconds between two lines of the log about wrong passwords. */
const FAILURES_LOGGED = 10_000
/** Wrong passwords that wait for their answer; further ones are dropped, so that guessing costs no memory. */
const MAX_DELAYED = 64

/** Slows down those who guess the password. */
export class PasswordFailures {
  readonly #logger: Logger
  readonly #delay: number
  #delayed = 0
  #failures = 0

  /** @param delay milliseconds */
  constructor(logger: Logger, delay: number) {
    this.#logger = logger
    this.#delay = delay
  }

  /** Answers later; at once with `drop` if too many wait already. `from` is the address for the log. */
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

  /** One line at once, then one for all that follow within a while: guessing quickly must not fill the disk. */
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
