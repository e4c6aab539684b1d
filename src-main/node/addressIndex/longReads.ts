import type { ReadSnapshot } from '../storage/index.ts'
import { yieldToEventLoop } from '../util/index.ts'
import type { LongRead } from './types.ts'

/** What a long read works with: one committed state of the database, and a pause that others use. */
export interface Reading extends Pick<ReadSnapshot, 'db' | 'tip'> {
  /**
   * Reports progress and yields to the event loop; to be awaited every few milliseconds.
   * @throws the signal's reason
   */
  pause(done: number, total: number): Promise<void>
}

/**
 * Runs long reads on connections of their own, so that they see one state while blocks connect in between. They stay on the
 * node's thread: reads of some milliseconds at a time do not delay other calls.
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

/** A reading that lasts until it is closed. */
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
