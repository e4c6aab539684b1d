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

/** Where a block's bytes lie. */
export interface BlockLocation {
  readonly file: number
  /** offset of the block's first byte */
  readonly pos: number
}

/** A place between two records. */
export interface FilePosition {
  readonly file: number
  readonly offset: number
}

export interface StoredBlock extends BlockLocation {
  readonly bytes: Uint8Array
  /** where the next record begins */
  readonly next: FilePosition
}

/** A new file is begun when this size would be passed: small enough to copy and check one by one. */
const MAX_FILE_BYTES = 128 * 1024 * 1024
const REFETCH = 'Start once with -reindex, which keeps what can be read; the rest is fetched from other nodes.'
/** Files kept open for reading. */
const MAX_OPEN = 16

/**
 * The blocks as they came, in `blocks/blkNNNNN.dat`: records of magic, u32le length and block, only ever appended.
 *
 * Durability: `sync` is called before the database transaction that refers to new blocks commits, so that after a power
 * loss chain.db never points at bytes that are not there. After a mere crash of the process nothing is lost.
 */
export interface BlockFiles {
  /** writes one record behind the last one */
  append(block: Uint8Array): BlockLocation
  /** makes everything appended durable */
  sync(): void
  /** `length` bytes from `offset` within a block. @throws StorageError `corrupt` if the file ends before */
  read(place: BlockLocation, offset: number, length: number): Uint8Array
  /** records from a position to the end of the last file */
  scan(from: FilePosition): Generator<StoredBlock>
  /** where a file lies, for messages */
  path(file: number): string
  /** where the next record will go */
  end(): FilePosition
  /** drops everything from a position on: a torn record, never a whole one */
  cut(at: FilePosition): void
  close(): void
}

/** Name of the folder of the block files in the data directory. */
export const BLOCK_FOLDER = 'blocks'
/** Relative to the data directory. */
export const blockFileName = (file: number): string => `${BLOCK_FOLDER}/${nameOf(file)}`

const nameOf = (file: number): string => `blk${String(file).padStart(5, '0')}.dat`
/** The number of a block file. */
const BLOCK_FILE = /^blk(\d{5})\.dat$/

/**
 * Returns true if the folder has block files that are not empty.
 * @throws StorageError if the folder can be neither read nor created
 */
export function hasBlockFiles(folder: string): boolean {
  const size = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0
  return listFolder(folder).some((name) => BLOCK_FILE.test(name) && size(name) > 0)
}

/** Creates the folder if it is missing. @throws StorageError */
function listFolder(folder: string): readonly string[] {
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_DIRECTORY })
    return readdirSync(folder)
  } catch (error) {
    throw explainStorageError(error, folder)
  }
}

/** Open files. @param lastFile the one that is appended to */
function createDescriptors(pathOf: (file: number) => string, lastFile: () => number) {
  const open = new Map<number, number>()

  function descriptor(file: number, last = lastFile()): number {
    const known = open.get(file)
    if (known !== undefined) return known
    if (open.size >= MAX_OPEN) closeOldest(last)
    const fd = openSync(pathOf(file), file === last ? 'a+' : 'r', PRIVATE_FILE)
    open.set(file, fd)
    return fd
  }

  function closeOldest(last: number): void {
    for (const [file, fd] of open) {
      if (file === last) continue
      closeSync(fd)
      open.delete(file)
      return
    }
  }

  return {
    descriptor,
    /** Returns how many bytes were read into `bytes` from `filled` on. */
    readPart(file: number, bytes: Uint8Array, filled: number, position: number): number {
      try {
        return readSync(descriptor(file), bytes, filled, bytes.length - filled, position)
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
          throw new StorageError('corrupt', `The block file ${pathOf(file)} is missing. ${REFETCH}`, { cause: error })
        throw explainStorageError(error, pathOf(file))
      }
    },
    closeFile(file: number): void {
      const fd = open.get(file)
      if (fd !== undefined) closeSync(fd)
      open.delete(file)
    },
    closeAll(): void {
      for (const fd of open.values()) closeSync(fd)
      open.clear()
    },
  }
}

export function createBlockFiles(options: {
  readonly folder: string
  readonly magic: Uint8Array
  /** false only in tests: skips waiting for the disk */
  readonly durable: boolean
  readonly maxFileBytes?: number
}): BlockFiles {
  const { folder, magic, durable, maxFileBytes = MAX_FILE_BYTES } = options
  const pathOf = (file: number): string => join(folder, nameOf(file))
  const { descriptor, readPart, closeFile, closeAll } = createDescriptors(pathOf, () => end.file)
  let end = lastPosition()
  let dirty = false

  function lastPosition(): FilePosition {
    const numbers = listFolder(folder).flatMap((name) => BLOCK_FILE.exec(name)?.[1] ?? [])
    const file = numbers.length === 0 ? 0 : Math.max(...numbers.map(Number))
    return { file, offset: fstatSync(descriptor(file, file)).size }
  }

  function sync(): void {
    if (!dirty) return
    dirty = false
    if (!durable) return
    try {
      fdatasyncSync(descriptor(end.file))
    } catch (error) {
      throw explainStorageError(error, pathOf(end.file))
    }
  }

  /** Continues in a new file; what stands in the full one is made durable first, since `sync` looks at the last file only. */
  function startFile(): void {
    sync()
    closeFile(end.file)
    end = { file: end.file + 1, offset: 0 }
  }

  return {
    append(block) {
      const head = Buffer.alloc(RECORD_HEAD)
      head.set(magic)
      head.writeUInt32LE(block.length, 4)
      const length = RECORD_HEAD + block.length
      if (end.offset > 0 && end.offset + length > maxFileBytes) startFile()
      const place = { file: end.file, pos: end.offset + RECORD_HEAD }
      try {
        const written = writevSync(descriptor(end.file), [head, block])
        // The system writes a part if the disk has room for no more.
        if (written !== length) throw Object.assign(new Error('short write'), { code: 'ENOSPC' })
      } catch (error) {
        // Whatever part of the record arrived is taken back, so that the next append starts cleanly.
        ftruncateSync(descriptor(end.file), end.offset)
        throw explainStorageError(error, pathOf(end.file))
      }
      dirty = true
      end = { file: end.file, offset: end.offset + length }
      return place
    },
    sync,
    read({ file, pos }, offset, length) {
      const bytes = new Uint8Array(length)
      let filled = 0
      while (filled < length) {
        const count = readPart(file, bytes, filled, pos + offset + filled)
        if (count === 0)
          throw new StorageError(
            'corrupt',
            `The block file ${pathOf(file)} is shorter than the chain database says. ${REFETCH}`,
          )
        filled += count
      }
      return bytes
    },
    *scan(from) {
      for (let file = from.file; file <= end.file; file++) {
        const start = file === from.file ? from.offset : 0
        for (const { pos, bytes, end: behind } of scanRecords(descriptor(file), start, magic))
          yield { file, pos, bytes, next: { file, offset: behind } }
      }
    },
    path: pathOf,
    end: () => end,
    cut({ file, offset }) {
      for (let surplus = end.file; surplus > file; surplus--) {
        closeFile(surplus)
        rmSync(pathOf(surplus), { force: true })
      }
      closeFile(file)
      end = { file, offset }
      ftruncateSync(descriptor(file), offset)
    },
    close() {
      sync()
      closeAll()
    },
  }
}
