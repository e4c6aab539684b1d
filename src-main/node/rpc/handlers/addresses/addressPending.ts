import type { IndexedAddress } from '../../../interfaces.ts'
import type { Mempool } from '../../../mempool/index.ts'
import type { OutPoint } from '../../../primitives/index.ts'
import { indexedAddress } from '../../../script/index.ts'

/** The mempool's own index takes conditions for keys, as the reference's does. */
const changesOf = (mempool: Mempool, { type, hash }: IndexedAddress) =>
  mempool.addressDeltas([{ type: type === 3 ? 1 : type, hash }])

/**
 * What the mempool will change of an address, in satoshis. The mempool's own index takes conditions for keys, as the
 * reference's does; here they are told apart by their scripts.
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

/** Outputs of an address that transactions of the mempool spend: also unconfirmed ones, and some may be of its other kind. */
export function pendingSpends(mempool: Mempool, address: IndexedAddress): OutPoint[] {
  return changesOf(mempool, address).flatMap(({ prevout }) => prevout ?? [])
}
