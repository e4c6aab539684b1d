import { decodedTransaction } from '#shared/rpc/methods/shapes.ts'
import { r } from '#shared/rpc/result.ts'
import { JsonRows } from '#shared/rpc/resultShape.ts'
import type { Chain } from '../../../chain/index.ts'
import type { BlockEntry } from '../../../core/index.ts'
import { toDisplayHex } from '../../../util/index.ts'
import { LruMap } from '../../../util/lruMap.ts'
import { encodeTransaction } from '../../format/transaction.ts'

/** Maximum number of cached texts. Explorers request the newest blocks again and again. */
const MAX_TEXTS = 16
/** Maximum length of a cached text in characters: 4 MB for all of them. */
const MAX_TEXT_LENGTH = 256 * 1024

const idRows = r.array(r.txid())
const decodedRows = r.array(decodedTransaction)

/**
 * Encodes the transactions of blocks for getblock, and caches the texts by block hash. The hash commits to the
 * transactions, so a text never changes. Confirmations and other members that do change are not part of it.
 */
export class BlockTransactionTexts {
  readonly #chain: Pick<Chain, 'txids' | 'block'>
  readonly #ccEnabled: boolean
  readonly #texts = new LruMap<string, JsonRows>(MAX_TEXTS)

  constructor(chain: Pick<Chain, 'txids' | 'block'>, ccEnabled: boolean) {
    this.#chain = chain
    this.#ccEnabled = ccEnabled
  }

  /** Returns the ids, or undefined if the block cannot be read. */
  ids(entry: BlockEntry): readonly string[] | undefined {
    return this.#find(`1 ${entry.hashHex}`, () => {
      const txids = this.#chain.txids(entry)
      return txids && idRows.encode(txids.map(toDisplayHex))
    })?.asRows()
  }

  /** Returns the decoded transactions, or undefined if the block cannot be read. */
  decoded(entry: BlockEntry): readonly ReturnType<typeof encodeTransaction>[] | undefined {
    return this.#find(`2 ${entry.hashHex}`, () => {
      const block = this.#chain.block(entry)
      return block && decodedRows.encode(block.txs.map((tx) => encodeTransaction(tx, this.#ccEnabled)))
    })?.asRows()
  }

  #find(key: string, encode: () => string | undefined): JsonRows | undefined {
    const known = this.#texts.get(key)
    if (known !== undefined) return known
    const list = encode()
    if (list === undefined) return undefined
    // Without the brackets.
    const rows = new JsonRows(list.slice(1, -1))
    if (list.length <= MAX_TEXT_LENGTH) this.#texts.set(key, rows)
    return rows
  }
}
