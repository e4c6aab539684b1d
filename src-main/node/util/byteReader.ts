import { DecodeError } from './decodeError.ts'

/** Maximum length or count on the wire (transactions-and-script.md §1). */
export const MAX_COMPACT_SIZE = 0x02000000

/**
 * Reads little-endian values from the front of an array. Every method throws DecodeError when the input ends early, and
 * no other error. Byte strings are returned as views of the input, without a copy. They keep the complete input in
 * memory and show later changes to it. Pass an array that is no longer modified, and `slice()` results that must
 * outlive a large input.
 */
export class ByteReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at: number

  constructor(bytes: Uint8Array, offset = 0) {
    // Views of a Buffer would be Buffers, whose slice() does not copy, unlike that of plain arrays.
    this.#bytes = Buffer.isBuffer(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#at = offset
  }

  /** Offset of the next byte. */
  get position(): number {
    return this.#at
  }

  /** Number of bytes not read yet. */
  get remaining(): number {
    return this.#bytes.length - this.#at
  }

  u8(): number {
    return this.#view.getUint8(this.#advance(1))
  }

  u16le(): number {
    return this.#view.getUint16(this.#advance(2), true)
  }

  u32le(): number {
    return this.#view.getUint32(this.#advance(4), true)
  }

  i32le(): number {
    return this.#view.getInt32(this.#advance(4), true)
  }

  u64le(): bigint {
    return this.#view.getBigUint64(this.#advance(8), true)
  }

  i64le(): bigint {
    return this.#view.getBigInt64(this.#advance(8), true)
  }

  /** Returns the next `length` bytes as a view of the input. */
  bytes(length: number): Uint8Array {
    const start = this.#advance(length)
    return this.#bytes.subarray(start, start + length)
  }

  /** Returns the bytes from `start` to the current position, as a view of the input. */
  since(start: number): Uint8Array {
    return this.#bytes.subarray(start, this.#at)
  }

  /**
   * Reads a variable-length count or length. Rejects longer encodings than needed and values above MAX_COMPACT_SIZE.
   */
  compactSize(): number {
    const first = this.u8()
    if (first < 0xfd) return first
    const value = first === 0xfd ? this.u16le() : first === 0xfe ? this.u32le() : Number(this.u64le())
    const min = first === 0xfd ? 0xfd : first === 0xfe ? 0x10000 : 0x1_0000_0000
    if (value < min) throw new DecodeError('non-canonical compact size')
    if (value > MAX_COMPACT_SIZE) throw new DecodeError('compact size too large')
    return value
  }

  /**
   * Reads a compact size that counts items of at least `itemBytes` bytes each. A count that the rest of the input
   * cannot hold is rejected before anything is allocated for it.
   */
  count(itemBytes: number): number {
    const value = this.compactSize()
    if (value * itemBytes > this.remaining) throw new DecodeError('more items announced than bytes left')
    return value
  }

  /** Reads a byte string after its compact size, as a view of the input. */
  varBytes(): Uint8Array {
    return this.bytes(this.compactSize())
  }

  /** @throws DecodeError if bytes remain */
  end(): void {
    if (this.remaining > 0) throw new DecodeError(`${this.remaining} bytes left over`)
  }

  #advance(length: number): number {
    const start = this.#at
    if (!(length >= 0 && length <= this.#bytes.length - start)) throw new DecodeError('unexpected end of data')
    this.#at = start + length
    return start
  }
}
