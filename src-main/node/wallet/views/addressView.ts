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
  transactions: number
}

interface Deps {
  readonly ledger: Ledger
  readonly keys: Pick<KeyStore, 'used'>
  readonly scripts: Pick<ScriptBook, 'list'>
  /** changes with coins, keys and names of the wallet */
  readonly revision: () => number
}

const P2PKH_LENGTH = 25
const OP_DUP = 0x76

/** The address of an output as a short text; only those with one count. */
function placeOf(script: Uint8Array): string | undefined {
  // Most are told by their length: this is asked of every coin.
  if (script.length === P2PKH_LENGTH && script[0] === OP_DUP) return `1${hashKey(script.subarray(3, 23))}`
  const entry = indexedAddress(script)
  return entry && `${entry.type}${hashKey(entry.hash)}`
}

/** What confirmed transactions paid, kept up to date one transaction at a time; the others are looked at when asked. */
function createReceipts(ledger: Ledger): () => ReadonlyMap<string, Tally> {
  let revision = -1
  let tallies = new Map<string, Tally>()
  let settled = new Set<WalletTx>()
  let loose = new Set<WalletTx>()

  const apply = (to: Map<string, Tally>, { tx }: WalletTx, sign: 1n | -1n) => {
    const paid = new Set<string>()
    for (const output of tx.vout) {
      const place = ledger.isMine(output) ? placeOf(output.scriptPubKey) : undefined
      if (place === undefined) continue
      const tally = to.get(place) ?? { received: 0n, transactions: 0 }
      to.set(place, tally)
      tally.received += sign * output.value
      if (!paid.has(place)) tally.transactions += Number(sign)
      paid.add(place)
    }
  }
  const look = (wtx: WalletTx) => {
    if (wtx.block && !settled.has(wtx)) {
      loose.delete(wtx)
      settled.add(wtx)
      apply(tallies, wtx, 1n)
    } else if (!wtx.block) {
      if (settled.delete(wtx)) apply(tallies, wtx, -1n)
      loose.add(wtx)
    }
  }
  ledger.listen((wtx) => {
    if (revision === ledger.ownershipRevision()) look(wtx)
  })

  return () => {
    if (revision !== ledger.ownershipRevision()) {
      revision = ledger.ownershipRevision()
      tallies = new Map()
      settled = new Set()
      loose = new Set()
      ledger.transactions().forEach(look)
    }
    const waiting = [...loose].filter((wtx) => ledger.depth(wtx) >= 0)
    if (waiting.length === 0) return tallies
    const all = new Map([...tallies].map(([place, tally]) => [place, { ...tally }]))
    for (const wtx of waiting) apply(all, wtx, 1n)
    return all
  }
}

/** All addresses that can receive for the wallet, the newest first. What they hold is counted once after each change. */
export function createAddressView({ ledger, keys, scripts, revision }: Deps): () => readonly AddressLine[] {
  const receipts = createReceipts(ledger)
  let kept: { readonly revision: number; readonly lines: readonly AddressLine[] } | undefined

  const balances = (): ReadonlyMap<string, bigint> => {
    const sums = new Map<string, bigint>()
    for (const { output } of ledger.holdings()) {
      const place = placeOf(output.scriptPubKey)
      if (place !== undefined) sums.set(place, (sums.get(place) ?? 0n) + output.value)
    }
    return sums
  }
  const list = (): readonly AddressLine[] => {
    const [received, held] = [receipts(), balances()]
    const figuresOf = (place: string) => ({
      ...(received.get(place) ?? { received: 0n, transactions: 0 }),
      balance: held.get(place) ?? 0n,
    })
    // Retired keys were never shown to anybody.
    const shown = keys.used().filter(({ source }) => source !== 'retired')
    const ofKeys = shown.map(({ hash, label, created }) => {
      return { address: encodeAddress({ type: 1, hash }), label, created, ...figuresOf(`1${hashKey(hash)}`) }
    })
    const ofScripts = scripts.list().flatMap(({ kind, address, label, created, script }) => {
      if (kind !== 'redeem' || address === undefined) return []
      return [{ address, label: label ?? '', created, ...figuresOf(`2${hashKey(hash160(script))}`) }]
    })
    return [...ofKeys, ...ofScripts].reverse().sort((a, b) => b.created - a.created)
  }

  return () => {
    if (kept?.revision !== revision()) kept = { revision: revision(), lines: list() }
    return kept.lines
  }
}
