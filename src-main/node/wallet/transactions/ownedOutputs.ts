import type { OutPoint, TxOut } from '../../primitives/types.ts'
import { outpointKey } from '../../util/index.ts'
import type { Ownership } from '../ownership/index.ts'
import type { LedgerEntry } from './ledgerEntry.ts'

/** Output of a wallet transaction that belongs to the wallet, spent or not. */
export interface OwnedOutput {
  readonly entry: LedgerEntry
  readonly index: number
  /** true for watch-only outputs, which the wallet cannot spend */
  readonly watched: boolean
  /** wallet transactions that spend it, including conflicted ones */
  readonly spenders: readonly LedgerEntry[]
}

export interface OwnedOutputsDeps {
  readonly ownershipOf: (output: TxOut) => Ownership | undefined
  /** returns a list that is updated when spenders become known */
  readonly followSpenders: (outpointKey: string) => readonly LedgerEntry[]
}

/** Outputs of wallet transactions that belong to the wallet. */
export class OwnedOutputs {
  readonly #deps: OwnedOutputsDeps
  readonly #owned = new Map<string, OwnedOutput>()
  /** Outputs that may become spendable. Keys and scripts are never removed, so all other outputs stay unchanged. */
  #others: { readonly entry: LedgerEntry; readonly index: number }[] = []
  #stale = false
  #revision = 0

  constructor(deps: OwnedOutputsDeps) {
    this.#deps = deps
  }

  add(entry: LedgerEntry): void {
    for (const [index, output] of entry.tx.vout.entries()) this.#checkOutput(entry, index, output)
  }

  /** Removes the outputs of the given transactions. */
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

  /** Call after keys or scripts were added: more outputs of known transactions may belong to the wallet. */
  recheckOwnership(): void {
    this.#stale = true
    this.#revision++
  }

  /** Returns a counter that changes with each call of `recheckOwnership`. */
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

  /** Many keys may be added in a row, so outputs are rechecked only once, on the next read. */
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
