import type { ChainView } from '../../core/index.ts'
import { computeTxid } from '../../primitives/index.ts'
import type { Transaction } from '../../primitives/types.ts'
import { indexedAddress } from '../../script/index.ts'
import { hashKey, outpointKey, yieldToEventLoop } from '../../util/index.ts'
import type { ScanOptions } from './rescan.ts'

/** Transactions read per event-loop slice, at least one block. */
const TRANSACTIONS_PER_SLICE = 300
const BLOCKS_PER_SLICE = 20

/** Hashes of keys, as encoded by hashKey. */
export type KeyHashes = ReadonlySet<string>

/** Confirmed history of a key: outputs to the key or its hash, and their spends. */
export interface KeyHistory {
  /** satoshis */
  readonly balance: bigint
  readonly transactions: number
  /** heights of the first and the last transaction */
  readonly first: number
  readonly last: number
}

/** Collects the histories of some keys, block by block. */
class HistoryCollector {
  readonly histories = new Map<string, KeyHistory>()
  readonly #wanted: KeyHashes
  /** unspent outputs to the keys, by outpoint key */
  readonly #unspent = new Map<string, { readonly hash: string; readonly value: bigint }>()

  constructor(wanted: KeyHashes) {
    this.#wanted = wanted
  }

  add(tx: Transaction, height: number): void {
    /** changes in satoshis by key */
    const changes = new Map<string, bigint>()
    const change = (hash: string, value: bigint) => changes.set(hash, (changes.get(hash) ?? 0n) + value)
    for (const { prevout } of tx.vin) {
      const name = outpointKey(prevout)
      const spent = this.#unspent.get(name)
      if (!spent) continue
      this.#unspent.delete(name)
      change(spent.hash, -spent.value)
    }
    const paid = tx.vout.flatMap(({ scriptPubKey, value }, index) => {
      const address = indexedAddress(scriptPubKey)
      const hash = address?.type === 1 ? hashKey(address.hash) : undefined
      return hash !== undefined && this.#wanted.has(hash) ? [{ hash, value, index }] : []
    })
    const txid = paid.length > 0 ? computeTxid(tx) : undefined
    for (const { hash, value, index } of paid) {
      if (txid) this.#unspent.set(outpointKey({ hash: txid, index }), { hash, value })
      change(hash, value)
    }
    for (const [hash, value] of changes) this.#note(hash, value, height)
  }

  #note(hash: string, value: bigint, height: number): void {
    const known = this.histories.get(hash) ?? { balance: 0n, transactions: 0, first: height, last: height }
    const { balance, transactions, first } = known
    this.histories.set(hash, { balance: balance + value, transactions: transactions + 1, first, last: height })
  }
}

/**
 * Returns the histories of keys by reading all blocks, for nodes without the address index. Keys without a transaction
 * are left out.
 * @throws the signal's reason
 */
export async function scanKeyHistories(
  chain: ChainView,
  hashes: KeyHashes,
  { signal, onProgress }: ScanOptions = {},
): Promise<ReadonlyMap<string, KeyHistory>> {
  const collector = new HistoryCollector(hashes)
  let transactions = 0
  for (let height = 1; height <= chain.tip().height; height++) {
    signal?.throwIfAborted()
    const entry = chain.byHeight(height)
    const block = entry && chain.block(entry)
    for (const tx of block?.txs ?? []) collector.add(tx, height)
    transactions += block?.txs.length ?? 0
    if (height % BLOCKS_PER_SLICE !== 0 && transactions < TRANSACTIONS_PER_SLICE) continue
    transactions = 0
    onProgress?.(height, chain.tip().height)
    await yieldToEventLoop()
  }
  return collector.histories
}
