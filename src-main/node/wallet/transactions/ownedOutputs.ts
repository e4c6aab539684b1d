import type { OutPoint, Transaction, TxOut } from '../../primitives/types.ts'
import { outpointKey } from '../../util/index.ts'
import type { Ownership } from '../ownership/index.ts'

interface Holder {
  readonly tx: Transaction
  readonly txid: Uint8Array
}

/** An output of a wallet transaction that is the wallet's, spent or not. */
export interface OwnedOutput<Entry extends Holder> {
  readonly entry: Entry
  readonly index: number
  /** watch-only: the wallet cannot spend it */
  readonly watched: boolean
  /** the wallet's transactions that spend it, conflicted ones included */
  readonly spenders: readonly Entry[]
}

export interface OwnedOutputs<Entry extends Holder> {
  add(entry: Entry): void
  /** Forgets the outputs of transactions. */
  remove(entries: ReadonlySet<Entry>): void
  get(outpoint: OutPoint): OwnedOutput<Entry> | undefined
  all(): Iterable<OwnedOutput<Entry>>
  /** Keys or scripts were added: more outputs of known transactions may be the wallet's. */
  recheckOwnership(): void
  /** changes with every call of `recheckOwnership` */
  revision(): number
}

interface Deps<Entry extends Holder> {
  readonly ownershipOf: (output: TxOut) => Ownership | undefined
  /** a list that grows as spenders become known */
  readonly spendersOf: (outpointKey: string) => readonly Entry[]
}

/** Which outputs of the wallet's transactions are the wallet's. */
export function createOwnedOutputs<Entry extends Holder>(deps: Deps<Entry>): OwnedOutputs<Entry> {
  const { ownershipOf, spendersOf } = deps
  const owned = new Map<string, OwnedOutput<Entry>>()
  /** Outputs that may become the wallet's to spend. Keys and scripts are never removed, so the others stay as they are. */
  let others: { readonly entry: Entry; readonly index: number }[] = []
  let stale = false
  let revision = 0

  const checkOutput = (entry: Entry, index: number, output: TxOut) => {
    const ownership = ownershipOf(output)
    if (ownership !== 'spendable') others.push({ entry, index })
    if (!ownership) return
    const key = outpointKey({ hash: entry.txid, index })
    owned.set(key, { entry, index, watched: ownership === 'watched', spenders: spendersOf(key) })
  }
  const add = (entry: Entry) => {
    for (const [index, output] of entry.tx.vout.entries()) checkOutput(entry, index, output)
  }
  // Many keys may be added in a row: outputs are checked again once, when they are read.
  const current = () => {
    if (stale) {
      stale = false
      const again = others
      others = []
      for (const { entry, index } of again) {
        const output = entry.tx.vout[index]
        if (output) checkOutput(entry, index, output)
      }
    }
    return owned
  }

  return {
    add,
    remove(entries) {
      for (const { txid, tx } of entries) {
        for (const index of tx.vout.keys()) owned.delete(outpointKey({ hash: txid, index }))
      }
      others = others.filter(({ entry }) => !entries.has(entry))
    },
    get: (outpoint) => current().get(outpointKey(outpoint)),
    all: () => current().values(),
    recheckOwnership() {
      stale = true
      revision++
    },
    revision: () => revision,
  }
}
