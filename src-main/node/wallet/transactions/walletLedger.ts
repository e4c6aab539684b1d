import type { ChainView, MempoolView } from '../../core/index.ts'
import { parseTransaction } from '../../primitives/index.ts'
import type { OutPoint, Transaction, TxOut } from '../../primitives/types.ts'
import { compareBytes, hashKey, outpointKey } from '../../util/index.ts'
import type { TxRow, WalletFile } from '../file/index.ts'
import type { Ownership } from '../ownership/index.ts'
import { type LedgerEntry, toLedgerEntry } from './ledgerEntry.ts'
import type { Balance, Holding, WalletCoin, WalletTx } from './ledgerTypes.ts'
import { type OwnedOutput, OwnedOutputs } from './ownedOutputs.ts'
import { keepInPlace, Spenders } from './spenders.ts'

export interface WalletLedgerDeps {
  readonly file: Pick<WalletFile, 'transactions'>
  readonly chain: ChainView
  readonly mempool: MempoolView
  readonly ownershipOf: (output: TxOut) => Ownership | undefined
  /** confirmations required to spend a coinbase (chain-params.md §9.3) */
  readonly coinbaseMaturity: number
}

/** In-memory store of the wallet's own transactions and their coins. TransactionRecorder adds and updates them. */
export class WalletLedger {
  readonly #deps: WalletLedgerDeps
  readonly #byTxid = new Map<string, LedgerEntry>()
  /** oldest arrival first */
  readonly #ordered: LedgerEntry[] = []
  readonly #spenders = new Spenders()
  readonly #owned: OwnedOutputs
  readonly #listeners: ((wtx: WalletTx) => void)[] = []
  #nextPosition = 0
  #revision = 0

  constructor(deps: WalletLedgerDeps) {
    this.#deps = deps
    this.#owned = new OwnedOutputs({
      ownershipOf: deps.ownershipOf,
      followSpenders: (key) => this.#spenders.follow(key),
    })
    for (const row of deps.file.transactions()) this.load(row, parseTransaction(row.raw))
  }

  get(txid: Uint8Array): WalletTx | undefined {
    return this.#byTxid.get(hashKey(txid))
  }

  /** Returns all transactions, oldest arrival first. */
  transactions(): readonly WalletTx[] {
    return this.#ordered
  }

  /** Returns the number of blocks to the tip, 0 in the mempool, or −1 if in neither. */
  depth(wtx: WalletTx): number {
    const { chain, mempool } = this.#deps
    if (wtx.block) return chain.tip().height - wtx.block.height + 1
    return mempool.get(wtx.txid) ? 0 : -1
  }

  /** Returns the notarised confirmations: the depth, limited by the last notarised block (notarisation.md §4). */
  confirmations(wtx: WalletTx): number {
    return this.#deps.chain.notarisations.confirmations(wtx.block?.height ?? 0, this.depth(wtx))
  }

  /** Returns the confirmations to show to users: blocks are counted if notarisation has lapsed. */
  shownConfirmations(wtx: WalletTx): number {
    return this.#deps.chain.notarisations.shownConfirmations(wtx.block?.height ?? 0, this.depth(wtx))
  }

  /** Returns true if it has `minconf` confirmations. Above one, notarised confirmations count. */
  isConfirmed(wtx: WalletTx, minconf: number): boolean {
    return (minconf > 1 ? this.confirmations(wtx) : this.depth(wtx)) >= minconf
  }

  /** Returns the number of blocks until the outputs of a coinbase can be spent, or 0 for other transactions. */
  blocksToMaturity(wtx: WalletTx): number {
    return wtx.coinbase ? Math.max(0, this.#deps.coinbaseMaturity - this.depth(wtx)) : 0
  }

  /** Returns true if it is confirmed, or in the mempool and built by this wallet from trusted coins only. */
  isTrusted(wtx: WalletTx): boolean {
    const depth = this.depth(wtx)
    if (depth !== 0) return depth > 0
    return wtx.tx.vin.every(({ prevout }) => {
      const source = this.#owned.get(prevout)
      return source !== undefined && !source.watched && this.isTrusted(source.entry)
    })
  }

  /** Returns the satoshis of wallet coins that the inputs spend. `watched`: include watch-only coins. */
  debit(tx: Transaction, watched = false): bigint {
    return tx.vin.reduce((sum, { prevout }) => {
      const source = this.#owned.get(prevout)
      const counts = source && (watched || !source.watched)
      return sum + (counts ? (source.entry.tx.vout[source.index]?.value ?? 0n) : 0n)
    }, 0n)
  }

  /** Returns true if the wallet can spend the output. */
  isMine(output: TxOut): boolean {
    return this.#deps.ownershipOf(output) === 'spendable'
  }

  /** Returns undefined for a foreign output. */
  ownershipOf(output: TxOut): Ownership | undefined {
    return this.#deps.ownershipOf(output)
  }

  /** Returns true if a transaction pays the wallet or spends one of its outputs, including watch-only ones. */
  concerns(tx: Transaction): boolean {
    const { ownershipOf } = this.#deps
    return tx.vout.some(ownershipOf) || tx.vin.some(({ prevout }) => this.#owned.get(prevout) !== undefined)
  }

  /** Returns a spendable output of a wallet transaction, spent or not, or undefined for other outpoints. */
  owned(outpoint: OutPoint): TxOut | undefined {
    const found = this.#spendable(outpoint)
    return found?.entry.tx.vout[found.index]
  }

  /** Returns the entry of `holdings` at an outpoint, or undefined if there is no such entry. */
  holding(outpoint: OutPoint): Holding | undefined {
    const found = this.#spendable(outpoint)
    return found && this.#unspent(found)
  }

  /**
   * Yields the contents of `coins` and `immature`, unsorted, for sums over tens of thousands.
   * @param watchOnly true to yield watch-only outputs instead
   */
  *holdings(watchOnly = false): Generator<Holding> {
    for (const found of this.#owned.all()) {
      const holding = found.watched === watchOnly ? this.#unspent(found) : undefined
      if (holding) yield holding
    }
  }

  /** Returns the sums over `coins` and `immature`. */
  balance(): Balance {
    let [trusted, pending, immature] = [0n, 0n, 0n]
    for (const { source, output, depth, immature: isImmature } of this.holdings()) {
      if (isImmature) immature += output.value
      else if (depth > 0 || this.isTrusted(source)) trusted += output.value
      else pending += output.value
    }
    return { trusted, pending, immature }
  }

  /** Returns unspent mature coins in the order of the reference's wallet map: by txid (internal bytes), then index. */
  coins(): WalletCoin[] {
    return this.#list({ watchOnly: false, immature: false })
  }

  /** Returns the unspent mature watch-only coins in the same order. */
  watched(): WalletCoin[] {
    return this.#list({ watchOnly: true, immature: false })
  }

  /** Returns the immature coinbase outputs on the active chain. */
  immature(): WalletCoin[] {
    return this.#list({ watchOnly: false, immature: true })
  }

  /** Returns true if a wallet transaction in the chain or the mempool spends the output. */
  isSpent(outpoint: OutPoint): boolean {
    return this.spenderDepth(outpoint) >= 0
  }

  /** Returns the depth of the wallet transaction that spends the output: 0 in the mempool, −1 if it is unspent. */
  spenderDepth(outpoint: OutPoint): number {
    return Math.max(-1, ...this.#spenders.get(outpointKey(outpoint)).map((entry) => this.depth(entry)))
  }

  /** Returns other wallet transactions that spend a coin of this transaction. */
  conflicts(wtx: WalletTx): WalletTx[] {
    const all = (wtx.coinbase ? [] : wtx.tx.vin).flatMap(({ prevout }) => this.#spenders.get(outpointKey(prevout)))
    return [...new Set(all)].filter((entry) => entry !== wtx)
  }

  /** Returns a counter that changes when a transaction is added, connected or disconnected, and with ownership. */
  revision(): number {
    return this.#revision
  }

  /** Call after keys or scripts were added: more outputs of known transactions may belong to the wallet. */
  recheckOwnership(): void {
    this.#revision++
    this.#owned.recheckOwnership()
  }

  /** Returns a counter that changes with each call of `recheckOwnership`. */
  ownershipRevision(): number {
    return this.#owned.revision()
  }

  /** Calls the listener with each transaction that is added, connected, disconnected, or gets other comments. */
  listen(listener: (wtx: WalletTx) => void): void {
    this.#listeners.push(listener)
  }

  /** Returns the transaction for the recorder to change. Call `changed` afterwards. */
  entry(txid: Uint8Array): LedgerEntry | undefined {
    return this.#byTxid.get(hashKey(txid))
  }

  /** Returns the position of the next new transaction in order of arrival. */
  nextPosition(): number {
    return this.#nextPosition
  }

  /** Adds a stored transaction. @param tx the transaction that the row's bytes encode */
  load(row: TxRow, tx: Transaction): LedgerEntry {
    const entry = toLedgerEntry(row, tx, this.#deps.chain)
    this.#byTxid.set(hashKey(row.txid), entry)
    this.#ordered.push(entry)
    this.#nextPosition = Math.max(this.#nextPosition, row.position + 1)
    this.#owned.add(entry)
    // A payment may become known after its spender, whose amounts for the wallet then change.
    this.#spendersChanged(entry)
    this.#spenders.add(entry)
    this.changed(entry)
    return entry
  }

  /** Notifies the listeners of a changed transaction. */
  changed(entry: LedgerEntry): void {
    this.#revision++
    for (const listener of this.#listeners) listener(entry)
  }

  /** Drops transactions that were removed from the file. */
  remove(old: ReadonlySet<WalletTx>): void {
    const entries = old as ReadonlySet<LedgerEntry>
    keepInPlace(this.#ordered, (entry) => !entries.has(entry))
    this.#owned.remove(entries)
    this.#spenders.remove(entries)
    for (const { txid } of entries) this.#byTxid.delete(hashKey(txid))
    // Invalidate the views, and notify the spenders of removed coins, whose amounts have changed.
    this.recheckOwnership()
    for (const entry of entries) this.#spendersChanged(entry)
  }

  #spendersChanged({ txid, tx }: LedgerEntry): void {
    for (const index of tx.vout.keys()) {
      for (const spender of this.#spenders.get(outpointKey({ hash: txid, index }))) this.changed(spender)
    }
  }

  #spendable(outpoint: OutPoint): OwnedOutput | undefined {
    const found = this.#owned.get(outpoint)
    return found && !found.watched ? found : undefined
  }

  /** Returns an owned output if it is unspent and its transaction is in the chain or the mempool. */
  #unspent({ entry, index, spenders }: OwnedOutput): Holding | undefined {
    const { mempool, coinbaseMaturity } = this.#deps
    if (spenders.some((spender) => spender.block !== null || mempool.get(spender.txid) !== undefined)) return undefined
    const output = entry.tx.vout[index]
    const depth = this.depth(entry)
    if (!output || depth < 0) return undefined
    const immature = entry.coinbase && coinbaseMaturity > depth
    // The reward of a disconnected block does not exist.
    if (immature && depth === 0) return undefined
    return { source: entry, index, output, depth, immature }
  }

  #list({ watchOnly, immature }: { readonly watchOnly: boolean; readonly immature: boolean }): WalletCoin[] {
    const coins: WalletCoin[] = []
    for (const holding of this.holdings(watchOnly)) {
      if (holding.immature !== immature) continue
      const { source, index, output, depth } = holding
      coins.push({ ...output, outpoint: { hash: source.txid, index }, source, depth })
    }
    return coins.sort((a, b) => compareBytes(a.outpoint.hash, b.outpoint.hash) || a.outpoint.index - b.outpoint.index)
  }
}
