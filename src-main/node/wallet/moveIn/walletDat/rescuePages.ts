import type { Steps } from '../../../util/runInSlices.ts'
import { BIG_ENDIAN, type FileLayout, HEADER_BYTES, LITTLE_ENDIAN, PAGE_TYPE } from './container.ts'
import { joined, type LeafItem, leafItem, MAX_RECORD_BYTES, overflowPart } from './pages.ts'
import type { RecordVisitor } from './walkTree.ts'
import type { WalletSource } from './walletSource.ts'

const SMALLEST_PAGE = 512
const LARGEST_PAGE = 65536
const BLOCK_BYTES = 1024 * 1024
const BYTES_PER_SLICE = 128 * 1024
const ITEM_HEADER_BYTES = 3
/** Limit on the bytes of all items of a page, in page sizes: damaged items may overlap. */
const MAX_READ_PER_PAGE = 8

/**
 * Finds the layout of a file from its leaf pages, whose page numbers reveal the page size and the byte order, so that a
 * damaged first page does not matter.
 * @returns undefined if the file has no leaf page
 */
export function* guessLayout(source: WalletSource, headerBytes: number): Steps<FileLayout | undefined> {
  const votes = new Map<string, { readonly layout: FileLayout; count: number }>()
  const block = new Uint8Array(Math.min(BLOCK_BYTES, source.size))
  for (let start = 0; start < source.size; start += BLOCK_BYTES) {
    if (start > 0) yield
    const length = source.read(block, start)
    for (let at = 0; at + HEADER_BYTES <= length; at += SMALLEST_PAGE) {
      if (block[at + 25] !== PAGE_TYPE.leaf || block[at + 24] !== 1) continue
      for (const integers of [LITTLE_ENDIAN, BIG_ENDIAN]) {
        // The page number times the page size is the page's offset.
        const pageSize = (start + at) / integers.u32(block, at + 8)
        if (!(pageSize >= SMALLEST_PAGE && pageSize <= LARGEST_PAGE && Number.isInteger(Math.log2(pageSize)))) continue
        const id = `${pageSize} ${integers.bigEndian}`
        const lastPage = Math.ceil(source.size / pageSize) - 1
        const vote = votes.get(id) ?? {
          layout: { integers, pageSize, headerBytes, checksums: false, lastPage },
          count: 0,
        }
        vote.count++
        votes.set(id, vote)
      }
    }
  }
  block.fill(0)
  return [...votes.values()].sort((a, b) => b.count - a.count)[0]?.layout
}

/** Receives records of leaf pages that were read without the tree. */
export interface RescueVisitor {
  /** Returns true if the records of a page that are in use are wanted too, not just uncertain ones. */
  readonly isWanted: (page: number) => boolean
  readonly record: RecordVisitor
  /**
   * Receives pairs that are marked as deleted, lie beyond the page's count, or have a damaged length or type. Most are
   * old or no records at all.
   */
  readonly uncertain: RecordVisitor
}

/**
 * Visits the records of all leaf pages without following the tree (wallet-dat.md §1.7). Records that do not lie inside
 * their page are skipped.
 */
export function* rescuePages(source: WalletSource, layout: FileLayout, visitor: RescueVisitor): Steps<void> {
  const page = new Uint8Array(layout.pageSize)
  const overflow = new OverflowRescue(source, layout)
  let unyielded = 0
  for (let number = 0; number <= layout.lastPage; number++) {
    unyielded += layout.pageSize
    if (unyielded >= BYTES_PER_SLICE) {
      unyielded = 0
      yield
    }
    const length = source.read(page, number * layout.pageSize)
    if (length < HEADER_BYTES) break
    page.fill(0, length)
    if (page[25] === PAGE_TYPE.leaf) rescueLeaf({ page, layout, overflow, visitor }, visitor.isWanted(number))
  }
  page.fill(0)
  overflow.wipe()
}

interface LeafRescue {
  readonly page: Uint8Array
  readonly layout: FileLayout
  readonly overflow: OverflowRescue
  readonly visitor: RescueVisitor
}

function rescueLeaf(leaf: LeafRescue, isWanted: boolean): void {
  const { page, layout, visitor } = leaf
  const most = Math.floor((layout.pageSize - layout.headerBytes) / 2)
  const stated = layout.integers.u16(page, 20)
  // A damaged count hides no record: offsets are read as far as the page has room for them. Of a page that the tree led
  // to, only the counted items were read.
  const count = stated <= most ? stated : 0
  let room = MAX_READ_PER_PAGE * layout.pageSize
  for (let index = 0; index + 1 < most; index += 2) {
    const key = leafItem(page, index, count, layout)
    const value = leafItem(page, index + 1, count, layout)
    const isCounted = count === 0 ? isWanted : index + 1 < count
    const isCertain = isCounted && key?.deleted === false && value?.deleted === false
    if (isCertain && !isWanted) continue
    const [foundKey, foundValue] = [
      key ?? damagedItem(page, index, layout),
      value ?? damagedItem(page, index + 1, layout),
    ]
    if (foundKey === undefined || foundValue === undefined) continue
    room -= inlineLength(foundKey) + inlineLength(foundValue)
    if (room < 0) return
    rescuePair(leaf, [foundKey, foundValue], isCertain ? visitor.record : visitor.uncertain)
  }
}

const inlineLength = ({ overflow, length }: LeafItem): number => (overflow === 0 ? length : 0)

/** Returns an item whose length or type is damaged, with all bytes up to the end of the page. */
function damagedItem(page: Uint8Array, index: number, layout: FileLayout): LeafItem | undefined {
  const start = layout.integers.u16(page, layout.headerBytes + 2 * index) + ITEM_HEADER_BYTES
  if (start < layout.headerBytes + ITEM_HEADER_BYTES || start >= layout.pageSize) return undefined
  const stated = layout.integers.u16(page, start - ITEM_HEADER_BYTES)
  return { deleted: false, start, length: Math.min(stated, layout.pageSize - start), overflow: 0 }
}

function rescuePair({ page, overflow }: LeafRescue, [key, value]: readonly [LeafItem, LeafItem], visit: RecordVisitor) {
  const keyBytes = overflow.bytes(page, key)
  const valueBytes = keyBytes === undefined ? undefined : overflow.bytes(page, value)
  if (keyBytes !== undefined && valueBytes !== undefined) visit(keyBytes, valueBytes)
}

/** Follows overflow chains without the tree. All chains together may read the file's size twice. */
class OverflowRescue {
  readonly #source: WalletSource
  readonly #layout: FileLayout
  readonly #page: Uint8Array
  #budget: number

  constructor(source: WalletSource, layout: FileLayout) {
    this.#source = source
    this.#layout = layout
    this.#page = new Uint8Array(layout.pageSize)
    this.#budget = 2 * source.size
  }

  wipe(): void {
    this.#page.fill(0)
  }

  /** Returns the bytes of an item, or undefined if its chain is damaged. */
  bytes(leaf: Uint8Array, { overflow, start, length }: LeafItem): Uint8Array | undefined {
    if (overflow === 0) return leaf.subarray(start, start + length)
    if (length > MAX_RECORD_BYTES || length > this.#source.size) return undefined
    const parts: Uint8Array[] = []
    let collected = 0
    for (let page = overflow; page !== 0 && collected < length && page <= this.#layout.lastPage; ) {
      this.#budget -= this.#layout.pageSize
      if (this.#budget < 0 || this.#source.read(this.#page, page * this.#layout.pageSize) < this.#page.length) break
      const part = overflowPart(this.#page, this.#layout)
      if (part === undefined) break
      parts.push(part.slice())
      collected += part.length
      page = this.#layout.integers.u32(this.#page, 16)
    }
    const bytes = joined(parts, collected)
    return collected === length ? bytes : undefined
  }
}
