import { hash160 } from '../../crypto/index.ts'
import { encodeAddress, indexedAddress } from '../../script/index.ts'
import { hashKey } from '../../util/index.ts'
import { mapped, type Steps, sorted } from '../../util/runInSlices.ts'
import type { KeyStore } from '../keys/index.ts'
import type { ScriptBook } from '../ownership/index.ts'
import type { WalletLedger, WalletTx } from '../transactions/index.ts'

/** Address of the wallet with its received amounts, in satoshis. */
export interface AddressLine {
  readonly address: string
  /** null for change */
  readonly label: string | null
  readonly created: number
  /** paid by others, without mined coins, change and payments of the wallet to itself */
  readonly received: bigint
  /** block rewards including fees, which this wallet may have paid */
  readonly mined: bigint
  readonly balance: bigint
  /** number of transactions that paid it, including the wallet's own */
  readonly transactions: number
}

interface Tally {
  received: bigint
  mined: bigint
  transactions: number
}

export interface AddressViewDeps {
  readonly ledger: WalletLedger
  readonly keys: Pick<KeyStore, 'used'>
  readonly scripts: Pick<ScriptBook, 'list'>
  /** changes with the wallet's coins, keys and labels */
  readonly revision: () => number
}

/** Addresses encoded, or outputs read, per event-loop slice. Transactions are not split. */
const ADDRESSES_PER_SLICE = 500
const OUTPUTS_PER_SLICE = 2000

const P2PKH_LENGTH = 25
const OP_DUP = 0x76

/** Returns the address of an output as a short text, or undefined if the script has not exactly one address. */
function addressKey(script: Uint8Array): string | undefined {
  // Recognise the most common script type by length first: this runs for every coin.
  if (script.length === P2PKH_LENGTH && script[0] === OP_DUP) return `1${hashKey(script.subarray(3, 23))}`
  const entry = indexedAddress(script)
  return entry && `${entry.type}${hashKey(entry.hash)}`
}

/**
 * Amounts paid to each address by transactions. Confirmed transactions are counted once, unconfirmed ones on each read.
 */
class AddressReceipts {
  readonly #ledger: WalletLedger
  /** ledger's ownership revision of the counts; −1 while they are being computed */
  #revision = -1
  #tallies = new Map<string, Tally>()
  /** confirmed transactions, and if they were paid by others when they were counted */
  #counted = new Map<WalletTx, boolean>()
  #unconfirmed = new Set<WalletTx>()

  constructor(ledger: WalletLedger) {
    this.#ledger = ledger
    ledger.listen((wtx) => {
      if (this.#revision === ledger.ownershipRevision()) this.#count(wtx)
    })
  }

  *read(): Steps<ReadonlyMap<string, Tally>> {
    const ledger = this.#ledger
    if (this.#revision !== ledger.ownershipRevision()) yield* this.#countAll()
    const waiting = [...this.#unconfirmed].filter((wtx) => ledger.depth(wtx) >= 0)
    if (waiting.length === 0) return this.#tallies
    const all = new Map([...this.#tallies].map(([address, tally]) => [address, { ...tally }]))
    for (const wtx of waiting) this.#apply(all, wtx, 1n, this.#isFromOthers(wtx))
    return all
  }

  *#countAll(): Steps<void> {
    const ledger = this.#ledger
    // With revision −1, notifications during a pause are not counted, so that no transaction counts twice.
    this.#revision = -1
    const wanted = ledger.ownershipRevision()
    this.#tallies = new Map()
    this.#counted = new Map()
    this.#unconfirmed = new Set()
    let outputs = 0
    for (const wtx of [...ledger.transactions()]) {
      this.#count(wtx)
      outputs += wtx.tx.vout.length
      if (outputs >= OUTPUTS_PER_SLICE) {
        outputs = 0
        yield
      }
    }
    // Count transactions added or moved during the pauses. Counting a transaction twice changes nothing.
    for (const wtx of ledger.transactions()) this.#count(wtx)
    this.#revision = wanted
  }

  #count(wtx: WalletTx): void {
    if (wtx.block && !this.#counted.has(wtx)) {
      const fromOthers = this.#isFromOthers(wtx)
      this.#unconfirmed.delete(wtx)
      this.#counted.set(wtx, fromOthers)
      this.#apply(this.#tallies, wtx, 1n, fromOthers)
    } else if (!wtx.block) {
      const fromOthers = this.#counted.get(wtx)
      this.#counted.delete(wtx)
      if (fromOthers !== undefined) this.#apply(this.#tallies, wtx, -1n, fromOthers)
      this.#unconfirmed.add(wtx)
    }
  }

  #isFromOthers({ tx }: WalletTx): boolean {
    return this.#ledger.debit(tx) === 0n
  }

  #apply(to: Map<string, Tally>, { tx, coinbase }: WalletTx, sign: 1n | -1n, fromOthers: boolean): void {
    const paid = new Set<string>()
    for (const output of tx.vout) {
      const address = this.#ledger.isMine(output) ? addressKey(output.scriptPubKey) : undefined
      if (address === undefined) continue
      const tally = to.get(address) ?? { received: 0n, mined: 0n, transactions: 0 }
      to.set(address, tally)
      if (coinbase) tally.mined += sign * output.value
      else if (fromOthers) tally.received += sign * output.value
      if (!paid.has(address)) tally.transactions += Number(sign)
      paid.add(address)
    }
  }
}

/** All receiving addresses of the wallet, newest first. Amounts are computed once after each change. */
export class AddressView {
  readonly #deps: AddressViewDeps
  readonly #receipts: AddressReceipts
  #kept: { readonly revision: number; readonly lines: readonly AddressLine[] } | undefined

  constructor(deps: AddressViewDeps) {
    this.#deps = deps
    this.#receipts = new AddressReceipts(deps.ledger)
  }

  *list(): Steps<readonly AddressLine[]> {
    const revision = this.#deps.revision()
    if (this.#kept?.revision === revision) return this.#kept.lines
    const lines = yield* this.#makeLines()
    this.#kept = { revision, lines }
    return lines
  }

  *#makeLines(): Steps<readonly AddressLine[]> {
    const { keys, scripts } = this.#deps
    const received = new Map(yield* this.#receipts.read())
    const held = this.#balances()
    const amountsAt = (address: string) => ({
      ...(received.get(address) ?? { received: 0n, mined: 0n, transactions: 0 }),
      balance: held.get(address) ?? 0n,
    })
    // Addresses of retired keys were never shown.
    const shown = keys.used().filter(({ source }) => source !== 'retired')
    const ofKeys = yield* mapped(shown, ADDRESSES_PER_SLICE, ({ hash, label, created }) => {
      return { address: encodeAddress({ type: 1, hash }), label, created, ...amountsAt(`1${hashKey(hash)}`) }
    })
    const ofScripts = scripts.list().flatMap(({ kind, address, label, created, script }) => {
      if (kind !== 'redeem' || address === undefined) return []
      return [{ address, label: label ?? '', created, ...amountsAt(`2${hashKey(hash160(script))}`) }]
    })
    return yield* sorted([...ofKeys, ...ofScripts].reverse(), (a, b) => b.created - a.created)
  }

  #balances(): ReadonlyMap<string, bigint> {
    const sums = new Map<string, bigint>()
    for (const { output } of this.#deps.ledger.holdings()) {
      const address = addressKey(output.scriptPubKey)
      if (address !== undefined) sums.set(address, (sums.get(address) ?? 0n) + output.value)
    }
    return sums
  }
}
