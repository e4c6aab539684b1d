import { type ChainParams, initialUpgrades, type UpgradeState, upgradesAfterConnect } from '../consensus/index.ts'
import { workOf } from '../primitives/index.ts'
import type { BlockRow } from '../storage/index.ts'
import { type HeaderLoader, TreeEntry } from './treeEntry.ts'

/** Most chains repeat their targets for many blocks; a chain that does not may not fill the memory with them. */
const MAX_WORKS = 10_000

/** Makes entries of rows, deriving what follows from the parent: total work and the state of the upgrades. */
export function createEntryFactory(params: ChainParams, loadHeader: HeaderLoader) {
  const works = new Map<number, bigint>()

  function workFor(bits: number): bigint {
    let work = works.get(bits)
    if (work === undefined) {
      work = workOf(bits)
      if (works.size >= MAX_WORKS) works.clear()
      works.set(bits, work)
    }
    return work
  }

  function upgradesAfter(row: BlockRow, prev: TreeEntry | null): UpgradeState {
    if (prev === null) return initialUpgrades(params)
    // Asked for heights from this block downwards, nearly always one after the other.
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
