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
  /** confirmations a coinbase needs (chain-params.md §9.3) */
  readonly coinbaseMaturity: number
}

/** The wallet's own transactions in memory, and the coins that they leave. TransactionRecorder adds and moves them. */
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

  /** Returns the number of blocks to the tip; 0 in the mempool, −1 neither there nor in the chain. */
  depth(wtx: WalletTx): number {
    const { chain, mempool } = this.#deps
    if (wtx.block) return chain.tip().height - wtx.block.height + 1
    return mempool.get(wtx.txid) ? 0 : -1
  }

  /** Returns the depth as other nodes count it, which ends at the last notarised block (notarisation.md §4). */
  confirmations(wtx: WalletTx): number {
    return this.#deps.chain.notarisations.confirmations(wtx.block?.height ?? 0, this.depth(wtx))
  }

  /** Returns true if it has the confirmations that a `minconf` asks for: beyond one, they count as above. */
  isConfirmed(wtx: WalletTx, minconf: number): boolean {
    return (minconf > 1 ? this.confirmations(wtx) : this.depth(wtx)) >= minconf
  }

  /** Returns the number of blocks until the outputs of a coinbase can be spent; 0 for other transactions. */
  blocksToMaturity(wtx: WalletTx): number {
    return wtx.coinbase ? Math.max(0, this.#deps.coinbaseMaturity - this.depth(wtx)) : 0
  }

  /** Returns true if it is confirmed, or in the mempool and made by this wallet from trusted coins alone. */
  isTrusted(wtx: WalletTx): boolean {
    const depth = this.depth(wtx)
    if (depth !== 0) return depth > 0
    return wtx.tx.vin.every(({ prevout }) => {
      const source = this.#owned.get(prevout)
      return source !== undefined && !source.watched && this.isTrusted(source.entry)
    })
  }

  /** Returns the satoshis of wallet coins that the inputs spend; `watched`: watch-only coins too. */
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

  /** Returns undefined if the output is not the wallet's. */
  ownershipOf(output: TxOut): Ownership | undefined {
    return this.#deps.ownershipOf(output)
  }

  /** Returns true if a transaction pays the wallet or spends one of its outputs, watch-only ones included. */
  concerns(tx: Transaction): boolean {
    const { ownershipOf } = this.#deps
    return tx.vout.some(ownershipOf) || tx.vin.some(({ prevout }) => this.#owned.get(prevout) !== undefined)
  }

  /** Returns an output of a wallet transaction that the wallet can spend, spent or not. */
  owned(outpoint: OutPoint): TxOut | undefined {
    const found = this.#spendable(outpoint)
    return found?.entry.tx.vout[found.index]
  }

  /** Returns one of `holdings`, by its outpoint. */
  holding(outpoint: OutPoint): Holding | undefined {
    const found = this.#spendable(outpoint)
    return found && this.#unspent(found)
  }

  /**
   * Lists what `coins` and `immature` list, unsorted: for sums over tens of thousands.
   * @param watchOnly lists the outputs that the wallet cannot spend instead
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

  /** Returns immature coinbase outputs on the active chain. */
  immature(): WalletCoin[] {
    return this.#list({ watchOnly: false, immature: true })
  }

  /** Returns true if a wallet transaction in the chain or the mempool spends the output. */
  isSpent(outpoint: OutPoint): boolean {
    return this.spenderDepth(outpoint) >= 0
  }

  /** Returns the depth of the wallet transaction that spends the output: 0 in the mempool, −1 if none does. */
  spenderDepth(outpoint: OutPoint): number {
    return Math.max(-1, ...this.#spenders.get(outpointKey(outpoint)).map((entry) => this.depth(entry)))
  }

  /** Returns other wallet transactions that spend one of the same coins. */
  conflicts(wtx: WalletTx): WalletTx[] {
    const all = (wtx.coinbase ? [] : wtx.tx.vin).flatMap(({ prevout }) => this.#spenders.get(outpointKey(prevout)))
    return [...new Set(all)].filter((entry) => entry !== wtx)
  }

  /** Returns a number that changes with every transaction that is added or moves into or out of a block, and with ownership. */
  revision(): number {
    return this.#revision
  }

  /** Keys or scripts were added: more outputs of known transactions may be the wallet's. */
  recheckOwnership(): void {
    this.#revision++
    this.#owned.recheckOwnership()
  }

  /** Returns a number that changes with every call of `recheckOwnership`. */
  ownershipRevision(): number {
    return this.#owned.revision()
  }

  /** Calls the listener with each transaction that is added, moves into or out of a block, or gets other comments. */
  listen(listener: (wtx: WalletTx) => void): void {
    this.#listeners.push(listener)
  }

  /** Returns the transaction for the recorder to change; `changed` is to follow. */
  entry(txid: Uint8Array): LedgerEntry | undefined {
    return this.#byTxid.get(hashKey(txid))
  }

  /** Returns the order of arrival of the next new transaction. */
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
    // A payment may become known after the transaction that spends it, whose amounts for the wallet change then.
    this.#spendersChanged(entry)
    this.#spenders.add(entry)
    this.changed(entry)
    return entry
  }

  /** Notifies the listeners of a transaction that has changed. */
  changed(entry: LedgerEntry): void {
    this.#revision++
    for (const listener of this.#listeners) listener(entry)
  }

  /** Forgets transactions that were removed from the file. */
  remove(old: ReadonlySet<WalletTx>): void {
    const entries = old as ReadonlySet<LedgerEntry>
    keepInPlace(this.#ordered, (entry) => !entries.has(entry))
    this.#owned.remove(entries)
    this.#spenders.remove(entries)
    for (const { txid } of entries) this.#byTxid.delete(hashKey(txid))
    // Views are made again, and what spent one of the old coins has other amounts now.
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

  /** Returns an owned output while it is unspent and its transaction is in the chain or the mempool. */
  #unspent({ entry, index, spenders }: OwnedOutput): Holding | undefined {
    const { mempool, coinbaseMaturity } = this.#deps
    if (spenders.some((spender) => spender.block !== null || mempool.get(spender.txid) !== undefined)) return undefined
    const output = entry.tx.vout[index]
    const depth = this.depth(entry)
    if (!output || depth < 0) return undefined
    const immature = entry.coinbase && coinbaseMaturity > depth
    // The reward of a block that is not connected does not exist yet.
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
