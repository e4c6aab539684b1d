import { compareBytes } from '../../../util/index.ts'
import type { Steps } from '../../../util/runInSlices.ts'
import { checkMeta, PAGE_TYPE } from './container.ts'
import {
  childPages,
  itemBytes,
  itemCount,
  type LeafItem,
  leafItem,
  lowestItemByte,
  type PageReader,
  pageError,
} from './pages.ts'
import { StructureError } from './structureError.ts'
import { walletDatText } from './walletDatText.ts'

/** Receives a record; both arrays are valid only during the call. */
export type RecordVisitor = (key: Uint8Array, value: Uint8Array) => void

/** Signs of damage that break no rule of the format, but can hide records (wallet-dat.md §1.5). */
export interface WalkFindings {
  keysAscend: boolean
  leavesLinked: boolean
  /** False if the used part of a leaf holds other bytes than its items, such as items beyond its count. */
  leavesPacked: boolean
}

/** Bytes of pages between two yields. */
const BYTES_PER_SLICE = 128 * 1024
const MAIN = 'main'
const MAX_LEVEL = 255

/**
 * Visits the records of a wallet in the order of their keys.
 * @param root root page of the file's list of databases
 * @throws StructureError
 */
export function* walkWallet(reader: PageReader, root: number, visit: RecordVisitor): Steps<WalkFindings> {
  const walker = new TreeWalker(reader)
  try {
    const main = yield* findMain(walker, root)
    const page = walker.page
    reader.read(main, page)
    const mainRoot = checkMeta(page, main, reader.layout.integers)
    const findings: WalkFindings = { keysAscend: true, leavesLinked: true, leavesPacked: true }
    const previous = new LastKey()
    const walked = yield* walker.walk(mainRoot, (key, value) => {
      if (!previous.replace(key)) findings.keysAscend = false
      visit(key, value)
    })
    return { ...findings, ...walked }
  } finally {
    walker.wipe()
  }
}

/** Finds the page number of the metadata page of the database `main`, which is big-endian in any file. */
function* findMain(walker: TreeWalker, root: number): Steps<number> {
  let main: number | undefined
  yield* walker.walk(root, (key, value) => {
    if (value.length !== 4 || Buffer.from(key).toString('latin1') !== MAIN) return
    main = new DataView(value.buffer, value.byteOffset).getUint32(0)
  })
  if (main === undefined) throw new StructureError(walletDatText('noMain'))
  return main
}

/** Copy of the last key, in one array that is reused. */
class LastKey {
  #bytes = new Uint8Array(256)
  #length = -1

  /** Returns true if the key comes after the last one, which it replaces. */
  replace(key: Uint8Array): boolean {
    const ascends = this.#length < 0 || compareBytes(this.#bytes.subarray(0, this.#length), key) < 0
    if (key.length > this.#bytes.length) this.#bytes = new Uint8Array(2 * key.length)
    this.#bytes.set(key)
    this.#length = key.length
    return ascends
  }
}

class TreeWalker {
  readonly page: Uint8Array
  readonly #overflow: Uint8Array
  readonly #reader: PageReader
  #unyielded = 0

  constructor(reader: PageReader) {
    this.#reader = reader
    this.page = new Uint8Array(reader.layout.pageSize)
    this.#overflow = new Uint8Array(reader.layout.pageSize)
  }

  wipe(): void {
    this.page.fill(0)
    this.#overflow.fill(0)
  }

  /** Walks a tree depth first. */
  *walk(root: number, visit: RecordVisitor): Steps<Pick<WalkFindings, 'leavesLinked' | 'leavesPacked'>> {
    const { layout } = this.#reader
    const { page } = this
    const path: { readonly children: Uint32Array; next: number; readonly level: number }[] = []
    const leaves = new LeafChain()
    let leavesPacked = true
    let number = root
    let level: number | undefined
    for (;;) {
      this.#reader.read(number, page)
      const actual = page[24]!
      if (level !== undefined && actual !== level) throw pageError(number, `level ${actual} instead of ${level}`)
      if (page[25] === PAGE_TYPE.internal && actual > 1 && actual <= MAX_LEVEL) {
        path.push({ children: childPages(page, number, layout), next: 0, level: actual })
      } else if (page[25] === PAGE_TYPE.leaf && actual === 1) {
        leaves.add(number, layout.integers.u32(page, 12), layout.integers.u32(page, 16))
        if (!this.#visitLeaf(number, visit)) leavesPacked = false
      } else throw pageError(number, `type ${page[25]}, level ${actual}`)
      this.#unyielded += layout.pageSize
      if (this.#unyielded >= BYTES_PER_SLICE) {
        this.#unyielded = 0
        yield
      }
      while (path.length > 0 && path.at(-1)!.next === path.at(-1)!.children.length) path.pop()
      const parent = path.at(-1)
      if (parent === undefined) return { leavesLinked: leaves.isLinked(), leavesPacked }
      number = parent.children[parent.next++]!
      level = parent.level - 1
    }
  }

  /** Returns true if the items fill the used part of the page. */
  #visitLeaf(number: number, visit: RecordVisitor): boolean {
    const { layout } = this.#reader
    const count = itemCount(this.page, number, layout)
    if (count % 2 !== 0) throw pageError(number, 'key without value')
    let used = 0
    const item = (index: number): LeafItem => {
      const found = leafItem(this.page, index, count, layout)
      if (found === undefined) throw pageError(number, `item ${index}`)
      // Items of a sound page do not overlap. Otherwise a page could hold thousands of long records.
      used += itemBytes(found)
      if (used > layout.pageSize - layout.headerBytes - 2 * count) throw pageError(number, 'overlapping items')
      return found
    }
    for (let index = 0; index < count; index += 2) {
      const [key, value] = [item(index), item(index + 1)]
      if (key.deleted || value.deleted) continue
      const keyBytes = this.#bytes(key)
      const valueBytes = this.#bytes(value)
      visit(keyBytes, valueBytes)
      if (key.overflow !== 0) keyBytes.fill(0)
      if (value.overflow !== 0) valueBytes.fill(0)
    }
    return used === layout.pageSize - lowestItemByte(this.page, layout)
  }

  #bytes({ overflow, start, length }: LeafItem): Uint8Array {
    if (overflow === 0) return this.page.subarray(start, start + length)
    this.#unyielded += length
    return this.#reader.readOverflow(overflow, length, this.#overflow)
  }
}

/** Checks that each leaf names its neighbours in the order of the walk. */
class LeafChain {
  #linked = true
  #last = 0
  #expectedNext: number | undefined

  add(number: number, previous: number, next: number): void {
    if (previous !== this.#last) this.#linked = false
    if (this.#expectedNext !== undefined && this.#expectedNext !== number) this.#linked = false
    this.#last = number
    this.#expectedNext = next
  }

  isLinked(): boolean {
    return this.#linked && (this.#expectedNext ?? 0) === 0
  }
}
