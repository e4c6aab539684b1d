/**
 * Closing the window ends every node, and with it a faucet claim search, which cannot be resumed. While
 * one runs, in any chain, the person is asked first. Imports nothing of Electron, so that it can be tested without a
 * window.
 */

/** What Electron's `close` event of a window can do. */
interface Closing {
  preventDefault(): void
}

export interface ClosingDeps {
  /** whether a search runs */
  searching(): boolean
  /** asks; resolves to whether to close the window although a search runs */
  ask(): Promise<boolean>
  /** closes the window; comes back as another `close` event */
  close(): void
}

/** Asks before a window closes whose end would stop a search. */
export class ClosingQuestion {
  readonly #deps: ClosingDeps
  #agreed = false
  #asking = false

  constructor(deps: ClosingDeps) {
    this.#deps = deps
  }

  /** For the window's `close` event. */
  onClose(event: Closing): void {
    if (this.#agreed || !this.#deps.searching()) return
    event.preventDefault()
    // One question at a time, however often the window is asked to close.
    if (!this.#asking) void this.#askAndClose()
  }

  async #askAndClose(): Promise<void> {
    this.#asking = true
    // A question that fails must not keep the window open.
    this.#agreed = await this.#deps.ask().catch(() => true)
    this.#asking = false
    if (this.#agreed) this.#deps.close()
  }
}
