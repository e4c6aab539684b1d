import type { AddressType, IndexedAddress, MempoolEntry } from '../core/index.ts'
import { indexedAddress } from '../script/index.ts'
import { compareBytes, toHex } from '../util/index.ts'
import type { MempoolAddressDelta } from './types.ts'

/** komodod's mempool records a crypto-condition output like a key hash, so a query finds it without the CC flag. */
const unconfirmedType = (type: AddressType): AddressType => (type === 3 ? 1 : type)

const unconfirmedKey = (type: AddressType, hash: Uint8Array): string => type + toHex(hash)

function* listChanges({ tx, txid, time, spent }: MempoolEntry): Generator<MempoolAddressDelta> {
  const changed = (script: Uint8Array): IndexedAddress | undefined => {
    const found = indexedAddress(script)
    return found && { type: unconfirmedType(found.type), hash: found.hash }
  }
  for (const [index, { value, scriptPubKey }] of tx.vout.entries()) {
    const address = changed(scriptPubKey)
    if (address !== undefined) yield { address, txid, index, satoshis: value, time, spending: false }
  }
  for (const [index, { value, scriptPubKey }] of spent.entries()) {
    const address = changed(scriptPubKey)
    const prevout = tx.vin[index]!.prevout
    if (address !== undefined) yield { address, txid, index, satoshis: -value, time, spending: true, prevout }
  }
}

function inKeyOrder(a: MempoolAddressDelta, b: MempoolAddressDelta): number {
  return compareBytes(a.txid, b.txid) || a.index - b.index || Number(a.spending) - Number(b.spending)
}

/** Unconfirmed changes, grouped by address. */
export class UnconfirmedAddresses {
  readonly #byAddress = new Map<string, Set<MempoolAddressDelta>>()
  readonly #byEntry = new Map<MempoolEntry, MempoolAddressDelta[]>()

  add(entry: MempoolEntry): void {
    const changes = [...listChanges(entry)]
    this.#byEntry.set(entry, changes)
    for (const change of changes) {
      const key = unconfirmedKey(change.address.type, change.address.hash)
      const known = this.#byAddress.get(key)
      if (known === undefined) this.#byAddress.set(key, new Set([change]))
      else known.add(change)
    }
  }

  remove(entry: MempoolEntry): void {
    for (const change of this.#byEntry.get(entry) ?? []) {
      const key = unconfirmedKey(change.address.type, change.address.hash)
      const known = this.#byAddress.get(key)
      known?.delete(change)
      if (known?.size === 0) this.#byAddress.delete(key)
    }
    this.#byEntry.delete(entry)
  }

  /** Returns the changes in the order of getaddressmempool (rpc.md §4). */
  deltas(addresses: readonly IndexedAddress[]): MempoolAddressDelta[] {
    const found = addresses.flatMap(({ type, hash }) =>
      [...(this.#byAddress.get(unconfirmedKey(type, hash)) ?? [])].sort(inKeyOrder),
    )
    return found.sort((a, b) => a.time - b.time)
  }
}
