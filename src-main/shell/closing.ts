/**
 * Asks before the window closes while a faucet claim search runs in any chain: closing ends every node and the search,
 * which cannot be resumed. Does not import Electron, so that it can be tested without a window.
 */

interface Closing {
  preventDefault(): void
}

export interface ClosingDeps {
  searching(): boolean
  /** Asks the user. Resolves to true if the window may close despite the search. */
  ask(): Promise<boolean>
  /** Closes the window, which causes another `close` event. */
  close(): void
}

/** Asks before closing a window would end a search. */
export class ClosingQuestion {
  readonly #deps: ClosingDeps
  #agreed = false
  #asking = false

  constructor(deps: ClosingDeps) {
    this.#deps = deps
  }

  /** Handles the window's `close` event. */
  onClose(event: Closing): void {
    if (this.#agreed || !this.#deps.searching()) return
    event.preventDefault()
    // Ask only once at a time, even if the window is closed repeatedly.
    if (!this.#asking) void this.#askAndClose()
  }

  async #askAndClose(): Promise<void> {
    this.#asking = true
    // A failed question must not keep the window open.
    this.#agreed = await this.#deps.ask().catch(() => true)
    this.#asking = false
    if (this.#agreed) this.#deps.close()
  }
}
