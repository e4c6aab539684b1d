import { type ChainParams, initialUpgrades, type UpgradeState, upgradesAfterConnect } from '../consensus/index.ts'
import { computeWork } from '../primitives/index.ts'
import type { BlockRow } from '../storage/index.ts'
import { type HeaderLoader, TreeEntry } from './treeEntry.ts'

/** Limits the cache. Most chains repeat a target for many blocks, but one that does not must not fill the memory. */
const MAX_WORKS = 10_000

/** Creates tree entries from rows. Derives total work and upgrade state from the parent. */
export function createEntryFactory(params: ChainParams, loadHeader: HeaderLoader) {
  const works = new Map<number, bigint>()

  function workFor(bits: number): bigint {
    let work = works.get(bits)
    if (work === undefined) {
      work = computeWork(bits)
      if (works.size >= MAX_WORKS) works.clear()
      works.set(bits, work)
    }
    return work
  }

  function upgradesAfter(row: BlockRow, prev: TreeEntry | null): UpgradeState {
    if (prev === null) return initialUpgrades(params)
    // The callback is mostly called for consecutive heights downwards, so the search continues from the last entry.
    let node: TreeEntry = prev
    return upgradesAfterConnect(params, prev.upgrades, row.height, (height) => {
      if (height === row.height) return row.time
      if (node.height < height) node = prev
      while (node.height > height && node.prev !== null) node = node.prev
      return node.time
    })
  }

  return (row: BlockRow, prev: TreeEntry | null): TreeEntry => {
    const chainWork = (prev?.chainWork ?? 0n) + workFor(row.bits)
    return new TreeEntry(row, { prev, chainWork, upgrades: upgradesAfter(row, prev), loadHeader })
  }
}
