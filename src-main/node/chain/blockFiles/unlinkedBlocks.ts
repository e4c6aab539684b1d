import type { BlockHeader } from '../../primitives/index.ts'
import { type BlockLocation, type FilePosition, RECORD_HEAD } from '../../storage/index.ts'
import { hashKey } from '../../util/index.ts'

/** A record of a file that contains a block. */
export interface FileRecord {
  readonly bytes: Uint8Array
  /** reads the bytes from the file again */
  readonly reread: () => Uint8Array
  /**
   * bytes of the file or files up to the end of this block: measures progress and identifies the block within the
   * import
   */
  readonly progress: number
  /** only for blocks in the block files: the block's location and the position of the next record */
  readonly stored?: { readonly place: BlockLocation; readonly next: FilePosition } | undefined
  /** true if the record is known to end where the next one begins, so that its length is credible */
  readonly followed?: boolean | undefined
  /** finds records within this one; only for files that others wrote, where a length may be wrong */
  readonly inside?: (() => RecordScan) | undefined
}

/** Records in file order; undefined where the search may pause. */
export type RecordScan = Generator<FileRecord | undefined, void, void>

export interface FileBlock extends FileRecord {
  readonly header: BlockHeader
  readonly hash: Uint8Array
}

/** A block that waits for its parent, without its bytes. */
export type WaitingBlock = Omit<FileBlock, 'bytes' | 'header'>

/** Returns the position at which the block's record begins, or undefined if it is not in the block files. */
export function findRecordStart({ stored }: Pick<FileRecord, 'stored'>): FilePosition | undefined {
  return stored && { file: stored.place.file, offset: stored.place.pos - RECORD_HEAD }
}

/**
 * Blocks that precede their parents in a file. Nodes that download from several peers at once store blocks in such an
 * order. Their bytes are read again from the file when their parents are imported.
 */
export class UnlinkedBlocks {
  /** by parent, then by position */
  readonly #byParent = new Map<string, Map<number, WaitingBlock>>()
  size = 0

  /** Adding a block twice has no effect. */
  add({ header, hash, reread, progress, stored, inside }: FileBlock): void {
    const key = hashKey(header.prevHash)
    const siblings = this.#byParent.get(key) ?? new Map<number, WaitingBlock>()
    this.#byParent.set(key, siblings)
    if (!siblings.has(progress)) this.size++
    // A copy, because a view would keep the complete chunk of the file in memory.
    siblings.set(progress, { hash: Uint8Array.from(hash), reread, progress, stored, inside })
  }

  take(parent: Uint8Array): WaitingBlock[] {
    if (this.size === 0) return []
    const key = hashKey(parent)
    const found = [...(this.#byParent.get(key)?.values() ?? [])]
    this.#byParent.delete(key)
    this.size -= found.length
    return found
  }

  /** Returns the position of the first waiting block in the block files. */
  first(): FilePosition | undefined {
    let first: WaitingBlock | undefined
    for (const siblings of this.#byParent.values())
      for (const found of siblings.values()) if (first === undefined || found.progress < first.progress) first = found
    return first && findRecordStart(first)
  }
}
