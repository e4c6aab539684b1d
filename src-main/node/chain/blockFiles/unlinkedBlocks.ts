import type { BlockHeader } from '../../primitives/index.ts'
import { type BlockPlace, type FilePosition, RECORD_HEAD } from '../../storage/index.ts'
import { hashKey } from '../../util/index.ts'

/** One block found in a file. */
export interface FoundBlock {
  readonly bytes: Uint8Array
  /** reads the bytes again later */
  readonly reread: () => Uint8Array
  /** bytes of the file or files up to behind this block: progress, and its identity within the import */
  readonly progress: number
  /** if it lies in the block files: where, and where the next record begins */
  readonly stored?: { readonly place: BlockPlace; readonly next: FilePosition } | undefined
}

/** A found block whose header was read. */
export interface ReadBlock extends FoundBlock {
  readonly header: BlockHeader
}

const NOTHING = new Uint8Array(0)

/** Where a block of the block files begins. */
export function beginOf({ stored }: FoundBlock): FilePosition | undefined {
  return stored && { file: stored.place.file, offset: stored.place.pos - RECORD_HEAD }
}

/** Blocks of a file that stand before their parents, as nodes store them that fetch from several peers at once. */
export class WaitingBlocks {
  /** by parent, then by place */
  readonly #byParent = new Map<string, Map<number, ReadBlock>>()
  size = 0

  /** Adding a block twice does no harm. Its bytes are dropped, and read again when the parent has come. */
  add(found: ReadBlock): void {
    const key = hashKey(found.header.prevHash)
    const siblings = this.#byParent.get(key) ?? new Map<number, ReadBlock>()
    this.#byParent.set(key, siblings)
    if (!siblings.has(found.progress)) this.size++
    siblings.set(found.progress, { ...found, bytes: NOTHING })
  }

  take(parent: Uint8Array): ReadBlock[] {
    if (this.size === 0) return []
    const key = hashKey(parent)
    const found = [...(this.#byParent.get(key)?.values() ?? [])]
    this.#byParent.delete(key)
    this.size -= found.length
    return found.map((one) => ({ ...one, bytes: one.reread() }))
  }

  /** Where the first of them begins in the block files. */
  first(): FilePosition | undefined {
    let first: ReadBlock | undefined
    for (const siblings of this.#byParent.values())
      for (const found of siblings.values()) if (first === undefined || found.progress < first.progress) first = found
    return first && beginOf(first)
  }
}
