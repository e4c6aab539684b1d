/** Columns of concatenated values, which are written as JSON text without an object per row. */

const COMMA = 44
const ZERO = 48
const TXID_LENGTH = 32
/** Bit that distinguishes a small from a capital letter. Digits have it already. */
const SMALL = 0x20

const HEX_DIGITS = Buffer.from('0123456789abcdef', 'latin1')

/** Growing buffer of ASCII text. */
export class AsciiWriter {
  bytes: Buffer
  length = 0

  constructor(capacity: number) {
    this.bytes = Buffer.allocUnsafeSlow(capacity)
  }

  /** Ensures space for this many more bytes. */
  reserve(more: number): void {
    const needed = this.length + more
    if (needed <= this.bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.bytes.length))
    larger.set(this.bytes.subarray(0, this.length))
    this.bytes = larger
  }

  /** Returns the text and starts again with an empty one. */
  take(): string {
    const { bytes, length } = this
    this.length = 0
    return bytes.toString('latin1', 0, length)
  }
}

/** Values of one column, by row. */
export interface JsonColumn {
  /** Maximum number of bytes that `write` appends. */
  size(row: number): number
  /** Appends a value. The space must be reserved. */
  write(out: AsciiWriter, row: number): void
}

/** Concatenated ids, written in display order. */
export class TxidColumn implements JsonColumn {
  readonly #ids: Uint8Array

  constructor(ids: Uint8Array) {
    this.#ids = ids
  }

  get rows(): number {
    return this.#ids.length / TXID_LENGTH
  }

  size(): number {
    return 2 * TXID_LENGTH
  }

  write(out: AsciiWriter, row: number): void {
    const ids = this.#ids
    const { bytes } = out
    let to = out.length
    for (let at = (row + 1) * TXID_LENGTH - 1; at >= row * TXID_LENGTH; at--) {
      const byte = ids[at]!
      bytes[to++] = HEX_DIGITS[byte >> 4]!
      bytes[to++] = HEX_DIGITS[byte & 15]!
    }
    out.length = to
  }

  /** Compares two ids in internal order. */
  compare(a: number, b: number): number {
    for (let at = 0; at < TXID_LENGTH; at++) {
      const difference = this.#ids[a * TXID_LENGTH + at]! - this.#ids[b * TXID_LENGTH + at]!
      if (difference !== 0) return difference
    }
    return 0
  }
}

/** Values in a list such as `12,-3,7`. */
class ListColumn {
  protected readonly bytes: Uint8Array
  /** Offset of each value, and of the value after the last. */
  protected readonly offsets: Uint32Array

  constructor(bytes: Uint8Array, rows: number) {
    this.bytes = bytes
    this.offsets = new Uint32Array(rows + 1)
    let row = 0
    for (let at = 0; at < bytes.length; at++) if (bytes[at] === COMMA) this.offsets[++row] = at + 1
    if (row + 1 !== rows) throw new Error(`address index: a column has ${row + 1} values, expected ${rows}`)
    this.offsets[rows] = bytes.length + 1
  }

  size(row: number): number {
    return this.offsets[row + 1]! - 1 - this.offsets[row]!
  }
}

/** Integers in decimal digits, copied unchanged. */
export class IntegerColumn extends ListColumn implements JsonColumn {
  write(out: AsciiWriter, row: number): void {
    const { bytes } = out
    let to = out.length
    const end = this.offsets[row + 1]! - 1
    for (let at = this.offsets[row]!; at < end; at++) bytes[to++] = this.bytes[at]!
    out.length = to
  }

  /** Returns a value that is not negative and fits a number. */
  value(row: number): number {
    let value = 0
    const end = this.offsets[row + 1]! - 1
    for (let at = this.offsets[row]!; at < end; at++) value = value * 10 + this.bytes[at]! - ZERO
    return value
  }
}

/** Bytes as hex in capital letters, written in small ones. */
export class HexColumn extends ListColumn implements JsonColumn {
  write(out: AsciiWriter, row: number): void {
    const { bytes } = out
    let to = out.length
    const end = this.offsets[row + 1]! - 1
    for (let at = this.offsets[row]!; at < end; at++) bytes[to++] = this.bytes[at]! | SMALL
    out.length = to
  }
}

/** Layout of a JSON row: literal texts with a column between each two. */
export interface JsonRowLayout<Column extends string> {
  /** ASCII texts, one more than columns. */
  readonly texts: readonly string[]
  readonly columns: readonly Column[]
}

/** Writes rows in the given order, separated by commas. `rows` is their number if all are written in column order. */
export function writeJsonRows<Column extends string>(
  { texts, columns }: JsonRowLayout<Column>,
  columnFor: Readonly<Record<Column, JsonColumn>>,
  rows: number | readonly number[],
): string {
  const count = typeof rows === 'number' ? rows : rows.length
  const parts = columns.map((name, at) => ({ before: Buffer.from(texts[at]!, 'latin1'), column: columnFor[name] }))
  const end = Buffer.from(`${texts.at(-1)},`, 'latin1')
  const literals = parts.reduce((sum, { before }) => sum + before.length, end.length)
  const sizeFor = (row: number) => parts.reduce((sum, { column }) => sum + column.size(row), literals)
  const out = new AsciiWriter(Math.max(1, count * sizeFor(0)))
  for (let at = 0; at < count; at++) {
    const row = typeof rows === 'number' ? at : rows[at]!
    out.reserve(sizeFor(row))
    for (const { before, column } of parts) {
      append(out, before)
      column.write(out, row)
    }
    append(out, end)
  }
  // Without the comma after the last row.
  out.length--
  return out.take()
}

function append(out: AsciiWriter, text: Uint8Array): void {
  const { bytes } = out
  let to = out.length
  for (let at = 0; at < text.length; at++) bytes[to++] = text[at]!
  out.length = to
}
