import { type FileLayout, hasValidChecksum, PAGE_TYPE } from './container.ts'
import { StructureError } from './structureError.ts'
import { walletDatText } from './walletDatText.ts'
import type { WalletSource } from './walletSource.ts'

/** Maximum length of a record in overflow pages, the most that komodod can deserialise. */
export const MAX_RECORD_BYTES = 0x02000000
const ITEM_HEADER_BYTES = 3
const ITEM_ALIGNMENT = 4
const LINK_ITEM_BYTES = 12
const DELETED = 0x80
const ITEM_TYPES = { inline: 1, duplicates: 2, overflow: 3, blob: 4 } as const

/** Item of a leaf page: bytes in the page, or a chain of overflow pages. */
export interface LeafItem {
  readonly deleted: boolean
  /** offset of the bytes in the page; 0 for an overflow item */
  readonly start: number
  readonly length: number
  /** first overflow page; 0 for an item inside the page */
  readonly overflow: number
}

/** Creates the error for a damaged page. `detail` is for experts and not translated. */
export function pageError(page: number, detail: string): StructureError {
  return new StructureError(walletDatText('page', { page, detail }))
}

/**
 * Reads pages of a file in any order, each at most once, so that loops and shared pages fail and the total work is
 * bounded by the size of the file.
 */
export class PageReader {
  readonly layout: FileLayout
  readonly #source: WalletSource
  readonly #visited: Uint8Array

  constructor(source: WalletSource, layout: FileLayout) {
    this.layout = layout
    this.#source = source
    this.#visited = new Uint8Array(Math.ceil((layout.lastPage + 1) / 8))
  }

  isVisited(page: number): boolean {
    return ((this.#visited[page >> 3] ?? 0) & (1 << (page & 7))) !== 0
  }

  /**
   * Reads a page into the array, which has the length of a page.
   * @throws StructureError if the page does not exist, was read before, or names another page number
   */
  read(page: number, into: Uint8Array): void {
    const { lastPage, pageSize, integers, checksums } = this.layout
    if (page > lastPage) throw new StructureError(walletDatText('pageMissing', { page, last: lastPage }))
    if (this.isVisited(page)) throw pageError(page, 'two references')
    this.#visited[page >> 3]! |= 1 << (page & 7)
    if (this.#source.read(into, page * pageSize) !== pageSize) throw pageError(page, 'cut off')
    if (integers.u32(into, 8) !== page) throw pageError(page, 'another page number')
    if (checksums && !hasValidChecksum(into, integers)) throw pageError(page, 'wrong checksum')
  }

  /**
   * Collects the bytes of an overflow chain.
   * @param scratch array with the length of a page; its content is replaced
   * @throws StructureError unless the chain has exactly `length` bytes
   */
  readOverflow(first: number, length: number, scratch: Uint8Array): Uint8Array {
    if (length > MAX_RECORD_BYTES || length > this.#source.size) throw pageError(first, 'record too long')
    const parts: Uint8Array[] = []
    let collected = 0
    for (let page = first; page !== 0; ) {
      this.read(page, scratch)
      const part = overflowPart(scratch, this.layout)
      if (part === undefined) throw pageError(page, 'no overflow page')
      collected += part.length
      if (collected > length) throw pageError(page, 'record longer than stated')
      parts.push(part.slice())
      page = this.layout.integers.u32(scratch, 16)
    }
    if (collected !== length) throw pageError(first, 'record shorter than stated')
    return joined(parts, collected)
  }
}

/** Concatenates parts and wipes them. */
export function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
    part.fill(0)
  }
  return bytes
}

/** Returns the data of an overflow page as a view, or undefined if the page is no valid overflow page. */
export function overflowPart(
  page: Uint8Array,
  { integers, headerBytes, pageSize }: FileLayout,
): Uint8Array | undefined {
  const count = integers.u16(page, 22)
  if (page[25] !== PAGE_TYPE.overflow || count === 0 || count > pageSize - headerBytes) return undefined
  return page.subarray(headerBytes, headerBytes + count)
}

/**
 * Returns the number of items of a leaf or internal page.
 * @throws StructureError
 */
export function itemCount(page: Uint8Array, number: number, layout: FileLayout): number {
  const count = layout.integers.u16(page, 20)
  if (layout.headerBytes + 2 * count > layout.pageSize) throw pageError(number, `${count} items`)
  return count
}

/**
 * Parses one item of a leaf page.
 * @param count number of items of the page
 * @returns undefined if the item does not lie inside the page, or has an unknown type
 */
export function leafItem(page: Uint8Array, index: number, count: number, layout: FileLayout): LeafItem | undefined {
  const { integers, headerBytes, pageSize } = layout
  const at = integers.u16(page, headerBytes + 2 * index)
  if (at < headerBytes + 2 * count || at + ITEM_HEADER_BYTES > pageSize) return undefined
  const flags = page[at + 2]!
  const deleted = (flags & DELETED) !== 0
  const type = flags & ~DELETED
  if (type === ITEM_TYPES.overflow) {
    if (at + LINK_ITEM_BYTES > pageSize) return undefined
    const overflow = integers.u32(page, at + 4)
    return overflow === 0 ? undefined : { deleted, start: 0, length: integers.u32(page, at + 8), overflow }
  }
  const length = integers.u16(page, at)
  const start = at + ITEM_HEADER_BYTES
  if (type !== ITEM_TYPES.inline || start + length > pageSize) return undefined
  return { deleted, start, length, overflow: 0 }
}

/** Returns the bytes of a leaf page that an item takes. */
export function itemBytes({ overflow, length }: LeafItem): number {
  if (overflow !== 0) return LINK_ITEM_BYTES
  return Math.ceil((ITEM_HEADER_BYTES + length) / ITEM_ALIGNMENT) * ITEM_ALIGNMENT
}

/** Returns the stated start of the items of a leaf page. In a sound page they fill the rest of it without gaps. */
export function lowestItemByte(page: Uint8Array, { integers, pageSize }: FileLayout): number {
  const stated = integers.u16(page, 22)
  // The offset of an empty page of 64 KiB does not fit into the field.
  return stated === 0 ? pageSize : stated
}

/**
 * Parses the page numbers of an internal page's children, in order.
 * @throws StructureError
 */
export function childPages(page: Uint8Array, number: number, layout: FileLayout): Uint32Array {
  const { integers, headerBytes, pageSize } = layout
  const count = itemCount(page, number, layout)
  if (count === 0) throw pageError(number, 'no items')
  const children = new Uint32Array(count)
  for (let index = 0; index < count; index++) {
    const at = integers.u16(page, headerBytes + 2 * index)
    if (at < headerBytes + 2 * count || at + LINK_ITEM_BYTES > pageSize)
      throw pageError(number, `item ${index} outside`)
    const type = page[at + 2]! & ~DELETED
    const length = integers.u16(page, at)
    if (type !== ITEM_TYPES.inline && type !== ITEM_TYPES.overflow)
      throw pageError(number, `item ${index} of type ${type}`)
    if (at + LINK_ITEM_BYTES + length > pageSize) throw pageError(number, `item ${index} too long`)
    children[index] = integers.u32(page, at + 4)
  }
  return children
}
