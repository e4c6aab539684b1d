/** Returns the bytes of the compact size of a count or length. */
export function compactSizeLength(value: number): number {
  return value < 0xfd ? 1 : value <= 0xffff ? 3 : value <= 0xffffffff ? 5 : 9
}

/**
 * Writes little-endian values into a growing array. Values outside an integer's range wrap like a C cast, so callers
 * must check values that can be outside. Pass the final size, if it is known, to write without growing or copying.
 */
export class ByteWriter {
  #bytes: Uint8Array
  #view: DataView
  #length = 0

  constructor(sizeHint = 256) {
    this.#bytes = new Uint8Array(sizeHint)
    this.#view = new DataView(this.#bytes.buffer)
  }

  /** Number of bytes written so far. */
  get length(): number {
    return this.#length
  }

  u8(value: number): this {
    const at = this.#reserve(1)
    this.#view.setUint8(at, value)
    return this
  }

  u16le(value: number): this {
    const at = this.#reserve(2)
    this.#view.setUint16(at, value, true)
    return this
  }

  u32le(value: number): this {
    const at = this.#reserve(4)
    this.#view.setUint32(at, value, true)
    return this
  }

  i32le(value: number): this {
    const at = this.#reserve(4)
    this.#view.setInt32(at, value, true)
    return this
  }

  u64le(value: bigint): this {
    const at = this.#reserve(8)
    this.#view.setBigUint64(at, value, true)
    return this
  }

  i64le(value: bigint): this {
    const at = this.#reserve(8)
    this.#view.setBigInt64(at, value, true)
    return this
  }

  bytes(value: Uint8Array): this {
    const at = this.#reserve(value.length)
    this.#bytes.set(value, at)
    return this
  }

  compactSize(value: number): this {
    if (value < 0xfd) return this.u8(value)
    if (value <= 0xffff) return this.u8(0xfd).u16le(value)
    if (value <= 0xffffffff) return this.u8(0xfe).u32le(value)
    return this.u8(0xff).u64le(BigInt(value))
  }

  /** Writes a byte string after its compact size. */
  varBytes(value: Uint8Array): this {
    return this.compactSize(value.length).bytes(value)
  }

  /** Returns the written bytes. The writer must not be used afterwards, because the result may be its own buffer. */
  finish(): Uint8Array {
    return this.#length === this.#bytes.length ? this.#bytes : this.#bytes.slice(0, this.#length)
  }

  #reserve(length: number): number {
    const at = this.#length
    const end = at + length
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.#bytes.length))
      larger.set(this.#bytes.subarray(0, at))
      this.#bytes = larger
      this.#view = new DataView(larger.buffer)
    }
    this.#length = end
    return at
  }
}
