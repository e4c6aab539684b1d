import type { ConfirmedTx } from '../core/index.ts'
import { computeTxid, parseTransaction } from '../primitives/index.ts'
import type { Storage, TxRecord } from '../storage/index.ts'
import { equal, hashKey, LruMap } from '../util/index.ts'
import type { HeaderTree } from './headerTree.ts'
import { damaged, readable } from './storedBlock.ts'

/**
 * Number of parsed confirmed transactions in the cache: those that a screen, or a module that follows a token's
 * history, reads again.
 */
const CACHED_TXS = 512
/** Maximum size of a cached transaction in bytes. */
const CACHED_TX_BYTES = 16_384

/** Reads transactions of all connected blocks, including blocks still under verification. */
export class TransactionReader {
  readonly #storage: Pick<Storage, 'ledger' | 'files'>
  readonly #tree: HeaderTree
  readonly #cache = new LruMap<string, ConfirmedTx>(CACHED_TXS)

  constructor(storage: Pick<Storage, 'ledger' | 'files'>, tree: HeaderTree) {
    this.#storage = storage
    this.#tree = tree
  }

  /** Returns undefined for an unknown transaction. @throws StorageError `corrupt` if the block file is damaged */
  transaction(txid: Uint8Array): ConfirmedTx | undefined {
    const key = hashKey(txid)
    const known = this.#cache.get(key)
    if (known !== undefined) return known
    const record = this.#storage.ledger.find(txid)
    if (record === undefined) return undefined
    const loaded = this.#load(record)
    if (record.size <= CACHED_TX_BYTES) this.#cache.set(key, loaded)
    return loaded
  }

  /** Empties the cache, because blocks were disconnected. */
  forget(): void {
    this.#cache.clear()
  }

  #load(record: TxRecord): ConfirmedTx {
    const { files } = this.#storage
    const block = this.#tree.byHeight(record.height)
    if (block === undefined) throw new Error(`no active block at height ${record.height}`)
    const { txNum, position } = record
    // Read from the file instead of the block cache: the bytes belong to the transaction alone, so caching it retains
    // no block.
    const bytes = files.read(block, record.offset, record.size)
    const tx = readable(files, block, () => parseTransaction(bytes))
    if (!equal(computeTxid(tx), record.txid)) throw damaged(files, block)
    return { tx, txid: computeTxid(tx), txNum, block, position }
  }
}
