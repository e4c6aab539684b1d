import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writevSync,
} from 'node:fs'
import { join } from 'node:path'
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from './privateFile.ts'
import { RECORD_HEAD, scanRecords } from './recordScan.ts'
import { explainStorageError, StorageError } from './storageError.ts'

/** Location of a block's bytes in the block files. */
export interface BlockLocation {
  readonly file: number
  /** offset of the block's first byte */
  readonly pos: number
}

/** Position between two records of the block files. */
export interface FilePosition {
  readonly file: number
  readonly offset: number
}

export interface StoredBlock extends BlockLocation {
  readonly bytes: Uint8Array
  /** start of the next record */
  readonly next: FilePosition
}

/** Maximum size of a file in bytes before a new one is started; small enough to copy and check singly. */
const MAX_FILE_BYTES = 128 * 1024 * 1024
const REFETCH = 'Start once with -reindex, which keeps the readable blocks; the rest is downloaded from other nodes.'
/** Maximum number of files kept open for reading. */
const MAX_OPEN = 16

/** Name of the folder of the block files in the data directory. */
export const BLOCK_FOLDER = 'blocks'
/** Returns the path of a block file relative to the data directory. */
export const blockFileName = (file: number): string => `${BLOCK_FOLDER}/${formatFileName(file)}`

const formatFileName = (file: number): string => `blk${String(file).padStart(5, '0')}.dat`
const BLOCK_FILE = /^blk(\d{5})\.dat$/

/**
 * Returns true if the folder has block files that are not empty.
 * @throws StorageError if the folder can be neither read nor created
 */
export function hasBlockFiles(folder: string): boolean {
  const size = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0
  return listFolder(folder).some((name) => BLOCK_FILE.test(name) && size(name) > 0)
}

/** Lists the folder, and creates it if it is missing. @throws StorageError if that fails */
function listFolder(folder: string): readonly string[] {
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_DIRECTORY })
    return readdirSync(folder)
  } catch (error) {
    throw explainStorageError(error, folder)
  }
}

/** Open descriptors of block files, at most MAX_OPEN at a time. */
class OpenFiles {
  readonly #formatPath: (file: number) => string
  readonly #open = new Map<number, number>()

  constructor(pathOf: (file: number) => string) {
    this.#formatPath = pathOf
  }

  /** @param last number of the file being appended to, which stays open */
  descriptor(file: number, last: number): number {
    const known = this.#open.get(file)
    if (known !== undefined) return known
    if (this.#open.size >= MAX_OPEN) this.#closeOldest(last)
    const fd = openSync(this.#formatPath(file), file === last ? 'a+' : 'r', PRIVATE_FILE)
    this.#open.set(file, fd)
    return fd
  }

  #closeOldest(last: number): void {
    for (const file of this.#open.keys()) {
      if (file === last) continue
      this.close(file)
      return
    }
  }

  close(file: number): void {
    const fd = this.#open.get(file)
    if (fd !== undefined) closeSync(fd)
    this.#open.delete(file)
  }

  closeAll(): void {
    for (const fd of this.#open.values()) closeSync(fd)
    this.#open.clear()
  }
}

export interface BlockFilesOptions {
  readonly folder: string
  readonly magic: Uint8Array
  /** false only in tests: skips flushing to disk */
  readonly durable: boolean
  readonly maxFileBytes?: number
}

/**
 * Append-only files of blocks in order of arrival, `blocks/blkNNNNN.dat`, with records of magic, u32le length and
 * block.
 *
 * Durability: `sync` is called before committing the database transaction that refers to new blocks. So after a power
 * loss chain.db never refers to missing bytes. A mere crash of the process loses nothing.
 */
export class BlockFiles {
  readonly #folder: string
  readonly #magic: Uint8Array
  readonly #durable: boolean
  readonly #maxFileBytes: number
  readonly #open = new OpenFiles((file) => this.path(file))
  #end: FilePosition
  #dirty = false

  constructor({ folder, magic, durable, maxFileBytes = MAX_FILE_BYTES }: BlockFilesOptions) {
    this.#folder = folder
    this.#magic = magic
    this.#durable = durable
    this.#maxFileBytes = maxFileBytes
    const numbers = listFolder(folder).flatMap((name) => BLOCK_FILE.exec(name)?.[1] ?? [])
    const file = numbers.length === 0 ? 0 : Math.max(...numbers.map(Number))
    this.#end = { file, offset: fstatSync(this.#open.descriptor(file, file)).size }
  }

  /** Appends one record. */
  append(block: Uint8Array): BlockLocation {
    const head = Buffer.alloc(RECORD_HEAD)
    head.set(this.#magic)
    head.writeUInt32LE(block.length, 4)
    const length = RECORD_HEAD + block.length
    if (this.#end.offset > 0 && this.#end.offset + length > this.#maxFileBytes) this.#startFile()
    const { file, offset } = this.#end
    try {
      const written = writevSync(this.#descriptor(file), [head, block])
      // The system writes only part of the data if the disk is full.
      if (written !== length) throw Object.assign(new Error('short write'), { code: 'ENOSPC' })
    } catch (error) {
      // Remove the partial record, so that the next append starts cleanly.
      ftruncateSync(this.#descriptor(file), offset)
      throw explainStorageError(error, this.path(file))
    }
    this.#dirty = true
    this.#end = { file, offset: offset + length }
    return { file, pos: offset + RECORD_HEAD }
  }

  /** Flushes all appended data to disk. */
  sync(): void {
    if (!this.#dirty) return
    this.#dirty = false
    if (!this.#durable) return
    try {
      fdatasyncSync(this.#descriptor(this.#end.file))
    } catch (error) {
      throw explainStorageError(error, this.path(this.#end.file))
    }
  }

  /**
   * Returns `length` bytes from `offset` within a block.
   * @throws StorageError `corrupt` if the file ends before that
   */
  read({ file, pos }: BlockLocation, offset: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length)
    let filled = 0
    while (filled < length) {
      const count = this.#readPart(file, bytes, filled, pos + offset + filled)
      if (count === 0)
        throw new StorageError(
          'corrupt',
          `The block file ${this.path(file)} is shorter than the chain database says. ${REFETCH}`,
        )
      filled += count
    }
    return bytes
  }

  /** Yields the records from a position to the end of the last file. */
  *scan(from: FilePosition): Generator<StoredBlock> {
    for (let file = from.file; file <= this.#end.file; file++) {
      const start = file === from.file ? from.offset : 0
      for (const { pos, bytes, end } of scanRecords(this.#descriptor(file), start, this.#magic))
        yield { file, pos, bytes, next: { file, offset: end } }
    }
  }

  /** Returns the path of a file, for messages. */
  path(file: number): string {
    return join(this.#folder, formatFileName(file))
  }

  /** Returns the position of the next record. */
  end(): FilePosition {
    return this.#end
  }

  /** Truncates the files at a position. Only for incomplete records, never complete ones. */
  cut({ file, offset }: FilePosition): void {
    for (let surplus = this.#end.file; surplus > file; surplus--) {
      this.#open.close(surplus)
      rmSync(this.path(surplus), { force: true })
    }
    this.#open.close(file)
    this.#end = { file, offset }
    ftruncateSync(this.#descriptor(file), offset)
  }

  close(): void {
    this.sync()
    this.#open.closeAll()
  }

  #descriptor(file: number): number {
    return this.#open.descriptor(file, this.#end.file)
  }

  /** Continues in a new file. The full file is flushed first, because `sync` flushes only the last file. */
  #startFile(): void {
    this.sync()
    this.#open.close(this.#end.file)
    this.#end = { file: this.#end.file + 1, offset: 0 }
  }

  /** Returns the number of bytes read into `bytes` from `filled` on. */
  #readPart(file: number, bytes: Uint8Array, filled: number, position: number): number {
    try {
      return readSync(this.#descriptor(file), bytes, filled, bytes.length - filled, position)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        throw new StorageError('corrupt', `The block file ${this.path(file)} is missing. ${REFETCH}`, { cause: error })
      throw explainStorageError(error, this.path(file))
    }
  }
}
