import type { BlockHeader } from '../../primitives/index.ts'
import { type BlockLocation, type FilePosition, RECORD_HEAD } from '../../storage/index.ts'
import { hashKey } from '../../util/index.ts'

/** A record of a file that holds a block. */
export interface FileRecord {
  readonly bytes: Uint8Array
  /** reads the bytes again later */
  readonly reread: () => Uint8Array
  /** bytes of the file or files up to behind this block: progress, and its identity within the import */
  readonly progress: number
  /** if it lies in the block files: where, and where the next record begins */
  readonly stored?: { readonly place: BlockLocation; readonly next: FilePosition } | undefined
}

/** A record whose header was parsed. */
export interface FileBlock extends FileRecord {
  readonly header: BlockHeader
}

const NOTHING = new Uint8Array(0)

/** Where a block of the block files begins. */
export function findRecordStart({ stored }: FileRecord): FilePosition | undefined {
  return stored && { file: stored.place.file, offset: stored.place.pos - RECORD_HEAD }
}

/** Blocks of a file that stand before their parents, as nodes store them that fetch from several peers at once. */
export class UnlinkedBlocks {
  /** by parent, then by place */
  readonly #byParent = new Map<string, Map<number, FileBlock>>()
  size = 0

  /** Adding a block twice does no harm. Its bytes are dropped, and read again when the parent has come. */
  add(found: FileBlock): void {
    const key = hashKey(found.header.prevHash)
    const siblings = this.#byParent.get(key) ?? new Map<number, FileBlock>()
    this.#byParent.set(key, siblings)
    if (!siblings.has(found.progress)) this.size++
    siblings.set(found.progress, { ...found, bytes: NOTHING })
  }

  take(parent: Uint8Array): FileBlock[] {
    if (this.size === 0) return []
    const key = hashKey(parent)
    const found = [...(this.#byParent.get(key)?.values() ?? [])]
    this.#byParent.delete(key)
    this.size -= found.length
    return found.map((one) => ({ ...one, bytes: one.reread() }))
  }

  /** Where the first of them begins in the block files. */
  first(): FilePosition | undefined {
    let first: FileBlock | undefined
    for (const siblings of this.#byParent.values())
      for (const found of siblings.values()) if (first === undefined || found.progress < first.progress) first = found
    return first && findRecordStart(first)
  }
}
