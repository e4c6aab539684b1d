import type { AddressIndexView, CcTransaction, CcView } from '../../core/index.ts'
import { indexedAddress } from '../../script/index.ts'
import type { SpendableCoin } from '../../transactions/index.ts'
import { equal } from '../../util/index.ts'

interface Reads {
  readonly view: Pick<CcView, 'transaction'>
  readonly addressIndex: Pick<AddressIndexView, 'unspent' | 'deltas'>
}

/** Yields the confirmed transactions that pay to a script, each once, oldest first. */
export function* transactionsTo(script: Uint8Array, { view, addressIndex }: Reads): Generator<CcTransaction> {
  const address = indexedAddress(script)
  let last: Uint8Array | undefined
  for (const { txid, spending } of address ? addressIndex.deltas(address) : []) {
    if (spending || (last && equal(last, txid))) continue
    last = txid
    const found = view.transaction(txid)
    if (found) yield found
  }
}

/** A confirmed output that is unspent in the chain. */
export interface UnspentOutput {
  /** the output as a spendable coin */
  readonly coin: SpendableCoin
  readonly from: CcTransaction
  readonly index: number
  readonly value: bigint
  readonly scriptPubKey: Uint8Array
  readonly height: number
}

/** Yields the confirmed unspent outputs at a script's address, in the order of the reference's index. */
export function* unspentAt(script: Uint8Array, { view, addressIndex }: Reads): Generator<UnspentOutput> {
  const address = indexedAddress(script)
  for (const { txid, index, satoshis, scriptPubKey, height } of address ? addressIndex.unspent(address) : []) {
    const from = view.transaction(txid)
    const coin = { outpoint: { hash: txid, index }, value: satoshis, scriptPubKey }
    if (from) yield { from, index, value: satoshis, scriptPubKey, height, coin }
  }
}
