import type { IndexedAddress } from '../../interfaces.ts'
import type { Mempool } from '../../mempool/index.ts'
import { indexedAddress } from '../../script/index.ts'

/**
 * What the mempool will change of an address, in satoshis. The mempool's own index takes conditions for keys, as the
 * reference's does; here they are told apart by their scripts.
 */
export function pendingOf(mempool: Mempool, { type, hash }: IndexedAddress): bigint {
  let sum = 0n
  for (const delta of mempool.addressDeltas([{ type: type === 3 ? 1 : type, hash }])) {
    const entry = mempool.get(delta.txid)
    const output = delta.spending ? entry?.spent[delta.index] : entry?.tx.vout[delta.index]
    if (output && indexedAddress(output.scriptPubKey)?.type === type) sum += delta.satoshis
  }
  return sum
}
