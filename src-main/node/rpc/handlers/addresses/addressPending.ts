import type { IndexedAddress } from '../../../core/index.ts'
import type { Mempool } from '../../../mempool/index.ts'
import type { OutPoint } from '../../../primitives/index.ts'
import { indexedAddress } from '../../../script/index.ts'

/**
 * Returns the mempool's changes of an address. Its index, like komodod's, does not distinguish conditions from keys.
 */
const listPendingDeltas = (mempool: Mempool, { type, hash }: IndexedAddress) =>
  mempool.addressDeltas([{ type: type === 3 ? 1 : type, hash }])

/**
 * Returns the change of an address's balance by the mempool, in satoshis. The mempool's index, like komodod's, does not
 * distinguish conditions from keys, so the outputs' scripts are checked here.
 */
export function computePending(mempool: Mempool, { type, hash }: IndexedAddress): bigint {
  let sum = 0n
  for (const delta of listPendingDeltas(mempool, { type, hash })) {
    const entry = mempool.get(delta.txid)
    const output = delta.spending ? entry?.spent[delta.index] : entry?.tx.vout[delta.index]
    if (output && indexedAddress(output.scriptPubKey)?.type === type) sum += delta.satoshis
  }
  return sum
}

/**
 * Returns outputs that the mempool spends for an address. Includes unconfirmed outputs, and some of the address of the
 * other kind (condition or key) with the same hash.
 */
export function pendingSpends(mempool: Mempool, address: IndexedAddress): OutPoint[] {
  return listPendingDeltas(mempool, address).flatMap(({ prevout }) => prevout ?? [])
}
