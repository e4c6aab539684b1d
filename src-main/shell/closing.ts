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

export interface ClosingQuestion {
  /** for the window's `close` event */
  onClose(event: Closing): void
}

export function createClosingQuestion({ searching, ask, close }: ClosingDeps): ClosingQuestion {
  let agreed = false
  let asking = false

  const askAndClose = async () => {
    asking = true
    // A question that fails must not keep the window open.
    agreed = await ask().catch(() => true)
    asking = false
    if (agreed) close()
  }

  return {
    onClose(event) {
      if (agreed || !searching()) return
      event.preventDefault()
      // One question at a time, however often the window is asked to close.
      if (!asking) void askAndClose()
    },
  }
}
