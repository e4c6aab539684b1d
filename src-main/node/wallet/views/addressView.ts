import { hash160 } from '../../crypto/index.ts'
import { encodeAddress, indexedAddress } from '../../script/index.ts'
import { hashKey } from '../../util/index.ts'
import { mapped, type Steps, sorted } from '../../util/runInSlices.ts'
import type { KeyStore } from '../keys/index.ts'
import type { ScriptBook } from '../ownership/index.ts'
import type { WalletLedger, WalletTx } from '../transactions/index.ts'

/** An address of the wallet with what it received; amounts in satoshis. */
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
  readonly ledger: WalletLedger
  readonly keys: Pick<KeyStore, 'used'>
  readonly scripts: Pick<ScriptBook, 'list'>
  /** changes with coins, keys and labels of the wallet */
  readonly revision: () => number
}

/** Addresses that are encoded, or outputs of whole transactions that are read, between two pauses. */
const ADDRESSES_AT_A_TIME = 500
const OUTPUTS_AT_A_TIME = 2000

const P2PKH_LENGTH = 25
const OP_DUP = 0x76

/** The address of an output as a short text; undefined where a script has no address or several. */
function placeOf(script: Uint8Array): string | undefined {
  // Most forms are recognised by their length: this runs for every coin.
  if (script.length === P2PKH_LENGTH && script[0] === OP_DUP) return `1${hashKey(script.subarray(3, 23))}`
  const entry = indexedAddress(script)
  return entry && `${entry.type}${hashKey(entry.hash)}`
}

/** What confirmed transactions paid, kept up to date one transaction at a time; unconfirmed ones are read when asked. */
function createReceipts(ledger: WalletLedger): () => Steps<ReadonlyMap<string, Tally>> {
  let revision = -1
  let tallies = new Map<string, Tally>()
  let counted = new Set<WalletTx>()
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
    if (wtx.block && !counted.has(wtx)) {
      loose.delete(wtx)
      counted.add(wtx)
      apply(tallies, wtx, 1n)
    } else if (!wtx.block) {
      if (counted.delete(wtx)) apply(tallies, wtx, -1n)
      loose.add(wtx)
    }
  }
  ledger.listen((wtx) => {
    if (revision === ledger.ownershipRevision()) look(wtx)
  })

  return function* () {
    if (revision !== ledger.ownershipRevision()) {
      // During a pause notifications only collect transactions, so that none counts twice.
      revision = -1
      const wanted = ledger.ownershipRevision()
      tallies = new Map()
      counted = new Set()
      loose = new Set()
      let outputs = 0
      for (const wtx of [...ledger.transactions()]) {
        look(wtx)
        outputs += wtx.tx.vout.length
        if (outputs >= OUTPUTS_AT_A_TIME) {
          outputs = 0
          yield
        }
      }
      // Transactions that were added or moved since are counted anew: counting one twice changes nothing.
      ledger.transactions().forEach(look)
      revision = wanted
    }
    const waiting = [...loose].filter((wtx) => ledger.depth(wtx) >= 0)
    if (waiting.length === 0) return tallies
    const all = new Map([...tallies].map(([place, tally]) => [place, { ...tally }]))
    for (const wtx of waiting) apply(all, wtx, 1n)
    return all
  }
}

/** All receiving addresses of the wallet, the newest first. What they hold is counted once after each change. */
export function createAddressView({ ledger, keys, scripts, revision }: Deps): () => Steps<readonly AddressLine[]> {
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
  function* list(): Steps<readonly AddressLine[]> {
    const received = new Map(yield* receipts())
    const held = balances()
    const figuresOf = (place: string) => ({
      ...(received.get(place) ?? { received: 0n, transactions: 0 }),
      balance: held.get(place) ?? 0n,
    })
    // Addresses of retired keys were never shown.
    const shown = keys.used().filter(({ source }) => source !== 'retired')
    const ofKeys = yield* mapped(shown, ADDRESSES_AT_A_TIME, ({ hash, label, created }) => {
      return { address: encodeAddress({ type: 1, hash }), label, created, ...figuresOf(`1${hashKey(hash)}`) }
    })
    const ofScripts = scripts.list().flatMap(({ kind, address, label, created, script }) => {
      if (kind !== 'redeem' || address === undefined) return []
      return [{ address, label: label ?? '', created, ...figuresOf(`2${hashKey(hash160(script))}`) }]
    })
    return yield* sorted([...ofKeys, ...ofScripts].reverse(), (a, b) => b.created - a.created)
  }

  return function* () {
    const now = revision()
    if (kept?.revision === now) return kept.lines
    const lines = yield* list()
    kept = { revision: now, lines }
    return lines
  }
}
