/**
 * Collects changes that happen at about the same time into one notification. An urgent change advances a notification
 * that was due later.
 */
export class ChainEvents {
  readonly #notify: () => void
  #timer: NodeJS.Timeout | undefined
  #due = 0
  #ended = false

  constructor(notify: () => void) {
    this.#notify = notify
  }

  /** Reports a change; listeners are notified within this number of milliseconds. */
  changed(within: number): void {
    if (this.#ended) return
    const at = performance.now() + within
    if (this.#timer !== undefined && this.#due <= at) return
    clearTimeout(this.#timer)
    this.#due = at
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#notify()
    }, within).unref()
  }

  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
  }
}
