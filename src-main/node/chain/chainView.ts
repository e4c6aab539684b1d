import { branchWindow, medianTimePast } from '../consensus/index.ts'
import type { BlockEntry, ChainView, Coin, ConfirmedTx, NotarisationView, Spend } from '../core/index.ts'
import type { Block, OutPoint } from '../primitives/index.ts'
import type { Storage } from '../storage/index.ts'
import type { HeaderTree } from './headerTree.ts'
import { storedBlock } from './storedBlock.ts'
import type { TransactionReader } from './transactionReader.ts'
import type { TreeEntry } from './treeEntry.ts'

const MEDIAN_SPAN = 11

/** Callers only ever hold entries of the tree, so the cast is safe. */
export function own(entry: BlockEntry): TreeEntry {
  return entry as TreeEntry
}

export interface ActiveChainSources {
  readonly storage: Storage
  readonly tree: HeaderTree
  readonly transactions: TransactionReader
  readonly notarisations: NotarisationView
}

/**
 * View of the active chain up to the verified tip. Tree and ledger may already contain later blocks whose scripts are
 * still being verified. Such blocks only extend the chain, so every answer follows from heights: blocks above the
 * verified tip are hidden, and a coin spent above it counts as unspent.
 */
export class ActiveChainView implements ChainView {
  readonly notarisations: NotarisationView
  readonly #storage: Storage
  readonly #tree: HeaderTree
  readonly #transactions: TransactionReader

  constructor({ storage, tree, transactions, notarisations }: ActiveChainSources) {
    this.#storage = storage
    this.#tree = tree
    this.#transactions = transactions
    this.notarisations = notarisations
  }

  tip(): BlockEntry {
    return this.#tree.verifiedTip
  }

  byHash(hash: Uint8Array): BlockEntry | undefined {
    return this.#tree.byHash(hash)
  }

  /** Returns a block of the active chain, or undefined above the verified tip. */
  byHeight(height: number): BlockEntry | undefined {
    return this.#isVerified(height) ? this.#tree.byHeight(height) : undefined
  }

  isActive(entry: BlockEntry): boolean {
    return this.#isVerified(entry.height) && this.#tree.isActive(own(entry))
  }

  /** Returns the median of the last 11 block times up to and including `entry`. */
  medianTimePast(entry: BlockEntry): number {
    return medianTimePast(branchWindow(own(entry), MEDIAN_SPAN), entry.height)
  }

  /** Returns an unspent coin, or undefined if it is spent or unknown. */
  coin(outpoint: OutPoint): Coin | undefined {
    const coin = this.#storage.ledger.coin(outpoint)
    if (this.#tree.allVerified) return coin
    if (coin === undefined) return this.#coinSpentAbove(outpoint)
    return this.#isVerified(coin.height) ? coin : undefined
  }

  transaction(txid: Uint8Array): ConfirmedTx | undefined {
    const found = this.#transactions.transaction(txid)
    return found !== undefined && this.#isVerified(found.block.height) ? found : undefined
  }

  /** Returns id, height and position of the transaction with a tx number. @throws Error if it is unknown */
  txidOf(txNum: number): { readonly txid: Uint8Array; readonly height: number; readonly position: number } {
    const record = this.#storage.ledger.byTxNum(txNum)
    if (record === undefined) throw new Error(`no transaction with tx number ${txNum}`)
    const { txid, height, position } = record
    return { txid, height, position }
  }

  /** Returns an output of a confirmed transaction, spent or unspent. */
  output(outpoint: OutPoint): Coin | undefined {
    const output = this.#storage.ledger.output(outpoint)
    if (output !== undefined) return this.#isVerified(output.height) ? output : undefined
    // The ledger omits provably unspendable outputs, so they are read from the transaction.
    const confirmed = this.transaction(outpoint.hash)
    const found = confirmed?.tx.vout[outpoint.index]
    if (confirmed === undefined || found === undefined) return undefined
    return { ...found, height: confirmed.block.height, coinbase: confirmed.position === 0 }
  }

  spend(outpoint: OutPoint): Spend | undefined {
    const spend = this.#storage.ledger.spend(outpoint)
    return spend !== undefined && this.#isVerified(spend.height) ? spend : undefined
  }

  /** Reads a block from disk. Returns `undefined` if only its header is known. @throws StorageError `corrupt` */
  block(entry: BlockEntry): Block | undefined {
    const node = own(entry)
    return node.hasData ? storedBlock(this.#storage.files, node) : undefined
  }

  /** Returns the leaves of the header tree and the tip. */
  tips(): readonly BlockEntry[] {
    const tips = new Set<BlockEntry>(this.#tree.leaves())
    return [...tips.add(this.#tree.verifiedTip)]
  }

  bestHeader(): BlockEntry {
    return this.#tree.best
  }

  #isVerified(height: number): boolean {
    return this.#tree.allVerified || height <= this.#tree.verifiedTip.height
  }

  /** Returns a coin that is unspent at the verified tip but spent by a block above it. */
  #coinSpentAbove(outpoint: OutPoint): Coin | undefined {
    const { ledger } = this.#storage
    const output = ledger.output(outpoint)
    if (output === undefined || !this.#isVerified(output.height)) return undefined
    const spend = ledger.spend(outpoint)
    if (spend === undefined || this.#isVerified(spend.height)) return undefined
    const { value, scriptPubKey, height, coinbase } = output
    return { value, scriptPubKey, height, coinbase }
  }
}
