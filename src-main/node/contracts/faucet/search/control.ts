/** Memory shared by a search's thread and its owner: one word per direction. */
export const STOP = 0
export const MADE = 1

/** First message of a thread: its code is loaded. */
export const BEGUN = 'begun'

export function createSearchControl(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
}
