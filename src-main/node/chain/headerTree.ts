import type { ChainParams } from '../consensus/index.ts'
import { type BlockHeader, blockHash, serializeHeader } from '../primitives/index.ts'
import { BLOCK_STATUS, type BlockLocation, type BlockRow, type Storage } from '../storage/index.ts'
import { hashKey } from '../util/index.ts'
import { createEntryFactory } from './entryFactory.ts'
import { createHeaderStore } from './headerStore.ts'
import { compareChains, isSameOrDescendant, type TreeEntry } from './treeEntry.ts'

/**
 * All known headers, from which the active chain is chosen. Loaded at start and written to the block table within the
 * open batch. Every change can be reverted until `commit`, so that memory follows a rollback.
 */
export class HeaderTree {
  readonly #storage: Storage
  readonly #headers: ReturnType<typeof createHeaderStore>
  readonly #entryOf: ReturnType<typeof createEntryFactory>
  readonly #entries = new Map<string, TreeEntry>()
  /** entries without children */
  readonly #leaves = new Set<TreeEntry>()
  /** entries with data that wait for an ancestor's data, by parent */
  readonly #waiting = new Map<TreeEntry, TreeEntry[]>()
  /** active chain by height */
  readonly #active: TreeEntry[] = []
  /** candidates for the tip: complete, eligible, and possibly better than the active tip */
  readonly #candidates = new Set<TreeEntry>()
  #best: TreeEntry | undefined
  /** blocks at the end of #active whose scripts are still being verified */
  #unverified = 0
  #nextId = 1
  #loaded = false
  #undo: (() => void)[] = []

  constructor(params: ChainParams, storage: Storage) {
    this.#storage = storage
    this.#headers = createHeaderStore(storage)
    this.#entryOf = createEntryFactory(params, this.#headers.load)
    const byId: (TreeEntry | undefined)[] = []
    storage.blocks.load((row) => {
      byId[row.id] = this.#place(row, byId[row.prev] ?? null)
    })
    const tip = byId[storage.committed().tip ?? 0] ?? null
    // Pushed in reverse from the tip, because V8 stores an array filled from a high index as a hash table.
    for (let entry = tip; entry !== null; entry = entry.prev) this.#active.push(entry)
    this.#active.reverse()
    this.rankAgain()
    this.#loaded = true
  }

  /** The last connected block. Its scripts may still be under verification, so only the importer uses it. */
  get tip(): TreeEntry {
    return this.#fromTip(0)
  }

  /**
   * The highest block of the active chain with all scripts verified up to and including it. All other code uses it as
   * the tip.
   */
  get verifiedTip(): TreeEntry {
    return this.#fromTip(this.#unverified)
  }

  /** True if both tips are the same block. */
  get allVerified(): boolean {
    return this.#unverified === 0
  }

  byHash(hash: Uint8Array): TreeEntry | undefined {
    return this.#entries.get(hashKey(hash))
  }

  byHeight(height: number): TreeEntry | undefined {
    return this.#active[height]
  }

  isActive(entry: TreeEntry): boolean {
    return this.#active[entry.height] === entry
  }

  /** The header with the most work that is not known to be invalid, with or without block data. */
  get best(): TreeEntry {
    return this.#best ?? this.tip
  }

  leaves(): Iterable<TreeEntry> {
    return this.#leaves
  }

  /** True if the tree is empty, without even the genesis block. */
  get empty(): boolean {
    return this.#active.length === 0
  }

  insert(header: BlockHeader, prev: TreeEntry | null): TreeEntry {
    const row: BlockRow = {
      id: this.#nextId,
      hash: hashKey(blockHash(header)),
      prev: prev?.id ?? 0,
      height: prev === null ? 0 : prev.height + 1,
      time: header.time,
      bits: header.bits,
      version: header.version,
      status: BLOCK_STATUS.HEADER,
      failed: 0,
      file: 0,
      pos: 0,
      size: 0,
      txCount: 0,
    }
    const best = this.#best
    const entry = this.#place(row, prev)
    this.#storage.blocks.insert(row)
    this.#storage.blocks.putHeader(entry.id, serializeHeader(header))
    if (this.#best === undefined || (entry.eligible && entry.chainWork > this.#best.chainWork)) this.#best = entry
    this.#note(() => {
      this.#remove(entry)
      this.#best = best
    })
    return entry
  }

  /**
   * Records that the block's data is on disk. Marks it and its waiting descendants as complete if all ancestors are
   * complete.
   */
  setStored(entry: TreeEntry, place: BlockLocation, size: number, txCount: number): void {
    const { progress } = entry
    entry.progress = Math.max(progress, BLOCK_STATUS.STORED)
    entry.file = place.file
    entry.pos = place.pos
    entry.size = size
    entry.txCount = txCount
    this.#storage.blocks.setStored(entry.id, place, size, txCount)
    this.#note(() => {
      entry.progress = progress
      entry.txCount = 0
      entry.size = 0
    })
    if (entry.prev === null || entry.prev.complete) this.#complete(entry)
    else this.#wait(entry, entry.prev)
  }

  setValid(entry: TreeEntry): void {
    const { progress } = entry
    entry.progress = BLOCK_STATUS.VALID
    this.#note(() => {
      entry.progress = progress
    })
  }

  /** Marks all scripts of the active chain up to this block as verified. */
  setVerified(entry: TreeEntry): void {
    for (let height = this.verifiedTip.height + 1; height <= entry.height; height++) {
      this.setValid(this.#active[height]!)
      this.#unverified--
    }
  }

  /** Marks a block as failed for a reason of FAILED, and its descendants as having a failed ancestor. */
  fail(entry: TreeEntry, reason: number): void {
    this.#setFailure(entry, entry.failure | reason)
    this.rankAgain()
  }

  /** Clears the failure of this block only. */
  pardon(entry: TreeEntry): void {
    this.#setFailure(entry, 0)
    this.rankAgain()
  }

  /** Clears the failures of a block, its ancestors and its descendants. */
  forgive(entry: TreeEntry): void {
    for (const other of this.#entries.values()) {
      if (!other.failed) continue
      const related = other.height <= entry.height ? isSameOrDescendant(entry, other) : isSameOrDescendant(other, entry)
      if (related) this.#setFailure(other, 0)
    }
    this.rankAgain()
  }

  /** @param verified if false, scripts of the block are still being verified, and `setVerified` or `revert` follows */
  setActiveTip(entry: TreeEntry, verified = true): void {
    const previous = this.tip
    if (verified && !this.allVerified) throw new Error('blocks below are still being verified')
    if (entry.prev === previous) this.#active.push(entry)
    else if (previous.prev === entry) this.#active.pop()
    else throw new Error('the active chain changes one block at a time')
    if (!verified) this.#unverified++
    this.#note(() => this.setActiveTip(previous))
  }

  /** Sets the first block of an empty tree. */
  setGenesis(entry: TreeEntry): void {
    this.#active.push(entry)
    this.#note(() => {
      this.#active.length = 0
    })
  }

  /** Returns the best complete chain that `allowed` accepts, or undefined if none beats the tip. */
  bestCandidate(allowed: (entry: TreeEntry) => boolean): TreeEntry | undefined {
    const { tip } = this
    let best: TreeEntry | undefined
    for (const entry of this.#candidates) {
      if (!entry.eligible || (compareChains(entry, tip) >= 0 && tip.eligible)) {
        this.#candidates.delete(entry)
        continue
      }
      if ((best === undefined || compareChains(entry, best) < 0) && allowed(entry)) best = entry
    }
    return best
  }

  /** Recomputes the best header and the tip candidates from all branches. */
  rankAgain(): void {
    const best = this.#best
    this.#candidates.clear()
    this.#best = undefined
    for (const leaf of this.#leaves) {
      let entry: TreeEntry | null = leaf
      while (entry !== null && !entry.eligible) entry = entry.prev
      if (entry !== null && (this.#best === undefined || entry.chainWork > this.#best.chainWork)) this.#best = entry
      while (entry !== null && !entry.complete) entry = entry.prev
      if (entry !== null) this.#candidates.add(entry)
    }
    this.#note(() => {
      this.#best = best
    })
  }

  /** Makes all changes since the last call final. */
  commit(): void {
    if (!this.allVerified) throw new Error('blocks are still being verified')
    this.#undo = []
  }

  /** Reverts all changes since `commit`. The caller rolls back the storage's transaction. */
  revert(): void {
    const steps = this.#undo.reverse()
    // The undo steps record undo steps themselves, which are dropped below.
    this.#undo = []
    this.#unverified = 0
    for (const step of steps) step()
    this.rankAgain()
    this.#undo = []
  }

  #fromTip(count: number): TreeEntry {
    const entry = this.#active.at(-1 - count)
    if (entry === undefined) throw new Error('the chain has no genesis block')
    return entry
  }

  #note(step: () => void): void {
    if (this.#loaded) this.#undo.push(step)
  }

  #place(row: BlockRow, prev: TreeEntry | null): TreeEntry {
    const entry = this.#entryOf(row, prev)
    this.#entries.set(entry.key, entry)
    this.#nextId = Math.max(this.#nextId, row.id + 1)
    if (prev !== null) {
      this.#leaves.delete(prev)
      entry.failedAncestor = !prev.eligible
    }
    this.#leaves.add(entry)
    if (entry.hasData) {
      if (prev === null || prev.complete) this.#complete(entry)
      else this.#wait(entry, prev)
    }
    return entry
  }

  #remove(entry: TreeEntry): void {
    this.#entries.delete(entry.key)
    this.#headers.forget(entry)
    this.#leaves.delete(entry)
    this.#nextId = entry.id
    const { prev } = entry
    // Steps are undone in reverse order, so children added later are already gone.
    if (prev !== null && !this.#hasChild(prev)) this.#leaves.add(prev)
  }

  #hasChild(entry: TreeEntry): boolean {
    for (const leaf of this.#leaves) if (leaf !== entry && isSameOrDescendant(leaf, entry)) return true
    return false
  }

  #complete(first: TreeEntry): void {
    const queue = [first]
    for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
      const completed = entry
      completed.chainTxCount = (completed.prev?.chainTxCount ?? 0) + completed.txCount
      this.#candidates.add(completed)
      const waiting = this.#waiting.get(completed) ?? []
      this.#waiting.delete(completed)
      this.#note(() => {
        completed.chainTxCount = 0
        this.#candidates.delete(completed)
        if (waiting.length > 0) this.#waiting.set(completed, waiting)
      })
      queue.push(...waiting)
    }
  }

  #wait(entry: TreeEntry, parent: TreeEntry): void {
    const waiting = this.#waiting.get(parent)
    if (waiting === undefined) this.#waiting.set(parent, [entry])
    else waiting.push(entry)
    this.#note(() => {
      const rest = this.#waiting.get(parent)?.filter((other) => other !== entry) ?? []
      if (rest.length > 0) this.#waiting.set(parent, rest)
      else this.#waiting.delete(parent)
    })
  }

  #setFailure(entry: TreeEntry, failure: number): void {
    const previous = entry.failure
    entry.failure = failure
    this.#storage.blocks.setFailed(entry.id, failure)
    this.#spreadFailure(entry)
    this.#note(() => {
      entry.failure = previous
      this.#spreadFailure(entry)
    })
  }

  /** Updates failedAncestor of all descendants of an entry. */
  #spreadFailure(entry: TreeEntry): void {
    for (const leaf of this.#leaves) {
      const above: TreeEntry[] = []
      let node: TreeEntry | null = leaf
      for (; node !== null && node.height > entry.height; node = node.prev) above.push(node)
      if (node !== entry) continue
      for (const child of above.reverse()) child.failedAncestor = child.prev !== null && !child.prev.eligible
    }
  }
}
