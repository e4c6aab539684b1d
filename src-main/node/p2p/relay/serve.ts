import type { Chain } from '../../chain/index.ts'
import type { BlockEntry, Logger } from '../../interfaces.ts'
import type { Mempool } from '../../mempool/index.ts'
import { serializeTransaction, type Transaction, transactionSize, txidOf } from '../../primitives/index.ts'
import { StorageError } from '../../storage/index.ts'
import { equal } from '../../util/index.ts'
import type { Peer, Work } from '../peer/index.ts'
import { forkPoint, MAX_LOCATOR } from '../sync/index.ts'
import { buildMerkleBlock, INV, type InvItem, LIMITS, type Locator } from '../wire/index.ts'
import type { Announcer } from './announcer.ts'
import { HEADERS_WHILE_LOADING, ITEMS_AT_ONCE, LEAST_MATCHED_BYTES, MATCHED_BYTES } from './limits.ts'
import type { RelayMap } from './relayMap.ts'

export interface ServeDeps {
  readonly chain: Chain
  readonly mempool: Pick<Mempool, 'get' | 'entries'>
  readonly relayed: RelayMap
  readonly announcer: (peer: Peer) => Announcer | undefined
  readonly isInitialDownload: () => boolean
  readonly logger: Logger
}

/** Answers what peers ask for (p2p.md §3: getheaders, getblocks, getdata, mempool). */
export function createServer(deps: ServeDeps) {
  const { chain, mempool, relayed, announcer } = deps
  /** The last block of a full answer to getblocks: when it is fetched, the tip is announced, which makes the peer ask on. */
  const goOn = new Map<Peer, Uint8Array>()

  /** Where a block file is damaged, the answer is that of a node which does not have the block. */
  function stored<T>(read: () => T): T | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      deps.logger.error('cannot read a requested block', { error: error.message })
      return undefined
    }
  }

  function above(fork: BlockEntry, stop: Uint8Array, count: number, withStop: boolean): BlockEntry[] {
    const found: BlockEntry[] = []
    for (let height = fork.height + 1; found.length < count; height++) {
      const entry = chain.byHeight(height)
      const last = entry !== undefined && equal(entry.hash, stop)
      if (entry === undefined || (last && !withStop)) break
      found.push(entry)
      if (last) break
    }
    return found
  }

  function headers(peer: Peer, { hashes, stop }: Locator): void {
    if (chain.tip().height > HEADERS_WHILE_LOADING && deps.isInitialDownload()) return
    let found: BlockEntry[]
    if (hashes.length === 0) {
      const entry = chain.byHash(stop)
      if (entry === undefined) return
      // A block of another branch is answered alone.
      found = entry.prev && chain.isActive(entry) ? above(entry.prev, NOWHERE, LIMITS.headers, true) : [entry]
    } else found = above(forkPoint(hashes.slice(0, MAX_LOCATOR), chain), stop, LIMITS.headers, true)
    const known = stored(() => found.map(({ header }) => header))
    if (known !== undefined) peer.send({ type: 'headers', headers: known })
  }

  function blocks(peer: Peer, { hashes, stop }: Locator): void {
    const found = above(forkPoint(hashes.slice(0, MAX_LOCATOR), chain), stop, LIMITS.blocks, false)
    const last = found.at(-1)
    if (last !== undefined && found.length === LIMITS.blocks) goOn.set(peer, last.hash)
    const items = found.map(({ hash }) => ({ type: INV.block, hash }))
    for (const { hash } of items) announcer(peer)?.knows(hash)
    if (items.length > 0) peer.send({ type: 'inv', items })
  }

  /** Branches that were never active may be anything: they are not handed on. */
  function served(hash: Uint8Array): BlockEntry | undefined {
    const entry = chain.byHash(hash)
    return entry !== undefined && (chain.isActive(entry) || entry.status === 'valid') ? entry : undefined
  }

  /** In pieces: a filter may take fifty hashes for everything in a block. */
  function filtered(peer: Peer, entry: BlockEntry): Work {
    const own = announcer(peer)
    const block = own?.filter && stored(() => chain.block(entry))
    const matched: boolean[] = []
    return () => {
      if (own === undefined || block === undefined) return true
      const { txs } = block
      for (let size = 0; matched.length < txs.length && size < MATCHED_BYTES; ) {
        const tx = txs[matched.length]!
        size += weightOf(tx)
        matched.push(own.wants(tx))
      }
      if (matched.length < txs.length) return false
      const txids = txs.map(txidOf)
      peer.send(buildMerkleBlock(block.header, txids, matched))
      for (const [index, tx] of txs.entries()) {
        if (!matched[index] || own.isKnown(txids[index]!)) continue
        peer.send({ type: 'tx', bytes: serializeTransaction(tx) })
      }
      return true
    }
  }

  /** undefined: it is not here. Else the rest of the request waits until this is sent, and for the next turn. */
  function sendBlock(peer: Peer, { type, hash }: InvItem): Work | undefined {
    const entry = served(hash)
    if (entry === undefined) return undefined
    if (type === INV.filteredBlock) return filtered(peer, entry)
    const bytes = stored(() => chain.blockBytes(entry))
    if (bytes === undefined) return undefined
    return () => {
      peer.send({ type: 'block', bytes })
      return true
    }
  }

  function askOn(peer: Peer, hash: Uint8Array): void {
    const last = goOn.get(peer)
    if (last === undefined || !equal(last, hash)) return
    goOn.delete(peer)
    peer.send({ type: 'inv', items: [{ type: INV.block, hash: chain.tip().hash }] })
  }

  function sendTransaction(peer: Peer, txid: Uint8Array): boolean {
    const entry = mempool.get(txid)
    const bytes = relayed.get(txid) ?? (entry && serializeTransaction(entry.tx))
    if (bytes === undefined) return false
    announcer(peer)?.knows(txid)
    peer.send({ type: 'tx', bytes })
    return true
  }

  function data(peer: Peer, items: readonly InvItem[]): Work {
    const missing: InvItem[] = []
    let at = 0
    let sending: Work | undefined
    return () => {
      for (const end = Math.min(items.length, at + ITEMS_AT_ONCE); at < end && !peer.congested; ) {
        const item = items[at]!
        if (item.type === INV.tx) {
          if (!sendTransaction(peer, item.hash)) missing.push(item)
        } else if (item.type === INV.block || item.type === INV.filteredBlock) {
          sending ??= sendBlock(peer, item)
          if (sending !== undefined) {
            if (!sending()) return false
            sending = undefined
            askOn(peer, item.hash)
            at++
            break
          }
        }
        at++
      }
      if (at < items.length) return false
      if (missing.length > 0) peer.send({ type: 'notfound', items: missing })
      return true
    }
  }

  /** In pieces: with a filter each transaction costs far more than the request did. */
  function wholeMempool(peer: Peer): Work {
    const entries = [...mempool.entries()]
    let items: InvItem[] = []
    let at = 0
    return () => {
      const own = announcer(peer)
      const filter = own?.filter
      let size = 0
      for (const end = Math.min(entries.length, at + ITEMS_AT_ONCE); at < end && size < MATCHED_BYTES; at++) {
        const { tx, txid } = entries[at]!
        if (filter !== undefined) size += weightOf(tx)
        if (filter === undefined || own?.wants(tx)) items.push({ type: INV.tx, hash: txid })
      }
      const over = at >= entries.length
      if (items.length >= LIMITS.inv || (over && items.length > 0)) {
        peer.send({ type: 'inv', items })
        items = []
      }
      return over
    }
  }

  return { headers, blocks, data, wholeMempool, left: (peer: Peer) => void goOn.delete(peer) }
}

/** What it takes to hold a transaction against a filter goes by its bytes: it may have a thousand outputs. */
const weightOf = (tx: Transaction) => Math.max(LEAST_MATCHED_BYTES, transactionSize(tx))

const NOWHERE = new Uint8Array(32)
