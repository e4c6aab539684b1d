import type { ReadSnapshot } from '../storage/index.ts'
import { yieldToEventLoop } from '../util/index.ts'
import type { LongRead } from './types.ts'

/** Context of a long read: one committed state of the database, and a pause that yields to the event loop. */
export interface Reading extends Pick<ReadSnapshot, 'db' | 'tip'> {
  /**
   * Reports progress and yields to the event loop. Must be awaited every few milliseconds.
   * @throws the signal's reason if it is aborted
   */
  pause(done: number, total: number): Promise<void>
}

/**
 * Runs long reads on their own connections, so that they see one state while blocks connect. They run on the node
 * thread, in slices of a few milliseconds that do not delay other calls.
 */
export function createLongReads(open: () => ReadSnapshot) {
  return async <T>(read: LongRead, work: (reading: Reading) => Promise<T>): Promise<T> => {
    const reading = openReading(open, read)
    try {
      return await work(reading)
    } finally {
      reading.close()
    }
  }
}

/** Opens a reading that lasts until it is closed. */
export function openReading(
  open: () => ReadSnapshot,
  { signal, onProgress }: LongRead,
): Reading & Pick<ReadSnapshot, 'close'> {
  signal?.throwIfAborted()
  const { db, tip, close } = open()
  return {
    db,
    tip,
    close,
    async pause(done, total) {
      onProgress?.({ done, total })
      await yieldToEventLoop()
      signal?.throwIfAborted()
    },
  }
}
