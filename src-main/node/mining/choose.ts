import type { MempoolEntry } from '../core/index.ts'
import type { Mempool } from '../mempool/index.ts'
import { hashKey } from '../util/index.ts'
import { type BlockRoom, type SelectionCandidate, selectTransactions } from './select.ts'
import type { TemplateTx } from './types.ts'

/**
 * Selects mempool transactions for a block, without the excluded ones and their descendants.
 * @param first transaction without unconfirmed parents that goes before all others, if it fits
 */
export function chooseTransactions(
  mempool: Mempool,
  exclude: ReadonlySet<MempoolEntry>,
  room: BlockRoom,
  first?: MempoolEntry,
): TemplateTx[] {
  const candidates = listWaiting(mempool, exclude)
  const positions = new Map<string, number>()
  const firstAt = first === undefined ? undefined : candidates.findIndex(({ entry }) => entry === first)
  return selectTransactions(candidates, room, firstAt).map((index, at) => {
    const { entry, sigops } = candidates[index]!
    positions.set(hashKey(entry.txid), at + 1)
    const depends = new Set<number>()
    for (const { prevout } of entry.tx.vin) {
      const parent = positions.get(hashKey(prevout.hash))
      if (parent !== undefined) depends.add(parent)
    }
    return { entry, fee: entry.fee, sigops, depends: [...depends].sort((a, b) => a - b) }
  })
}

function listWaiting(mempool: Mempool, exclude: ReadonlySet<MempoolEntry>): SelectionCandidate[] {
  const positions = new Map<MempoolEntry, number>()
  const waiting: SelectionCandidate[] = []
  for (const entry of mempool.ordered()) {
    const parents = mempool.parents(entry).map((parent) => positions.get(parent))
    if (exclude.has(entry) || !parents.every((parent) => parent !== undefined)) continue
    positions.set(entry, waiting.length)
    const fee = entry.fee + mempool.deltasOf(entry.txid).fee
    waiting.push({ entry, fee, sigops: mempool.sigops(entry), parents })
  }
  return waiting
}
