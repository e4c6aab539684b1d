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
}

export interface FileBlock extends FileRecord {
  readonly header: BlockHeader
}

const EMPTY_BYTES = new Uint8Array(0)

/** Returns the position at which the block's record begins, or undefined if it is not in the block files. */
export function findRecordStart({ stored }: FileRecord): FilePosition | undefined {
  return stored && { file: stored.place.file, offset: stored.place.pos - RECORD_HEAD }
}

/**
 * Blocks that precede their parents in a file. Nodes that download from several peers at once store blocks in such an
 * order.
 */
export class UnlinkedBlocks {
  /** by parent, then by position */
  readonly #byParent = new Map<string, Map<number, FileBlock>>()
  size = 0

  /** Adding a block twice has no effect. Its bytes are dropped, and read again once the parent is imported. */
  add(found: FileBlock): void {
    const key = hashKey(found.header.prevHash)
    const siblings = this.#byParent.get(key) ?? new Map<number, FileBlock>()
    this.#byParent.set(key, siblings)
    if (!siblings.has(found.progress)) this.size++
    siblings.set(found.progress, { ...found, bytes: EMPTY_BYTES })
  }

  take(parent: Uint8Array): FileBlock[] {
    if (this.size === 0) return []
    const key = hashKey(parent)
    const found = [...(this.#byParent.get(key)?.values() ?? [])]
    this.#byParent.delete(key)
    this.size -= found.length
    return found.map((one) => ({ ...one, bytes: one.reread() }))
  }

  /** Returns the position of the first waiting block in the block files. */
  first(): FilePosition | undefined {
    let first: FileBlock | undefined
    for (const siblings of this.#byParent.values())
      for (const found of siblings.values()) if (first === undefined || found.progress < first.progress) first = found
    return first && findRecordStart(first)
  }
}
