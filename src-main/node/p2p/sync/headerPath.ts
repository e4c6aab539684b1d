import type { BlockEntry, ChainView } from '../../core/index.ts'

/**
 * Finds ancestors without walking the whole chain. An entry knows only its parent, so a lookup would take a hundred
 * thousand steps while headers are that far ahead. The best header chain above the active chain is kept as a list.
 */
export class HeaderPath {
  readonly #chain: Pick<ChainView, 'byHeight' | 'isActive' | 'bestHeader'>
  #path: BlockEntry[] = []
  /** height of the first entry of the path */
  #base = 0
  #top: BlockEntry | undefined

  constructor(chain: Pick<ChainView, 'byHeight' | 'isActive' | 'bestHeader'>) {
    this.#chain = chain
  }

  /** Returns the ancestor at a height that is at most the entry's own; at that height, the entry itself. */
  ancestor(entry: BlockEntry, height: number): BlockEntry {
    this.#follow(this.#chain.bestHeader())
    let node = entry
    while (node.height > height && node.prev !== null) {
      if (this.#chain.isActive(node)) return this.#chain.byHeight(height) ?? node
      if (this.#isOnPath(node) && height >= this.#base) return this.#path[height - this.#base]!
      node = node.prev
    }
    return node
  }

  /** Returns the last common block of two branches. */
  forkOf(a: BlockEntry, b: BlockEntry): BlockEntry {
    const height = Math.min(a.height, b.height)
    let left = this.ancestor(a, height)
    let right = this.ancestor(b, height)
    while (left !== right && left.prev !== null && right.prev !== null) {
      left = left.prev
      right = right.prev
    }
    return left
  }

  #isOnPath(entry: BlockEntry): boolean {
    return this.#path[entry.height - this.#base] === entry
  }

  #follow(best: BlockEntry): void {
    if (best === this.#top) return
    const fresh: BlockEntry[] = []
    let node = best
    while (!this.#chain.isActive(node) && !this.#isOnPath(node) && node.prev !== null) {
      fresh.push(node)
      node = node.prev
    }
    if (this.#isOnPath(node)) this.#path.length = node.height - this.#base + 1
    else {
      this.#path = []
      this.#base = node.height + 1
    }
    while (fresh.length > 0) this.#path.push(fresh.pop()!)
    this.#top = best
  }
}
