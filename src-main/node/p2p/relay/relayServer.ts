import type { Chain } from '../../chain/index.ts'
import type { BlockEntry, Logger } from '../../core/index.ts'
import type { Mempool } from '../../mempool/index.ts'
import { serializeTransaction, txidOf } from '../../primitives/index.ts'
import { StorageError } from '../../storage/index.ts'
import type { Peer, Work } from '../peer/index.ts'
import { buildMerkleBlock, INV, type InvItem } from '../wire/index.ts'
import type { Announcer } from './announcer.ts'
import { createHeaderServer } from './headerServer.ts'
import { ITEMS_AT_ONCE, MATCHED_BYTES } from './limits.ts'
import type { RelayMap } from './relayMap.ts'
import { announceMempool, weightOf } from './serveMempool.ts'

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
  const { mempool, announcer, logger } = deps

  function stored<T>(read: () => T): T | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      logger.error('cannot read a requested block', { error: error.message })
      return undefined
    }
  }

  const { headers, blocks, sent, announced, left } = createHeaderServer({ ...deps, stored })
  return {
    headers,
    blocks,
    announced,
    data: (peer: Peer, items: readonly InvItem[]): Work => sendData({ ...deps, stored, sent }, peer, items),
    wholeMempool: (peer: Peer): Work => announceMempool(peer, mempool, announcer),
    left,
  }
}

interface DataDeps extends ServeDeps {
  /** undefined: the block file is damaged; the answer is that of a node which does not have the block */
  readonly stored: <T>(read: () => T) => T | undefined
  /** the peer was sent this block */
  readonly sent: (peer: Peer, hash: Uint8Array) => void
}

/** Answers getdata: some transactions a turn, up to the first block. */
function sendData(deps: DataDeps, peer: Peer, items: readonly InvItem[]): Work {
  const missing: InvItem[] = []
  let at = 0
  let block: Work | undefined

  /** `over`: the item is dealt with; `turn`: so it is, but no other this turn; `wait`: it goes on next time. */
  function send(item: InvItem): 'over' | 'turn' | 'wait' {
    if (item.type === INV.tx && !sendTransaction(deps, peer, item.hash)) {
      missing.push(item)
      peer.spend('missingTransaction')
    }
    if (item.type !== INV.block && item.type !== INV.filteredBlock) return 'over'
    block ??= sendBlock(deps, peer, item)
    if (block === undefined) {
      peer.spend('unknownBlock')
      return 'over'
    }
    if (!block()) return 'wait'
    block = undefined
    deps.sent(peer, item.hash)
    return 'turn'
  }

  return () => {
    for (const end = Math.min(items.length, at + ITEMS_AT_ONCE); at < end && !peer.congested && !peer.closed; ) {
      const sent = send(items[at]!)
      if (sent !== 'wait') at++
      if (sent !== 'over') break
    }
    if (at < items.length) return false
    if (missing.length > 0) peer.send({ type: 'notfound', items: missing })
    return true
  }
}

function sendTransaction({ mempool, relayed, announcer }: DataDeps, peer: Peer, txid: Uint8Array): boolean {
  const entry = mempool.get(txid)
  const bytes = relayed.get(txid) ?? (entry && serializeTransaction(entry.tx))
  if (bytes === undefined) return false
  announcer(peer)?.knows(txid)
  peer.send({ type: 'tx', bytes })
  return true
}

/** undefined: it is not here */
function sendBlock(deps: DataDeps, peer: Peer, { type, hash }: InvItem): Work | undefined {
  const { chain, stored } = deps
  const entry = servedBlock(chain, hash)
  if (entry === undefined) return undefined
  if (type === INV.filteredBlock) return sendFiltered(deps, peer, entry)
  const bytes = stored(() => chain.blockBytes(entry))
  if (bytes === undefined) return undefined
  return () => {
    peer.send({ type: 'block', bytes })
    return true
  }
}

/** Branches that were never active may be anything: they are not handed on. */
function servedBlock(chain: Chain, hash: Uint8Array): BlockEntry | undefined {
  const entry = chain.byHash(hash)
  return entry !== undefined && (chain.isActive(entry) || entry.status === 'valid') ? entry : undefined
}

/** In pieces: a filter may take fifty hashes for everything in a block. */
function sendFiltered({ chain, announcer, stored }: DataDeps, peer: Peer, entry: BlockEntry): Work {
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
