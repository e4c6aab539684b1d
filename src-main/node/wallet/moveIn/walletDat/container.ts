import { StructureError } from './structureError.ts'
import { walletDatText } from './walletDatText.ts'

/** Byte order of the integers in page headers; that of the system on which the file was created. */
export interface HeaderIntegers {
  readonly bigEndian: boolean
  u16(bytes: Uint8Array, at: number): number
  u32(bytes: Uint8Array, at: number): number
}

/** Reader of little-endian integers. The caller checks the bounds. */
export const LITTLE_ENDIAN: HeaderIntegers = {
  bigEndian: false,
  u16: (bytes, at) => bytes[at]! | (bytes[at + 1]! << 8),
  u32: (bytes, at) => (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0,
}

/** Reader of big-endian integers. The caller checks the bounds. */
export const BIG_ENDIAN: HeaderIntegers = {
  bigEndian: true,
  u16: (bytes, at) => (bytes[at]! << 8) | bytes[at + 1]!,
  u32: (bytes, at) => ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0,
}

/** Layout of a file, from its first page. */
export interface FileLayout {
  readonly integers: HeaderIntegers
  /** bytes, a power of two from 512 to 65536 */
  readonly pageSize: number
  /** bytes before the offsets of a page's items */
  readonly headerBytes: number
  /** pages have checksums */
  readonly checksums: boolean
  readonly lastPage: number
}

/** Length of the part of a metadata page that is in use. */
export const META_BYTES = 512
/** Length of a page header. */
export const HEADER_BYTES = 26
/** Length of a page header with a checksum: two unused bytes and four of the checksum follow the header. */
const CHECKSUM_HEADER_BYTES = 32
const META_CHECKSUM_AT = 492
const CHECKSUM_AT = 28

export const PAGE_TYPE = { free: 0, internal: 3, leaf: 5, overflow: 7, meta: 9 } as const

const BTREE_MAGIC = 0x00053162
const OTHER_MAGICS = new Map([
  [0x00061561, 'hash'],
  [0x00042253, 'queue'],
  [0x00074582, 'heap'],
])
const MIN_VERSION = 8
const MAX_VERSION = 10
const META_FLAG_CHECKSUM = 1
const META_FLAGS_PARTITIONED = 2 | 4
const FLAG_RECORD_NUMBERS = 4
const FLAG_SUBDATABASES = 0x20
const UNSUPPORTED_FLAGS: readonly (readonly [number, string])[] = [
  [1 | 0x40, 'duplicate keys'],
  [2, 'record numbers as keys'],
  [8 | 0x10, 'records of fixed length'],
  [0x80, 'compression'],
  [0x100, 'slices'],
]

/**
 * Parses page 0.
 * @param page at least META_BYTES bytes
 * @param fileSize bytes
 * @throws StructureError
 */
export function parseFirstPage(page: Uint8Array, fileSize: number): FileLayout & { readonly root: number } {
  const integers = BIG_ENDIAN.u32(page, 12) === BTREE_MAGIC ? BIG_ENDIAN : LITTLE_ENDIAN
  checkMagic(integers.u32(page, 12))
  const pageSize = integers.u32(page, 20)
  if (!isPageSize(pageSize)) throw new StructureError(walletDatText('pageSize', { bytes: pageSize }))
  const checksums = (page[26]! & META_FLAG_CHECKSUM) !== 0
  const root = checkMeta(page, 0, integers)
  if ((integers.u32(page, 48) & FLAG_SUBDATABASES) === 0) throw damagedMeta(0, 'no databases')
  const lastPage = integers.u32(page, 32)
  if ((lastPage + 1) * pageSize > fileSize)
    throw new StructureError(walletDatText('cutOff', { pages: lastPage + 1, found: Math.floor(fileSize / pageSize) }))
  const headerBytes = checksums ? CHECKSUM_HEADER_BYTES : HEADER_BYTES
  return { integers, pageSize, headerBytes, checksums, lastPage, root }
}

/**
 * Checks a metadata page and returns the number of its root page.
 * @throws StructureError
 */
export function checkMeta(page: Uint8Array, number: number, integers: HeaderIntegers): number {
  checkMagic(integers.u32(page, 12))
  const version = integers.u32(page, 16)
  if (version < MIN_VERSION || version > MAX_VERSION) throw new StructureError(walletDatText('version', { version }))
  if (integers.u32(page, 8) !== number || page[25] !== PAGE_TYPE.meta) throw damagedMeta(number, `type ${page[25]}`)
  if (page[24] !== 0 || integers.u32(page, 460) !== 0) throw unsupported('encryption of the complete file')
  const metaFlags = page[26]!
  if ((metaFlags & META_FLAGS_PARTITIONED) !== 0 || integers.u32(page, 36) !== 0) throw unsupported('partitions')
  if ((metaFlags & ~META_FLAG_CHECKSUM) !== 0) throw unsupported('slices')
  checkFlags(number, integers.u32(page, 48))
  if (version === MAX_VERSION && page.subarray(92, 112).some((byte) => byte !== 0)) throw unsupported('blobs')
  return integers.u32(page, 88)
}

/** Returns true if the first page begins like that of a btree, in either byte order. */
export function hasBtreeMagic(page: Uint8Array): boolean {
  return LITTLE_ENDIAN.u32(page, 12) === BTREE_MAGIC || BIG_ENDIAN.u32(page, 12) === BTREE_MAGIC
}

function checkMagic(magic: number): void {
  if (magic === BTREE_MAGIC) return
  const other = OTHER_MAGICS.get(magic) ?? OTHER_MAGICS.get(swapped(magic))
  if (other !== undefined) throw new StructureError(walletDatText('otherDatabase', { kind: other }), true)
  throw new StructureError(walletDatText('noWallet'))
}

function checkFlags(number: number, flags: number): void {
  for (const [mask, feature] of UNSUPPORTED_FLAGS) if ((flags & mask) !== 0) throw unsupported(feature)
  if ((flags & ~(FLAG_SUBDATABASES | FLAG_RECORD_NUMBERS)) !== 0) throw damagedMeta(number, `flags ${flags}`)
}

function unsupported(feature: string): StructureError {
  return new StructureError(walletDatText('option', { option: feature }), true)
}

function damagedMeta(page: number, detail: string): StructureError {
  return new StructureError(walletDatText('page', { page, detail }))
}

const swapped = (value: number): number =>
  (((value & 0xff) << 24) | ((value & 0xff00) << 8) | ((value >>> 8) & 0xff00) | (value >>> 24)) >>> 0

/** Returns true for the page sizes of Berkeley DB: the powers of two from 512 to 65536. */
export function isPageSize(size: number): boolean {
  return size >= 512 && size <= 65536 && (size & (size - 1)) === 0
}

/**
 * Returns true if a page has the checksum that it names. The field is zeroed for the computation and restored.
 * @param page complete page; of a metadata page only META_BYTES bytes are covered
 */
export function hasValidChecksum(page: Uint8Array, integers: HeaderIntegers): boolean {
  const isMeta = page[25] === PAGE_TYPE.meta
  const at = isMeta ? META_CHECKSUM_AT : CHECKSUM_AT
  const length = isMeta ? META_BYTES : page.length
  let hash = 0
  for (let i = 0; i < length; i++) {
    const byte = i >= at && i < at + 4 ? 0 : page[i]!
    hash = (Math.imul(hash, 33) + byte) | 0
  }
  return hash >>> 0 === integers.u32(page, at)
}
