/**
 * Reusable buffer for bytes that are hashed immediately. Millions of short-lived arrays would cost as much as the
 * hashing. Use it only in code that calls nothing else that writes here before it is done.
 */
export interface Scratch {
  /** Clears the buffer. */
  start(): Scratch
  /** Drops the bytes after the first `length`. */
  cut(length: number): Scratch
  u32(value: number): Scratch
  i64(value: bigint): Scratch
  bytes(value: Uint8Array): Scratch
  /** Appends a byte string preceded by its compact size. */
  varBytes(value: Uint8Array): Scratch
  /** number of bytes written since `start` */
  readonly length: number
  /** Returns the bytes written since `start`, valid until the next `start`. */
  written(): Uint8Array
}

export function createScratch(): Scratch {
  let array = new Uint8Array(4096)
  let view = new DataView(array.buffer)
  let length = 0
  const reserve = (count: number): number => {
    const at = length
    length += count
    if (length > array.length) {
      const larger = new Uint8Array(2 * length)
      larger.set(array.subarray(0, at))
      array = larger
      view = new DataView(larger.buffer)
    }
    return at
  }
  const scratch: Scratch = {
    start() {
      length = 0
      return scratch
    },
    cut(to) {
      length = to
      return scratch
    },
    u32(value) {
      const at = reserve(4)
      view.setUint32(at, value, true)
      return scratch
    },
    i64(value) {
      const at = reserve(8)
      view.setBigInt64(at, value, true)
      return scratch
    },
    bytes(value) {
      const at = reserve(value.length)
      array.set(value, at)
      return scratch
    },
    varBytes(value) {
      const size = value.length
      if (size < 0xfd) {
        const at = reserve(1)
        array[at] = size
      } else if (size <= 0xffff) {
        const at = reserve(3)
        array[at] = 0xfd
        view.setUint16(at + 1, size, true)
      } else {
        const at = reserve(5)
        array[at] = 0xfe
        view.setUint32(at + 1, size, true)
      }
      return scratch.bytes(value)
    },
    get length() {
      return length
    },
    written: () => array.subarray(0, length),
  }
  return scratch
}
