import type { ChainView, Clock, MempoolView } from '../../core/index.ts'
import { parseTransaction } from '../../primitives/index.ts'
import type { Transaction, TxOut } from '../../primitives/types.ts'
import { hashKey, outpointKey } from '../../util/index.ts'
import type { TxRow, WalletFile } from '../file/index.ts'
import type { Ownership } from '../ownership/index.ts'
import { entryOf, type LedgerEntry } from './ledgerEntry.ts'
import type { WalletTx } from './ledgerTypes.ts'
import { createOwnedOutputs, type OwnedOutputs } from './ownedOutputs.ts'
import { createPassedBlocks, type PassedBlocks } from './passedBlocks.ts'

export interface LedgerDeps {
  readonly file: WalletFile
  readonly chain: ChainView
  readonly mempool: MempoolView
  readonly clock: Clock
  readonly ownershipOf: (output: TxOut) => Ownership | undefined
  /** grows whenever `ownershipOf` may find more than before */
  readonly reach: () => number
  /** confirmations a coinbase needs (chain-params.md §9.3) */
  readonly coinbaseMaturity: number
}

/** The wallet's transactions in memory, with the indexes over them. */
export interface LedgerState extends LedgerDeps {
  readonly byTxid: Map<string, LedgerEntry>
  /** oldest arrival first */
  readonly ordered: LedgerEntry[]
  /** outpoint key → the wallet's transactions that spend it; the lists grow, they are never replaced */
  readonly spenders: Map<string, LedgerEntry[]>
  readonly owned: OwnedOutputs<LedgerEntry>
  readonly passed: PassedBlocks
  /** payments that are on disk and about to enter the mempool, by txid key */
  readonly written: Map<string, TxRow>
  readonly listeners: ((wtx: WalletTx) => void)[]
  nextPosition: number
  revision: number
  /** transactions that became known other than by a block */
  addedOutsideBlocks: number
  blocksSinceMark: number
  /** False until the first scan has finished: until then a new tip says nothing about the blocks below it. */
  caughtUp: boolean
}

/** The state of a wallet file, with its transactions loaded. */
export function openLedgerState(deps: LedgerDeps): LedgerState {
  const spenders = new Map<string, LedgerEntry[]>()
  const state: LedgerState = {
    ...deps,
    byTxid: new Map(),
    ordered: [],
    spenders,
    owned: createOwnedOutputs({ ownershipOf: deps.ownershipOf, spendersOf: (key) => spendersOf(spenders, key) }),
    passed: createPassedBlocks({
      knowledge: () => deps.reach() + state.addedOutsideBlocks,
      // Spent outputs count by their scripts: the payment that made one may be in a block the wallet has not processed yet.
      concerns: ({ tx, txid, spent }) =>
        (state.byTxid.size > 0 && state.byTxid.has(hashKey(txid))) ||
        tx.vout.some(deps.ownershipOf) ||
        spent.some(deps.ownershipOf),
    }),
    written: new Map(),
    listeners: [],
    nextPosition: 0,
    revision: 0,
    addedOutsideBlocks: 0,
    blocksSinceMark: 0,
    caughtUp: false,
  }
  for (const row of deps.file.transactions()) loadTransaction(state, row, parseTransaction(row.raw))
  return state
}

function spendersOf(spenders: LedgerState['spenders'], key: string): LedgerEntry[] {
  const list = spenders.get(key) ?? []
  if (list.length === 0) spenders.set(key, list)
  return list
}

export function notifyChanged(state: LedgerState, entry: LedgerEntry): void {
  state.revision++
  for (const listener of state.listeners) listener(entry)
}

/** Adds a stored transaction to the indexes in memory. @param tx what the row's bytes say */
export function loadTransaction(state: LedgerState, row: TxRow, tx: Transaction): LedgerEntry {
  const entry = entryOf(row, tx, state.chain)
  state.byTxid.set(hashKey(row.txid), entry)
  state.ordered.push(entry)
  state.nextPosition = Math.max(state.nextPosition, row.position + 1)
  state.owned.add(entry)
  // A payment may become known after the transaction that spends it, whose amounts for the wallet change then.
  for (const index of tx.vout.keys()) {
    for (const spender of state.spenders.get(outpointKey({ hash: row.txid, index })) ?? [])
      notifyChanged(state, spender)
  }
  // Coinbases spend nothing: they must not conflict with each other.
  for (const { prevout } of entry.coinbase ? [] : tx.vin) {
    spendersOf(state.spenders, outpointKey(prevout)).push(entry)
  }
  notifyChanged(state, entry)
  return entry
}

/** Whether a transaction pays the wallet or spends one of its outputs, watch-only ones included. */
export const concernsWallet = ({ ownershipOf, owned }: LedgerState, tx: Transaction): boolean =>
  tx.vout.some(ownershipOf) || tx.vin.some(({ prevout }) => owned.get(prevout) !== undefined)
