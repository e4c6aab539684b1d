import type {
  BlockEntry,
  CcView,
  ConfirmedTx,
  ConnectedBlock,
  ConnectedTx,
  IndexedAddress,
  SpentCoin,
} from '../../core/index.ts'
import { type Block, blockHash, computeTxid, isCoinbase, type Transaction } from '../../primitives/index.ts'
import { indexedAddress } from '../../script/index.ts'
import { compareBytes, hashKey, outpointKey, toDisplayHex } from '../../util/index.ts'

/**
 * An in-memory chain for the tests of this folder: it connects every block without validation, and provides the chain
 * views that contracts use. Tx numbers are assigned as in storage.
 */
export interface ChainModel {
  connect(block: Block): ConnectedBlock
  /** Disconnects the last block. */
  disconnect(): ConnectedBlock
  tip(): BlockEntry
  find(txid: Uint8Array): ConfirmedTx | undefined
  /** oldest first */
  blocks(): Block[]
  /** oldest first */
  transactions(): Transaction[]
  /** unspent outputs, ordered by txid (internal bytes), then index */
  coins(): SpentCoin[]
  /** Returns the view that rules use: confirmed transactions, then `unconfirmed` ones. No block is notarised. */
  view(unconfirmed?: readonly Transaction[]): CcView
}

interface Placed extends ConfirmedTx {
  readonly connected: ConnectedTx
}

export function createChainModel(): ChainModel {
  const entries: BlockEntry[] = []
  const events: ConnectedBlock[] = []
  const txs = new Map<string, Placed>()
  let nextTxNum = 1

  function place(block: Block, entry: BlockEntry): ConnectedTx[] {
    const placed: ConnectedTx[] = []
    block.txs.forEach((tx, position) => {
      const txid = computeTxid(tx)
      const connected: ConnectedTx = { tx, txid, txNum: nextTxNum, spent: spentBy(tx) }
      nextTxNum += tx.vout.length
      txs.set(hashKey(txid), { tx, txid, txNum: connected.txNum, block: entry, position, connected })
      placed.push(connected)
    })
    return placed
  }

  function spentBy(tx: Transaction): SpentCoin[] {
    if (isCoinbase(tx)) return []
    return tx.vin.map(({ prevout }) => {
      const source = txs.get(hashKey(prevout.hash))
      const output = source?.tx.vout[prevout.index]
      if (source === undefined || output === undefined) throw new Error(`no coin ${toDisplayHex(prevout.hash)}`)
      const { txNum, block, tx: from } = source
      return { ...output, height: block.height, coinbase: isCoinbase(from), outpoint: prevout, txNum }
    })
  }

  return {
    connect(block) {
      const entry = createEntry(block, entries.at(-1) ?? null)
      const event = { entry, block, txs: place(block, entry) }
      entries.push(entry)
      events.push(event)
      return event
    },
    disconnect() {
      const event = events.pop()
      entries.pop()
      if (event === undefined) throw new Error('nothing to disconnect')
      for (const { txid } of event.txs) txs.delete(hashKey(txid))
      nextTxNum = event.txs[0]?.txNum ?? nextTxNum
      return event
    },
    tip: () => entries.at(-1)!,
    find: (txid) => txs.get(hashKey(txid)),
    blocks: () => events.map(({ block }) => block),
    transactions: () => [...txs.values()].map(({ tx }) => tx),
    coins,
    view: (unconfirmed = []) => createView(entries.at(-1)!, txs, unconfirmed, coins),
  }

  function coins(): SpentCoin[] {
    const spent = new Set([...txs.values()].flatMap(({ tx }) => tx.vin.map(({ prevout }) => outpointKey(prevout))))
    return [...txs.values()]
      .toSorted((a, b) => compareBytes(a.txid, b.txid))
      .flatMap(({ tx, txid, txNum, block }) =>
        tx.vout.map((output, index) => {
          const outpoint = { hash: txid, index }
          return { ...output, outpoint, txNum, height: block.height, coinbase: isCoinbase(tx) }
        }),
      )
      .filter(({ outpoint }) => !spent.has(outpointKey(outpoint)))
  }
}

function createEntry(block: Block, prev: BlockEntry | null): BlockEntry {
  const { header, txs } = block
  const hash = blockHash(header)
  const height = (prev?.height ?? -1) + 1
  return {
    id: height + 1,
    hash,
    key: hashKey(hash),
    hashHex: toDisplayHex(hash),
    prev,
    height,
    header,
    time: header.time,
    bits: header.bits,
    version: header.version,
    chainWork: BigInt(height),
    status: 'valid',
    failed: false,
    failedAncestor: false,
    txCount: txs.length,
    chainTxCount: (prev?.chainTxCount ?? 0) + txs.length,
    size: 0,
  }
}

function createView(
  tip: BlockEntry,
  txs: ReadonlyMap<string, Placed>,
  unconfirmed: readonly Transaction[],
  coins: () => SpentCoin[],
): CcView {
  const waiting = new Map(unconfirmed.map((tx) => [hashKey(computeTxid(tx)), tx]))
  return {
    tip: () => tip,
    transaction(txid) {
      const tx = waiting.get(hashKey(txid))
      if (tx !== undefined) return { tx, txid, height: undefined, blockTime: undefined }
      const found = txs.get(hashKey(txid))
      return found && { tx: found.tx, txid, height: found.block.height, blockTime: found.block.time }
    },
    *addressHistory(address) {
      for (const { connected, block } of txs.values()) {
        const touched = [...connected.spent, ...connected.tx.vout].some(({ scriptPubKey }) =>
          isAt(scriptPubKey, address),
        )
        if (touched) yield { height: block.height, blockTime: block.time }
      }
    },
    unspent: (address) =>
      coins()
        .filter(({ scriptPubKey }) => isAt(scriptPubKey, address))
        .map(({ outpoint }) => ({
          txid: outpoint.hash,
          index: outpoint.index,
          height: txs.get(hashKey(outpoint.hash))!.block.height,
        })),
    notarisedHeight: () => 0,
  }
}

function isAt(script: Uint8Array, { type, hash }: IndexedAddress): boolean {
  const address = indexedAddress(script)
  return address?.type === type && compareBytes(address.hash, hash) === 0
}
