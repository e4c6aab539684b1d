/**
 * Closing the window ends the node, and with it the search for a faucet claim, which cannot be taken up again. While one
 * runs, the person is asked first. Imports nothing of Electron, so that it can be tested without a window.
 */
import type { NodeEvent } from '#shared/events.ts'

/** What Electron's `close` event of a window can do. */
interface Closing {
  preventDefault(): void
}

export interface ClosingDeps {
  /** asks; resolves to whether the window is to close although a search runs */
  ask(): Promise<boolean>
  /** closes the window; comes back as another `close` event */
  close(): void
}

export interface ClosingQuestion {
  /** to be told every event of the node */
  noticed(event: NodeEvent): void
  /** the node's thread has died: nothing is lost by closing */
  forget(): void
  /** for the window's `close` event */
  onClose(event: Closing): void
}

export function createClosingQuestion({ ask, close }: ClosingDeps): ClosingQuestion {
  let searching = false
  let asking = false

  const settle = async () => {
    asking = true
    // A question that could not be put must not lock the window.
    const agreed = await ask().catch(() => true)
    asking = false
    if (!agreed) return
    searching = false
    close()
  }

  return {
    noticed(event) {
      if (event.type === 'faucet') searching = event.claim.state === 'searching'
      // Whoever stops the node has decided already.
      else if (event.type === 'status' && event.phase !== 'ready') searching = false
    },
    forget() {
      searching = false
    },
    onClose(event) {
      if (!searching) return
      event.preventDefault()
      // One question at a time, however often the window is asked to close.
      if (!asking) void settle()
    },
  }
}
