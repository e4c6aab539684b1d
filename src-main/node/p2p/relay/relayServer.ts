import type { Chain } from '../../chain/index.ts'
import type { BlockEntry, Logger } from '../../core/index.ts'
import type { Mempool } from '../../mempool/index.ts'
import { computeTxid, serializeTransaction } from '../../primitives/index.ts'
import type { Peer, Work } from '../peer/index.ts'
import { buildMerkleBlock, INV, type InvItem } from '../wire/index.ts'
import type { Announcer } from './announcer.ts'
import { ITEMS_PER_TURN, MATCHED_BYTES } from './limits.ts'
import { readStored } from './readStored.ts'
import type { RelayMap } from './relayMap.ts'
import { announceMempool, computeMatchCost } from './serveMempool.ts'

export interface RelayServerDeps {
  readonly chain: Chain
  readonly mempool: Pick<Mempool, 'get' | 'entries'>
  readonly relayed: Pick<RelayMap, 'get'>
  readonly announcer: (peer: Peer) => Announcer | undefined
  readonly logger: Logger
  /** Called after a block was sent to the peer. */
  readonly sent: (peer: Peer, hash: Uint8Array) => void
}

/** Answers getdata and mempool (p2p.md §3). */
export class RelayServer {
  readonly #deps: RelayServerDeps

  constructor(deps: RelayServerDeps) {
    this.#deps = deps
  }

  wholeMempool(peer: Peer): Work {
    return announceMempool(peer, this.#deps.mempool, this.#deps.announcer)
  }

  /** Answers getdata: some transactions per turn, up to the first block. */
  data(peer: Peer, items: readonly InvItem[]): Work {
    const missing: InvItem[] = []
    let index = 0
    let block: Work | undefined

    /**
     * `over`: the item is finished. `turn`: the item is finished, and the turn must end. `wait`: the item continues in
     * the next turn.
     */
    const send = (item: InvItem): 'over' | 'turn' | 'wait' => {
      if (item.type === INV.tx && !this.#sendTransaction(peer, item.hash)) {
        missing.push(item)
        peer.spend('missingTransaction')
      }
      if (item.type !== INV.block && item.type !== INV.filteredBlock) return 'over'
      block ??= this.#sendBlock(peer, item)
      if (block === undefined) {
        peer.spend('unknownBlock')
        return 'over'
      }
      if (!block()) return 'wait'
      block = undefined
      this.#deps.sent(peer, item.hash)
      return 'turn'
    }

    return () => {
      const end = Math.min(items.length, index + ITEMS_PER_TURN)
      while (index < end && !peer.congested && !peer.closed) {
        const sent = send(items[index]!)
        if (sent !== 'wait') index++
        if (sent !== 'over') break
      }
      if (index < items.length) return false
      if (missing.length > 0) peer.send({ type: 'notfound', items: missing })
      return true
    }
  }

  #sendTransaction(peer: Peer, txid: Uint8Array): boolean {
    const { mempool, relayed, announcer } = this.#deps
    const entry = mempool.get(txid)
    const bytes = relayed.get(txid) ?? (entry && serializeTransaction(entry.tx))
    if (bytes === undefined) return false
    announcer(peer)?.knows(txid)
    peer.send({ type: 'tx', bytes })
    return true
  }

  /** Returns `undefined` if the node does not have the block. */
  #sendBlock(peer: Peer, { type, hash }: InvItem): Work | undefined {
    const { chain, logger } = this.#deps
    const entry = servedBlock(chain, hash)
    if (entry === undefined) return undefined
    if (type === INV.filteredBlock) return this.#sendFiltered(peer, entry)
    const bytes = readStored(() => chain.blockBytes(entry), logger)
    if (bytes === undefined) return undefined
    return () => {
      peer.send({ type: 'block', bytes })
      return true
    }
  }

  /** Sends the matching part of a block, in pieces: a filter may take fifty hashes for every element of a block. */
  #sendFiltered(peer: Peer, entry: BlockEntry): Work {
    const { chain, announcer, logger } = this.#deps
    const own = announcer(peer)
    const block = own?.filter && readStored(() => chain.block(entry), logger)
    const matched: boolean[] = []
    return () => {
      if (own === undefined || block === undefined) return true
      const { txs } = block
      for (let size = 0; matched.length < txs.length && size < MATCHED_BYTES; ) {
        const tx = txs[matched.length]!
        size += computeMatchCost(tx)
        matched.push(own.wants(tx))
      }
      if (matched.length < txs.length) return false
      const txids = txs.map(computeTxid)
      peer.send(buildMerkleBlock(block.header, txids, matched))
      for (const [index, tx] of txs.entries()) {
        if (!matched[index] || own.isKnown(txids[index]!)) continue
        peer.send({ type: 'tx', bytes: serializeTransaction(tx) })
      }
      return true
    }
  }
}

/**
 * Finds a block that may be served. Branches that were never active are not relayed, because their contents may be
 * anything.
 */
function servedBlock(chain: Chain, hash: Uint8Array): BlockEntry | undefined {
  const entry = chain.byHash(hash)
  return entry !== undefined && (chain.isActive(entry) || entry.status === 'valid') ? entry : undefined
}
