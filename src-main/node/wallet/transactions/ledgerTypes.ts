import type { BlockEntry, ChainUpdate, ConnectedBlock } from '../../interfaces.ts'
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
  /** which output this wallet made as change when it built it; −1: none; null: it was built elsewhere, or before that was kept */
  readonly changeAt: number | null
  readonly coinbase: boolean
  /** the block it is in, if that block is on the active chain */
  readonly block: BlockEntry | null
}

/** What is kept of a transaction that its bytes do not say. */
export interface Notes {
  readonly comment: string
  readonly commentTo: string
  /** as in WalletTx; undefined: nothing new of it is known */
  readonly changeAt?: number | undefined
}

export interface WalletCoin extends TxOut {
  readonly outpoint: OutPoint
  readonly source: WalletTx
  /** 0: unconfirmed */
  readonly depth: number
}

/** Satoshis. `trusted`: spendable now; `pending`: unconfirmed, from others; `immature`: mined, locked for now. */
export interface Balance {
  readonly trusted: bigint
  readonly pending: bigint
  readonly immature: bigint
}

/** An unspent output of the wallet, without what listing it takes. */
export interface Holding {
  readonly source: WalletTx
  readonly index: number
  readonly output: TxOut
  /** 0: unconfirmed */
  readonly depth: number
  /** mined, and locked for now */
  readonly immature: boolean
}

export interface WalletLedger {
  get(txid: Uint8Array): WalletTx | undefined
  /** oldest arrival first */
  transactions(): readonly WalletTx[]
  /** confirmations; 0 in the mempool, −1 neither there nor in the chain */
  depth(wtx: WalletTx): number
  blocksToMaturity(wtx: WalletTx): number
  /** confirmed, or unconfirmed and made by this wallet from trusted coins alone */
  isTrusted(wtx: WalletTx): boolean
  /** satoshis of wallet coins that its inputs spend; `watched`: those that the wallet only looks at too */
  debit(tx: Transaction, watched?: boolean): bigint
  /** whether the wallet can spend it */
  isMine(output: TxOut): boolean
  /** undefined: it is nothing to this wallet */
  ownershipOf(output: TxOut): Ownership | undefined
  /** an output of a wallet transaction that is the wallet's own to spend, spent or not */
  owned(outpoint: OutPoint): TxOut | undefined
  /** what `coins` and `immature` list, in no order: for sums, which need not sort tens of thousands */
  holdings(): Iterable<Holding>
  /** the one of them that is at this place */
  holding(outpoint: OutPoint): Holding | undefined
  /** the sums of `coins` and `immature` */
  balance(): Balance
  /** unspent wallet coins that are not immature, ordered by txid (internal bytes), then index, as the reference's wallet map is */
  coins(): WalletCoin[]
  /** the same of what the wallet only looks at */
  watched(): WalletCoin[]
  /** whether a transaction of the wallet that may still come about spends it */
  isSpent(outpoint: OutPoint): boolean
  /** immature coinbase outputs on the active chain */
  immature(): WalletCoin[]
  /** other wallet transactions that spend one of the same coins */
  conflicts(wtx: WalletTx): WalletTx[]
  /**
   * Records a payment and has it admitted. It is on disk before anybody else hears of it, so that none goes out of which the
   * caller is told that it failed; one that is refused is forgotten. @throws when it cannot be written, and then nothing was done
   */
  pay<T extends { readonly ok: boolean }>(tx: Transaction, notes: Notes, admit: () => T): T
  /**
   * Whether a block that is being connected has anything for the wallet, as far as that can be told now. One that has not is
   * passed over when `update` tells of it, unless the wallet has learnt of more keys, scripts or transactions until then.
   */
  wants(block: ConnectedBlock): boolean
  /** after a block was connected or disconnected */
  update(update: ChainUpdate): void
  /** a transaction entered the mempool; true when it concerns the wallet */
  observe(tx: Transaction): boolean
  /** looks through one block for forgotten transactions (rescan) */
  scan(entry: BlockEntry): void
  /** hash of a block up to which everything was looked at; undefined: nothing yet */
  scanned(): Uint8Array | undefined
  /** remembers that everything up to `tip` was looked at */
  markScanned(tip: BlockEntry): void
  /** The same at the end of a run, unless blocks before the tip have not been looked at yet. */
  keepPlace(tip: BlockEntry): void
  /** changes with every transaction that is added or moves into or out of a block, and with what they hold */
  revision(): number
  /** Keys or scripts were added: known transactions may hold more of the wallet than was thought. */
  claimAgain(): void
  /** changes with every call of `claimAgain` */
  ownershipRevision(): number
  /** called with each transaction that is added, moves into or out of a block, or gets other comments */
  listen(listener: (wtx: WalletTx) => void): void
}
