import { type ChainParams, type Checkpoint, REJECT, VALID, type Verdict, violation } from '../consensus/index.ts'
import { equal } from '../util/index.ts'
import type { HeaderTree } from './headerTree.ts'
import type { TreeEntry } from './treeEntry.ts'

/** Low score: an honest node whose chain ends below the checkpoint does not know the other branch. */
const BELOW_CHECKPOINT = violation('refused', '', { score: 1, rule: 'forks below a checkpoint' })
const MISMATCH = violation('refused', 'checkpoint mismatch', { code: REJECT.CHECKPOINT })

/** Checkpoints of the chain and their effects on headers and blocks (notarisation.md §5). */
export class CheckpointGuard {
  /** false with -checkpoints=0 */
  readonly enabled: boolean
  /** height of the last checkpoint, even if its header is unknown; 0 without checkpoints */
  readonly lastHeight: number
  readonly #list: readonly Checkpoint[]
  readonly #tree: Pick<HeaderTree, 'byHash'>
  readonly #hashAt: ReadonlyMap<number, Uint8Array>
  /** number of checkpoints with known headers, from the lowest; each descends from the previous one */
  #known = 0
  /** blocks after one checkpoint up to and including the next, by height */
  #segment: readonly TreeEntry[] = []

  constructor(
    { checkpoints: { blocks } }: Pick<ChainParams, 'checkpoints'>,
    enabled: boolean,
    tree: Pick<HeaderTree, 'byHash'>,
  ) {
    this.enabled = enabled
    this.#tree = tree
    this.#list = enabled ? blocks : []
    this.#hashAt = new Map(this.#list.map(({ height, hash }) => [height, hash]))
    this.lastHeight = this.#heightAt(this.#list.length - 1)
  }

  /** Checks whether an unknown header is allowed at its height. */
  check(hash: Uint8Array, height: number): Verdict {
    if (this.#list.length === 0) return VALID
    const fixed = this.#hashAt.get(height)
    if (fixed !== undefined && !equal(fixed, hash)) return MISMATCH
    return height < this.#heightAt(this.#countKnown() - 1) ? BELOW_CHECKPOINT : VALID
  }

  /** Returns true if the highest known checkpoint is the block or descends from it. */
  covers(entry: TreeEntry): boolean {
    if (this.#list.length === 0 || entry.height > this.#heightAt(this.#countKnown() - 1)) return false
    const first = this.#segment[0]
    if (first === undefined || entry.height < first.height || entry.height >= first.height + this.#segment.length) {
      const index = this.#list.findIndex(({ height }) => height >= entry.height)
      this.#segment = entriesBelow(this.#entryAt(index)!, this.#heightAt(index - 1))
    }
    return this.#segment[entry.height - this.#segment[0]!.height] === entry
  }

  /**
   * Returns the height up to which blocks may be fetched from a peer whose chain has `claimed` blocks. Above it the
   * peer must first send headers up to the next checkpoint, because checkpointed blocks are cheaper to validate.
   */
  fetchableUpTo(claimed: number): number {
    const next = this.#list[this.#countKnown()]
    return next === undefined || claimed < next.height ? Number.POSITIVE_INFINITY : this.#heightAt(this.#known - 1)
  }

  #heightAt(index: number): number {
    return this.#list[index]?.height ?? 0
  }

  #entryAt(index: number): TreeEntry | undefined {
    const checkpoint = this.#list[index]
    return checkpoint && this.#tree.byHash(checkpoint.hash)
  }

  /** Recounts the known checkpoints: a header may have been added, or removed by a rollback. */
  #countKnown(): number {
    while (this.#known > 0 && this.#entryAt(this.#known - 1) === undefined) this.#known--
    while (this.#entryAt(this.#known) !== undefined) this.#known++
    return this.#known
  }
}

/** Returns the blocks from above a height up to an entry, lowest first. */
function entriesBelow(top: TreeEntry, above: number): TreeEntry[] {
  const entries: TreeEntry[] = []
  for (let node: TreeEntry | null = top; node !== null && node.height > above; node = node.prev) entries.push(node)
  return entries.reverse()
}
