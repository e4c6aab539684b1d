import type { OutPoint, TxOut } from '../../primitives/types.ts'
import { outpointKey } from '../../util/index.ts'
import type { Ownership } from '../ownership/index.ts'
import type { LedgerEntry } from './ledgerEntry.ts'

/** An output of a wallet transaction that is the wallet's, spent or not. */
export interface OwnedOutput {
  readonly entry: LedgerEntry
  readonly index: number
  /** watch-only: the wallet cannot spend it */
  readonly watched: boolean
  /** the wallet's transactions that spend it, conflicted ones included */
  readonly spenders: readonly LedgerEntry[]
}

export interface OwnedOutputsDeps {
  readonly ownershipOf: (output: TxOut) => Ownership | undefined
  /** returns a list that grows as spenders become known */
  readonly followSpenders: (outpointKey: string) => readonly LedgerEntry[]
}

/** The outputs of the wallet's transactions that are the wallet's. */
export class OwnedOutputs {
  readonly #deps: OwnedOutputsDeps
  readonly #owned = new Map<string, OwnedOutput>()
  /** Outputs that may become the wallet's to spend. Keys and scripts are never removed, so the others stay as they are. */
  #others: { readonly entry: LedgerEntry; readonly index: number }[] = []
  #stale = false
  #revision = 0

  constructor(deps: OwnedOutputsDeps) {
    this.#deps = deps
  }

  add(entry: LedgerEntry): void {
    for (const [index, output] of entry.tx.vout.entries()) this.#checkOutput(entry, index, output)
  }

  /** Forgets the outputs of transactions. */
  remove(entries: ReadonlySet<LedgerEntry>): void {
    for (const { txid, tx } of entries) {
      for (const index of tx.vout.keys()) this.#owned.delete(outpointKey({ hash: txid, index }))
    }
    this.#others = this.#others.filter(({ entry }) => !entries.has(entry))
  }

  get(outpoint: OutPoint): OwnedOutput | undefined {
    return this.#current().get(outpointKey(outpoint))
  }

  all(): Iterable<OwnedOutput> {
    return this.#current().values()
  }

  /** Keys or scripts were added: more outputs of known transactions may be the wallet's. */
  recheckOwnership(): void {
    this.#stale = true
    this.#revision++
  }

  /** Returns a number that changes with every call of `recheckOwnership`. */
  revision(): number {
    return this.#revision
  }

  #checkOutput(entry: LedgerEntry, index: number, output: TxOut): void {
    const { ownershipOf, followSpenders } = this.#deps
    const ownership = ownershipOf(output)
    if (ownership !== 'spendable') this.#others.push({ entry, index })
    if (!ownership) return
    const key = outpointKey({ hash: entry.txid, index })
    this.#owned.set(key, { entry, index, watched: ownership === 'watched', spenders: followSpenders(key) })
  }

  /** Many keys may be added in a row: outputs are checked again once, when they are read. */
  #current(): ReadonlyMap<string, OwnedOutput> {
    if (!this.#stale) return this.#owned
    this.#stale = false
    const others = this.#others
    this.#others = []
    for (const { entry, index } of others) {
      const output = entry.tx.vout[index]
      if (output) this.#checkOutput(entry, index, output)
    }
    return this.#owned
  }
}
