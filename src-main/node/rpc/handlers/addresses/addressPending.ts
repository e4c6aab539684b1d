import type { IndexedAddress } from '../../../core/index.ts'
import type { Mempool } from '../../../mempool/index.ts'
import type { OutPoint } from '../../../primitives/index.ts'
import { indexedAddress } from '../../../script/index.ts'

/** The mempool's own index does not tell conditions from keys, as the reference's does not. */
const changesOf = (mempool: Mempool, { type, hash }: IndexedAddress) =>
  mempool.addressDeltas([{ type: type === 3 ? 1 : type, hash }])

/**
 * The change of an address's balance by the mempool, in satoshis. The mempool's own index does not tell conditions from keys,
 * as the reference's does not; here they are distinguished by their scripts.
 */
export function pendingOf(mempool: Mempool, { type, hash }: IndexedAddress): bigint {
  let sum = 0n
  for (const delta of changesOf(mempool, { type, hash })) {
    const entry = mempool.get(delta.txid)
    const output = delta.spending ? entry?.spent[delta.index] : entry?.tx.vout[delta.index]
    if (output && indexedAddress(output.scriptPubKey)?.type === type) sum += delta.satoshis
  }
  return sum
}

/** Outputs of an address that the mempool spends: unconfirmed ones too, and some that belong to the other kind of address. */
export function pendingSpends(mempool: Mempool, address: IndexedAddress): OutPoint[] {
  return changesOf(mempool, address).flatMap(({ prevout }) => prevout ?? [])
}
