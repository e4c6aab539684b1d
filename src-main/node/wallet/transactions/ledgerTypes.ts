import type { BlockEntry, ChainUpdate, ConnectedBlock } from '../../core/index.ts'
import type { OutPoint, Transaction, TxOut } from '../../primitives/types.ts'
import type { Ownership } from '../ownership/index.ts'

/** A transaction that pays the wallet or spends its coins. */
export interface WalletTx {
  readonly tx: Transaction
  readonly txid: Uint8Array
  readonly txidHex: string
  /** order of arrival */
  readonly position: number
  readonly received: number
  /** unix seconds: the best guess of when it happened; never before an earlier arrival */
  readonly smartTime: number
  readonly comment: string
  readonly commentTo: string
  /** the change output of a transaction that this wallet built; −1: none; null: built elsewhere, or before this was stored */
  readonly changeAt: number | null
  readonly coinbase: boolean
  /** the block it is in, if that block is on the active chain */
  readonly block: BlockEntry | null
}

/** What is stored about a transaction beside its bytes. */
export interface Notes {
  readonly comment: string
  readonly commentTo: string
  /** as in WalletTx; undefined: keep what is known */
  readonly changeAt?: number | undefined
}

export interface WalletCoin extends TxOut {
  readonly outpoint: OutPoint
  readonly source: WalletTx
  /** 0: unconfirmed */
  readonly depth: number
}

/** Satoshis. `trusted`: spendable now; `pending`: unconfirmed, from others; `immature`: mined, not spendable yet. */
export interface Balance {
  readonly trusted: bigint
  readonly pending: bigint
  readonly immature: bigint
}

/** An unspent output of the wallet, cheaper to make than a WalletCoin. */
export interface Holding {
  readonly source: WalletTx
  readonly index: number
  readonly output: TxOut
  /** 0: unconfirmed */
  readonly depth: number
  /** mined, not spendable yet */
  readonly immature: boolean
}

export interface WalletLedger {
  get(txid: Uint8Array): WalletTx | undefined
  /** oldest arrival first */
  transactions(): readonly WalletTx[]
  /** confirmations; 0 in the mempool, −1 neither there nor in the chain */
  depth(wtx: WalletTx): number
  /** the same as others count it, which ends at the last notarised block (notarisation.md §4) */
  confirmations(wtx: WalletTx): number
  /** Whether it has what a `minconf` asks for: beyond one, confirmations count as above. */
  isConfirmed(wtx: WalletTx, minconf: number): boolean
  blocksToMaturity(wtx: WalletTx): number
  /** confirmed, or unconfirmed and made by this wallet from trusted coins alone */
  isTrusted(wtx: WalletTx): boolean
  /** satoshis of wallet coins that its inputs spend; `watched`: watch-only coins too */
  debit(tx: Transaction, watched?: boolean): bigint
  /** whether the wallet can spend it */
  isMine(output: TxOut): boolean
  /** undefined: the output is not the wallet's */
  ownershipOf(output: TxOut): Ownership | undefined
  /** an output of a wallet transaction that the wallet can spend, spent or not */
  owned(outpoint: OutPoint): TxOut | undefined
  /** what `coins` and `immature` list, unsorted: for sums over tens of thousands */
  holdings(): Iterable<Holding>
  /** one of `holdings`, by its outpoint */
  holding(outpoint: OutPoint): Holding | undefined
  /** sums over `coins` and `immature` */
  balance(): Balance
  /** unspent mature coins, ordered by txid (internal bytes), then index, as the reference's wallet map is */
  coins(): WalletCoin[]
  /** the same for watch-only coins */
  watched(): WalletCoin[]
  /** whether a wallet transaction in the chain or the mempool spends it */
  isSpent(outpoint: OutPoint): boolean
  /** immature coinbase outputs on the active chain */
  immature(): WalletCoin[]
  /** other wallet transactions that spend one of the same coins */
  conflicts(wtx: WalletTx): WalletTx[]
  /**
   * Records a payment, then has it admitted to the mempool. It is on disk before it is relayed, so that no payment goes out
   * whose caller gets an error; a payment that is refused is removed. @throws when it cannot be written; then nothing was done
   */
  pay<T extends { readonly ok: boolean }>(tx: Transaction, notes: Notes, admit: () => T): T
  /**
   * Whether a block that is being connected concerns the wallet, as far as it knows now. `update` skips a block that does not,
   * unless the wallet has got more keys, scripts or transactions since.
   */
  wants(block: ConnectedBlock): boolean
  /** after blocks were connected or disconnected */
  update(update: ChainUpdate): void
  /** a transaction entered the mempool; true when it concerns the wallet */
  observe(tx: Transaction): boolean
  /** looks through one block for transactions that were missed (rescan) */
  scan(entry: BlockEntry): void
  /** hash of the block up to which everything was scanned; undefined: nothing was */
  scanned(): Uint8Array | undefined
  /** stores that everything up to `tip` was scanned */
  markScanned(tip: BlockEntry): void
  /** the same at shutdown, unless blocks below the tip have not been scanned yet */
  markIfCaughtUp(tip: BlockEntry): void
  /** changes with every transaction that is added or moves into or out of a block, and with ownership */
  revision(): number
  /** Keys or scripts were added: more outputs of known transactions may be the wallet's. */
  recheckOwnership(): void
  /** changes with every call of `recheckOwnership` */
  ownershipRevision(): number
  /**
   * Removes transactions with more confirmations than this, and than all that hold unspent coins, from the file too. A rescan
   * brings them back. @returns how many
   */
  forgetOld(depth: number): number
  /** called with each transaction that is added, moves into or out of a block, or gets other comments */
  listen(listener: (wtx: WalletTx) => void): void
}
