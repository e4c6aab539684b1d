import type { AddressType, IndexedAddress } from '../core/index.ts'
import { plainBytes } from '../storage/index.ts'
import { fromSumCell } from './sums.ts'
import type { TotalsTracker } from './totals.ts'
import type { AddressQueries } from './types.ts'
import type { ViewDeps } from './view.ts'

type HolderRow = [bigint, Uint8Array, unknown]

/** SQL limit that returns all rows. */
const ALL = -1

/**
 * Creates the snapshot query. The largest holders come from an SQL index by balance, the sums from a stored row:
 * neither scans all addresses.
 */
export function createSnapshotReader(deps: ViewDeps, totals: TotalsTracker): Pick<AddressQueries, 'snapshot'> {
  const { db, accounts, flush } = deps
  // Addresses of one type have texts of one length, sorted like their bytes. Texts of script hashes start with a later
  // letter.
  const largest = db
    .prepare<[number], HolderRow>(
      `SELECT type, hash, balance FROM addresses WHERE type < 3 AND balance > 0
       ORDER BY balance DESC, type DESC, hash DESC LIMIT ?`,
    )
    .raw(true)
    .safeIntegers(true)

  return {
    snapshot({ top, ignored }) {
      flush()
      const skipped = new Set(ignored.map(toAddressKey))
      const rows = largest.all(top === undefined ? ALL : top + skipped.size)
      const holders = rows
        .map(([type, hash, balance]) => ({
          address: { type: Number(type) as AddressType, hash: plainBytes(hash) },
          satoshis: fromSumCell(balance),
        }))
        .filter(({ address }) => skipped.size === 0 || !skipped.has(toAddressKey(address)))
      const { entries, satoshis, holders: addresses, ccEntries, ccSatoshis } = totals.read()
      const left = { addresses: 0, utxos: 0, satoshis: 0n }
      for (const address of ignored) {
        const standing = accounts.find(address)
        if (standing === undefined) continue
        left.addresses += standing.balance > 0n ? 1 : 0
        left.utxos += standing.utxos - standing.zeros
        left.satoshis += standing.balance
      }
      return {
        holders: top === undefined ? holders : holders.slice(0, top),
        addresses: addresses - left.addresses,
        utxos: entries - left.utxos,
        satoshis: satoshis - left.satoshis,
        ignoredUtxos: left.utxos,
        ccUtxos: ccEntries,
        ccSatoshis,
      }
    },
  }
}

const toAddressKey = ({ type, hash }: IndexedAddress): string => `${type} ${hash.join()}`
