import type { UpgradeState } from '../consensus/index.ts'
import type { BlockEntry, BlockStatus } from '../core/index.ts'
import type { BlockHeader } from '../primitives/index.ts'
import { BLOCK_STATUS, type BlockRow } from '../storage/index.ts'
import { fromHex, toDisplayHex } from '../util/index.ts'

const STATUS_NAMES: readonly BlockStatus[] = ['header', 'stored', 'valid']

/** Loads a header that is not in memory. */
export type HeaderLoader = (entry: TreeEntry) => BlockHeader

/**
 * Block index entry: a node of the header tree. Hundreds of thousands can exist, so the hash is stored as one string, and
 * values that can be derived or read again are not stored.
 */
export class TreeEntry implements BlockEntry {
  readonly id: number
  /** block hash as lower-case hex in internal byte order: the key in the header tree */
  readonly key: string
  readonly prev: TreeEntry | null
  readonly height: number
  readonly time: number
  readonly bits: number
  readonly version: number
  readonly chainWork: bigint
  /** network upgrades that apply to a child of this block */
  readonly upgrades: UpgradeState
  /** a value of BLOCK_STATUS */
  progress: number
  /** bits of FAILED */
  failure: number
  failedAncestor = false
  txCount: number
  /** 0 until the data of this block and all its ancestors is stored */
  chainTxCount = 0
  size: number
  file: number
  pos: number
  readonly #loadHeader: HeaderLoader
  #hash: Uint8Array | undefined

  constructor(
    row: BlockRow,
    context: { prev: TreeEntry | null; chainWork: bigint; upgrades: UpgradeState; loadHeader: HeaderLoader },
  ) {
    this.id = row.id
    this.key = row.hash
    this.prev = context.prev
    this.height = row.height
    this.time = row.time
    this.bits = row.bits
    this.version = row.version
    this.chainWork = context.chainWork
    this.upgrades = context.upgrades
    this.progress = row.status
    this.failure = row.failed
    this.txCount = row.txCount
    this.size = row.size
    this.file = row.file
    this.pos = row.pos
    this.#loadHeader = context.loadHeader
  }

  get hash(): Uint8Array {
    this.#hash ??= fromHex(this.key)
    return this.#hash
  }

  get hashHex(): string {
    return toDisplayHex(this.hash)
  }

  get header(): BlockHeader {
    return this.#loadHeader(this)
  }

  get status(): BlockStatus {
    return STATUS_NAMES[this.progress]!
  }

  get failed(): boolean {
    return this.failure !== 0
  }

  /** True if neither the block nor an ancestor is known to have failed. */
  get eligible(): boolean {
    return this.failure === 0 && !this.failedAncestor
  }

  /** True if the data of this block and all its ancestors is on disk. */
  get complete(): boolean {
    return this.chainTxCount > 0
  }

  get hasData(): boolean {
    return this.progress !== BLOCK_STATUS.HEADER
  }
}

/** Compares chains: more work first, then earlier stored block data (chain-params.md §11). Negative if `a` is better. */
export function compareChains(a: TreeEntry, b: TreeEntry): number {
  if (a.chainWork !== b.chainWork) return a.chainWork > b.chainWork ? -1 : 1
  return a.file - b.file || a.pos - b.pos
}

/** Returns the ancestor at a height, or the entry itself at its own height. */
export function ancestorAt(entry: TreeEntry, height: number): TreeEntry {
  let node = entry
  while (node.height > height && node.prev !== null) node = node.prev
  return node
}

/** Returns true if `entry` is `ancestor` or a descendant. */
export function isSameOrDescendant(entry: TreeEntry, ancestor: TreeEntry): boolean {
  let node: TreeEntry | null = entry
  while (node !== null && node.height > ancestor.height) node = node.prev
  return node === ancestor
}
