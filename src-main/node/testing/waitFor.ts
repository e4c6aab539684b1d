import { setTimeout as delay } from 'node:timers/promises'
import { MAX_WAIT_MS } from './limits.ts'

const POLL_MS = 10

/** Error of a process that ended unexpectedly. No later attempt can succeed, so waits end immediately. */
export class ProcessEndedError extends Error {}

/**
 * Calls `check` every 10 ms until it returns or resolves, and resolves to its result. Rejects with the latest error
 * after `MAX_WAIT_MS`, and with a `ProcessEndedError` immediately.
 */
export async function waitFor<T>(check: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + MAX_WAIT_MS
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (error instanceof ProcessEndedError || performance.now() > deadline) throw error
    }
    await delay(POLL_MS)
  }
}
