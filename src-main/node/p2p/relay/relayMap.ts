import { serializeTransaction, type Transaction } from '../../primitives/index.ts'
import { hashKey } from '../../util/index.ts'
import { MAX_RELAY_BYTES, RELAY_SECONDS } from './limits.ts'

/** Transactions that were announced lately: they are sent on request even after a block confirmed them (p2p.md §3). */
export function createRelayMap(now: () => number) {
  const kept = new Map<string, { readonly bytes: Uint8Array; readonly until: number }>()
  let total = 0

  /** Oldest first, so that it ends at the first that stays. */
  function drop(): void {
    const time = now()
    for (const [key, { bytes, until }] of kept) {
      if (until >= time && total <= MAX_RELAY_BYTES) return
      kept.delete(key)
      total -= bytes.length
    }
  }

  return {
    add(txid: Uint8Array, tx: Transaction): void {
      const key = hashKey(txid)
      if (kept.has(key)) return
      // A copy: the transaction may be a view of a whole block.
      const bytes = serializeTransaction(tx).slice()
      kept.set(key, { bytes, until: now() + RELAY_SECONDS })
      total += bytes.length
      drop()
    },
    get: (txid: Uint8Array): Uint8Array | undefined => kept.get(hashKey(txid))?.bytes,
    drop,
  }
}

export type RelayMap = ReturnType<typeof createRelayMap>
