import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BlockFiles } from './blockFiles.ts'
import { StorageError } from './storageError.ts'

const magic = Uint8Array.of(0xea, 0x2c, 0x2f, 0x52)
const START = { file: 0, offset: 0 }
/** Returns bytes long enough to count as a block. */
const createBlockBytes = (fill: number, length = 200): Uint8Array => new Uint8Array(length).fill(fill)

describe('BlockFiles', () => {
  let folder: string
  let files: BlockFiles
  const open = (maxFileBytes?: number): BlockFiles =>
    new BlockFiles({ folder, magic, durable: false, ...(maxFileBytes && { maxFileBytes }) })
  const scan = (): Uint8Array[] => [...files.scan(START)].map(({ bytes }) => bytes)
  const path = (number = 0): string => join(folder, `blk0000${number}.dat`)

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'files-'))
    files = open()
  })
  afterEach(() => {
    files.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('reads appended blocks completely and in part', () => {
    const first = files.append(createBlockBytes(1))
    const second = files.append(createBlockBytes(2, 300))
    expect(first).toEqual({ file: 0, pos: 8 })
    expect(second).toEqual({ file: 0, pos: 216 })
    expect(files.read(first, 0, 200)).toEqual(createBlockBytes(1))
    expect(files.read(second, 10, 5)).toEqual(createBlockBytes(2, 5))
    expect(files.end()).toEqual({ file: 0, offset: 516 })
  })

  it('writes records of magic, length and block', () => {
    files.append(createBlockBytes(7))
    const bytes = readFileSync(path())
    expect(bytes.subarray(0, 8)).toEqual(Buffer.from([...magic, 200, 0, 0, 0]))
    expect(bytes).toHaveLength(208)
  })

  it('continues in a new file when one is full, also after reopening', () => {
    files.close()
    files = open(500)
    const places = [1, 2, 3, 4, 5].map((fill) => files.append(createBlockBytes(fill)))
    expect(places.map(({ file }) => file)).toEqual([0, 0, 1, 1, 2])
    files.sync()
    files.close()
    files = open(500)
    expect(files.end()).toEqual({ file: 2, offset: 208 })
    for (const [index, place] of places.entries())
      expect(files.read(place, 0, 200)).toEqual(createBlockBytes(index + 1))
    expect(scan()).toEqual([1, 2, 3, 4, 5].map((fill) => createBlockBytes(fill)))
  })

  it('scans records and next positions from any position', () => {
    files.append(createBlockBytes(1))
    const between = files.end()
    const second = files.append(createBlockBytes(2))
    expect([...files.scan(between)]).toEqual([{ ...second, bytes: createBlockBytes(2), next: files.end() }])
  })

  it('skips an incomplete record and appends after it is cut off', () => {
    files.append(createBlockBytes(1))
    const whole = files.end()
    files.append(createBlockBytes(2))
    files.close()
    truncateSync(path(), whole.offset + 100)
    files = open()
    expect(scan()).toEqual([createBlockBytes(1)])
    files.cut(whole)
    files.append(createBlockBytes(3))
    expect(scan()).toEqual([createBlockBytes(1), createBlockBytes(3)])
  })

  it('cuts off complete files too', () => {
    files.close()
    files = open(300)
    files.append(createBlockBytes(1))
    const place = files.end()
    files.append(createBlockBytes(2))
    files.append(createBlockBytes(3))
    files.cut(place)
    expect(scan()).toEqual([createBlockBytes(1)])
    expect(files.append(createBlockBytes(4))).toEqual({ file: 1, pos: 8 })
    expect(scan()).toEqual([createBlockBytes(1), createBlockBytes(4)])
  })

  it('throws a StorageError that names -reindex if a file is too short', () => {
    const place = files.append(createBlockBytes(1))
    files.close()
    truncateSync(path(), 100)
    files = open()
    expect(() => files.read(place, 0, 200)).toThrow(StorageError)
    expect(() => files.read(place, 0, 200)).toThrow(/-reindex/)
  })

  it('ignores a record length above the block limit', () => {
    appendFileSync(path(), Buffer.from([...magic, 0xff, 0xff, 0xff, 0x7f]))
    appendFileSync(path(), Buffer.from([...magic, 1, 0, 0, 0, 9]))
    files.close()
    files = open()
    const place = files.append(createBlockBytes(5))
    expect([...files.scan(START)].map(({ pos }) => pos)).toEqual([place.pos])
  })

  it('finds records between any garbage bytes', () => {
    const junk = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes))
    const head = fc.integer({ min: 0, max: 0xffff }).map((length) => {
      const bytes = Buffer.from([...magic, 0, 0, 0, 0])
      bytes.writeUInt32LE(length, 4)
      // A length above the block limit, so that the following bytes cannot be read as its content.
      bytes[7] = 0x7f
      return bytes
    })
    const part = fc.oneof(junk, head, fc.constant(Buffer.from(magic.subarray(0, 3))))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(part, fc.integer({ min: 142, max: 5000 })), { maxLength: 8 }),
        part,
        (parts, tail) => {
          // 0x00 separates the garbage from the magic, so that no accidental record appears at the borders.
          const pieces = parts.flatMap(([before, length]) => {
            const record = Buffer.alloc(8 + length)
            record.set(magic)
            record.writeUInt32LE(length, 4)
            return [before, Buffer.from([0]), record]
          })
          files.close()
          writeFileSync(path(), Buffer.concat([...pieces, tail]))
          files = open()
          expect(scan().map(({ length }) => length)).toEqual(parts.map(([, length]) => length))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('reads records across the borders of read chunks', () => {
    const sizes = [1_500_000, 1_700_000, 1_900_000, 142, 3_900_000, 4_194_304]
    for (const size of sizes) files.append(createBlockBytes(0, size))
    expect(scan().map(({ length }) => length)).toEqual(sizes)
  })
})
