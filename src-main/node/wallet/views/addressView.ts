import { hash160 } from '../../crypto/index.ts'
import { encodeAddress, indexedAddress } from '../../script/index.ts'
import { hashKey } from '../../util/index.ts'
import type { KeyStore } from '../keys.ts'
import type { Ledger, WalletTx } from '../ledger.ts'
import type { ScriptBook } from '../scripts.ts'

/** An address of the wallet and what came to it; amounts in satoshis. */
export interface AddressLine {
  readonly address: string
  /** null: for change */
  readonly label: string | null
  readonly created: number
  readonly received: bigint
  readonly balance: bigint
  /** transactions that paid it */
  readonly transactions: number
}

interface Tally {
  received: bigint
  balance: bigint
  transactions: number
}

interface Deps {
  readonly ledger: Ledger
  readonly keys: Pick<KeyStore, 'used'>
  readonly scripts: Pick<ScriptBook, 'list'>
  /** changes with the coins of the wallet */
  readonly revision: () => number
}

/** The address of an output as a short text; only those with one count. */
function placeOf(script: Uint8Array): string | undefined {
  const entry = indexedAddress(script)
  return entry && `${entry.type}${hashKey(entry.hash)}`
}

/** All addresses that can receive for the wallet, the newest first. What came to them is counted once after each change. */
export function createAddressView({ ledger, keys, scripts, revision }: Deps): () => readonly AddressLine[] {
  let kept: { readonly revision: number; readonly tallies: ReadonlyMap<string, Tally> } | undefined

  const count = (): ReadonlyMap<string, Tally> => {
    const tallies = new Map<string, Tally>()
    const tallyOf = (script: Uint8Array): Tally | undefined => {
      const place = placeOf(script)
      if (place === undefined) return undefined
      const tally = tallies.get(place) ?? { received: 0n, balance: 0n, transactions: 0 }
      tallies.set(place, tally)
      return tally
    }
    const receive = ({ tx }: WalletTx) => {
      const paid = new Set<Tally>()
      for (const output of tx.vout) {
        const tally = ledger.isMine(output) ? tallyOf(output.scriptPubKey) : undefined
        if (!tally) continue
        tally.received += output.value
        paid.add(tally)
      }
      for (const tally of paid) tally.transactions++
    }
    for (const wtx of ledger.transactions()) if (ledger.depth(wtx) >= 0) receive(wtx)
    for (const { scriptPubKey, value } of [...ledger.coins(), ...ledger.immature()]) {
      const tally = tallyOf(scriptPubKey)
      if (tally) tally.balance += value
    }
    return tallies
  }

  return () => {
    if (kept?.revision !== revision()) kept = { revision: revision(), tallies: count() }
    const { tallies } = kept
    const none: Tally = { received: 0n, balance: 0n, transactions: 0 }
    // Retired keys were never shown to anybody.
    const shown = keys.used().filter(({ source }) => source !== 'retired')
    const ofKeys = shown.map(({ hash, label, created }) => {
      return {
        address: encodeAddress({ type: 1, hash }),
        label,
        created,
        ...(tallies.get(`1${hashKey(hash)}`) ?? none),
      }
    })
    const ofScripts = scripts.list().flatMap(({ kind, address, label, created, script }) => {
      if (kind !== 'redeem' || address === undefined) return []
      return [{ address, label: label ?? '', created, ...(tallies.get(`2${hashKey(hash160(script))}`) ?? none) }]
    })
    return [...ofKeys, ...ofScripts].reverse().sort((a, b) => b.created - a.created)
  }
}
