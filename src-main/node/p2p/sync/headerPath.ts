import type { BlockEntry, ChainView } from '../../core/index.ts'

export interface HeaderPath {
  /** the ancestor at a height that is not above the entry's; the entry itself at its own */
  ancestor(entry: BlockEntry, height: number): BlockEntry
  /** the last block that two branches share */
  forkOf(a: BlockEntry, b: BlockEntry): BlockEntry
}

/**
 * Ancestors without walking the whole way: an entry knows only its parent, and while headers run a hundred thousand blocks
 * ahead every look would be as many steps. The best chain of headers above the active chain is kept as a list.
 */
export function createHeaderPath(chain: Pick<ChainView, 'byHeight' | 'isActive' | 'bestHeader'>): HeaderPath {
  let path: BlockEntry[] = []
  let base = 0
  let top: BlockEntry | undefined

  function follow(best: BlockEntry): void {
    if (best === top) return
    const fresh: BlockEntry[] = []
    let node = best
    while (!chain.isActive(node) && path[node.height - base] !== node && node.prev !== null) {
      fresh.push(node)
      node = node.prev
    }
    if (path[node.height - base] === node) path.length = node.height - base + 1
    else {
      path = []
      base = node.height + 1
    }
    while (fresh.length > 0) path.push(fresh.pop()!)
    top = best
  }

  function ancestor(entry: BlockEntry, height: number): BlockEntry {
    follow(chain.bestHeader())
    let node = entry
    while (node.height > height && node.prev !== null) {
      if (chain.isActive(node)) return chain.byHeight(height) ?? node
      if (path[node.height - base] === node && height >= base) return path[height - base]!
      node = node.prev
    }
    return node
  }

  return {
    ancestor,
    forkOf(a, b) {
      const height = Math.min(a.height, b.height)
      let left = ancestor(a, height)
      let right = ancestor(b, height)
      while (left !== right && left.prev !== null && right.prev !== null) {
        left = left.prev
        right = right.prev
      }
      return left
    },
  }
}
