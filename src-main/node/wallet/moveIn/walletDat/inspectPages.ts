import type { Steps } from '../../../util/runInSlices.ts'
import { type FileLayout, HEADER_BYTES, PAGE_TYPE } from './container.ts'
import type { WalletSource } from './walletSource.ts'

/** Facts about all pages of a file, from their headers. */
export interface PageFindings {
  /** number of pages with a position in the log: the program that wrote them did not close the file */
  readonly unclosedPages: number
  /** number of pages in use to which no other page refers */
  readonly orphans: number
}

const BLOCK_BYTES = 1024 * 1024
const USED_TYPES = new Set<number>([PAGE_TYPE.internal, PAGE_TYPE.leaf, PAGE_TYPE.overflow])

/** Reads the headers of all pages (wallet-dat.md §1.6). */
export function* inspectPages(
  source: WalletSource,
  layout: FileLayout,
  isVisited: (page: number) => boolean,
): Steps<PageFindings> {
  const { pageSize, lastPage, integers } = layout
  const pages = Math.min(lastPage + 1, Math.floor(source.size / pageSize))
  const block = new Uint8Array(Math.min(BLOCK_BYTES, pages * pageSize))
  let unclosedPages = 0
  let orphans = 0
  for (let page = 0; page < pages; ) {
    if (page > 0) yield
    const length = source.read(block, page * pageSize)
    for (let at = 0; at + pageSize <= length && page < pages; at += pageSize, page++) {
      const header = block.subarray(at, at + HEADER_BYTES)
      if (integers.u32(header, 0) !== 0 || integers.u32(header, 4) !== 1) unclosedPages++
      if (USED_TYPES.has(header[25]!) && !isVisited(page)) orphans++
    }
    if (length < pageSize) break
  }
  block.fill(0)
  return { unclosedPages, orphans }
}
