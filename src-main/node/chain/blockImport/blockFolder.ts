import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { BLOCK_FOLDER } from '../../storage/index.ts'
import { toHex } from '../../util/index.ts'

/** Block files of another program, in the order in which they are read. */
export interface BlockFolder {
  /** folder with the block files */
  readonly folder: string
  /** folder of the program's chain, which has its lock and pid file */
  readonly owner: string
  /** absolute paths */
  readonly files: readonly string[]
  readonly bytes: number
}

/** Reason why the block files of a folder cannot be imported now, as a text for the user. */
export class BlockImportError extends Error {
  override readonly name = 'BlockImportError'
}

/** Maximum number of block files: 1.2 TiB of them. */
const MAX_FILES = 10_000
/** Names of block files; those above 100,000,000 have copies of blocks of staked chains, which are harmless. */
const BLOCK_FILE = /^blk(\d{5,9})\.dat$/
const MAGIC_BYTES = 4

/** Returns the number in the name of a block file, or undefined for other files. */
export function blockFileNumber(name: string): number | undefined {
  const number = BLOCK_FILE.exec(name)?.[1]
  return number === undefined ? undefined : Number(number)
}

/**
 * Bytes of disk that this node needs for each byte of block files of another program: its own block files, and the
 * database with the indexes of addresses and tokens. Measured: 1.8 with 3,300 blocks of 52 MB, full of payments.
 */
const DISK_BYTES_PER_BYTE = 2

/** Returns the bytes of disk that this node needs for the blocks of files of this size. An estimate. */
export function spaceForBlocks(bytes: number): number {
  return Math.ceil(bytes * DISK_BYTES_PER_BYTE)
}

/**
 * Finds the block files of a folder, which is the folder of a chain or its `blocks`. Only reads.
 * @param subfolder folder of the network in that of the chain, such as `regtest`; empty on a main chain
 * @throws BlockImportError if the folder has no block files
 */
export function findBlockFolder(folder: string, subfolder: string): BlockFolder {
  const places = [folder, join(folder, BLOCK_FOLDER), join(folder, subfolder, BLOCK_FOLDER)]
  for (const place of places) {
    const files = listBlockFiles(place)
    if (files.length === 0) continue
    const owner = basename(place) === BLOCK_FOLDER ? dirname(place) : place
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    return { folder: place, owner, files: files.map(({ path }) => path), bytes }
  }
  throw new BlockImportError(`${folder} has no block files (blocks/blk00000.dat). Name the folder of the chain.`)
}

function listBlockFiles(folder: string): readonly { readonly path: string; readonly size: number }[] {
  const names = readNames(folder)
    .flatMap((name) => {
      const number = blockFileNumber(name)
      return number === undefined ? [] : [{ number, path: join(folder, name) }]
    })
    .toSorted((a, b) => a.number - b.number)
  if (names.length > MAX_FILES) throw new BlockImportError(`${folder} has more than ${MAX_FILES} block files.`)
  return names.flatMap(({ path }) => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found?.isFile() ? [{ path, size: found.size }] : []
  })
}

function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw new BlockImportError(`${folder} cannot be read (${code}).`, { cause: error })
  }
}

/**
 * Compares the first record with the chain's magic, so that the files of another chain are not searched in vain.
 * @throws BlockImportError if the first file begins with a record of another chain
 */
export function checkMagic(file: string, magic: Uint8Array): void {
  const head = readHead(file)
  // Zeros and damage are searched like the rest of the file.
  const first = toHex(head)
  const expected = toHex(magic)
  if (first === expected || first === '00000000') return
  throw new BlockImportError(
    `${file} begins with the magic ${first}, but this chain has ${expected}: the blocks belong to another chain, or the chain’s options differ.`,
  )
}

function readHead(file: string): Uint8Array {
  const head = new Uint8Array(MAGIC_BYTES)
  try {
    const descriptor = openSync(file, 'r')
    try {
      readSync(descriptor, head, 0, MAGIC_BYTES, 0)
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new BlockImportError(`${file} cannot be read (${code}).`, { cause: error })
  }
  return head
}
