import type { Chain } from '../../chain/index.ts'
import type { BlockEntry, Clock, Logger, MempoolEntry } from '../../core/index.ts'
import { sha256 } from '../../crypto/index.ts'
import type { Mempool } from '../../mempool/index.ts'
import type { AddrMan } from '../addrman/index.ts'
import type { MessageOf, Peer, Work } from '../peer/index.ts'
import { MESSAGE_SCORES } from '../scores.ts'
import type { Sync } from '../sync/index.ts'
import { INV, type InvItem, type TimedAddress } from '../wire/index.ts'
import { createAddressRelay } from './addressRelay.ts'
import { type Announcer, createAnnouncer } from './announcer.ts'
import { type FilterMessage, takeFilter } from './filters.ts'
import { ITEMS_AT_ONCE, NEAR_BLOCKS } from './limits.ts'
import { createRelayMap } from './relayMap.ts'
import { createServer } from './relayServer.ts'
import { createTransactionIntake, type TransactionIntake } from './transactionIntake.ts'

export interface RelaySettings {
  /** `-maxorphantx` */
  readonly maxOrphans: number
  /** `-peerbloomfilters` */
  readonly bloomFilters: boolean
}

export interface RelayDeps {
  readonly chain: Chain
  readonly mempool: Mempool
  readonly addrMan: AddrMan
  readonly sync: Sync
  readonly clock: Clock
  readonly logger: Logger
  readonly peers: () => Iterable<Peer>
  /** unpredictable, at least 32 bytes */
  readonly salt: Uint8Array
  readonly pick: (count: number) => number
  readonly isReachable: (address: TimedAddress) => boolean
}

/** Handlers of messages, by type. */
interface RelayMessages {
  onInv(peer: Peer, message: MessageOf<'inv'>): Work | undefined
  onGetData(peer: Peer, message: MessageOf<'getdata'>): Work | undefined
  onNotFound(peer: Peer, message: MessageOf<'notfound'>): undefined
  onTx(peer: Peer, message: MessageOf<'tx'>): Work | undefined
  onMempool(peer: Peer): Work | undefined
  onGetHeaders(peer: Peer, message: MessageOf<'getheaders'>): Work | undefined
  onGetBlocks(peer: Peer, message: MessageOf<'getblocks'>): Work | undefined
  onAddr(peer: Peer, message: MessageOf<'addr'>): undefined
  onGetAddr(peer: Peer): undefined
  onFilter(peer: Peer, message: FilterMessage): undefined
  onReject(peer: Peer, message: MessageOf<'reject'>): undefined
  onOversized(peer: Peer, message: MessageOf<'oversized'>): undefined
}

/** Everything between peers besides fetching the chain (p2p.md §3–§5). */
export interface Relay extends RelayMessages {
  joined(peer: Peer): void
  left(peer: Peer): void
  tip(entry: BlockEntry): void
  transactions(added: readonly MempoolEntry[]): void
  askForAddresses(peer: Peer): void
  tellAddress(peer: Peer, address: TimedAddress): void
  /** about ten times a second */
  tick(): void
  readonly orphans: number
  about(peer: Peer): RelayFacts
}

export interface RelayFacts {
  readonly addressesProcessed: number
  readonly addressesRateLimited: number
  /** wants transactions announced */
  readonly relay: boolean
  readonly filtered: boolean
}

/** What relay is made of. */
interface RelayParts {
  readonly announcers: Map<Peer, Announcer>
  readonly addresses: ReturnType<typeof createAddressRelay>
  readonly intake: TransactionIntake
  readonly server: ReturnType<typeof createServer>
  readonly isInitialDownload: () => boolean
}

export function createRelay(settings: RelaySettings, deps: RelayDeps): Relay {
  const { chain, mempool, clock, salt, pick } = deps
  const logger = deps.logger.child('relay')
  const announcers = new Map<Peer, Announcer>()
  const relayed = createRelayMap(clock.now)
  const addresses = createAddressRelay(deps)
  const intake = createTransactionIntake(settings, { chain, mempool, clock, logger, pick })
  const announcer = (peer: Peer) => announcers.get(peer)
  const isInitialDownload = () => deps.sync.isInitialDownload()
  const server = createServer({ chain, mempool, relayed, announcer, isInitialDownload, logger })
  const early = (txid: Uint8Array) => ((sha256(salt, txid)[0] ?? 0) & 3) === 0
  const parts: RelayParts = { announcers, addresses, intake, server, isInitialDownload }

  return {
    ...createRelayMessages(settings, { ...deps, logger }, parts),
    joined(peer) {
      announcers.set(peer, createAnnouncer(peer, early))
      addresses.joined(peer)
      intake.joined(peer)
    },
    left(peer) {
      announcers.delete(peer)
      addresses.left(peer)
      intake.left(peer)
      server.left(peer)
    },
    tip(entry) {
      intake.tipChanged()
      if (isInitialDownload()) return
      for (const [peer, own] of announcers) {
        if (entry.height <= (peer.version?.startHeight ?? 0) - NEAR_BLOCKS) continue
        own.block(entry.hash)
        own.flush(false)
        server.announced(peer)
      }
    },
    transactions(added) {
      for (const { tx, txid } of added) {
        relayed.add(txid, tx)
        intake.came(txid)
        for (const own of announcers.values()) own.transaction(txid, tx)
      }
      for (const own of announcers.values()) own.flush(false)
    },
    askForAddresses: (peer) => addresses.ask(peer),
    tellAddress: (peer, address) => addresses.push(peer, address),
    tick() {
      relayed.drop()
      intake.tick()
      const turn = announcers.size === 0 ? -1 : pick(announcers.size)
      let index = 0
      for (const [peer, own] of announcers) {
        const ownTurn = index++ === turn
        own.flush(ownTurn || peer.whitelisted)
        if (ownTurn) addresses.flush(peer)
        intake.flush(peer)
      }
    },
    get orphans() {
      return intake.orphans
    },
    about(peer) {
      const { processed, limited } = addresses.counts(peer)
      const own = announcer(peer)
      return {
        addressesProcessed: processed,
        addressesRateLimited: limited,
        relay: own?.relays ?? false,
        filtered: own?.filter !== undefined,
      }
    },
  }
}

function createRelayMessages(settings: RelaySettings, deps: RelayDeps, parts: RelayParts): RelayMessages {
  const { announcers, addresses, intake, server, isInitialDownload } = parts
  return {
    onInv: (peer, { items }) => takeInventory(deps, parts, peer, items),
    onGetData: (peer, { items }) => server.data(peer, items),
    onNotFound: (peer, { items }) => void peer.spend('notFound', 1 + items.length),
    onTx(peer, { bytes }) {
      if (!isInitialDownload()) return intake.received(peer, bytes)
      peer.spend('unaskedTransaction')
      return undefined
    },
    onMempool(peer) {
      peer.spend('mempool')
      return server.wholeMempool(peer)
    },
    onGetHeaders: (peer, message) => server.headers(peer, message),
    onGetBlocks: (peer, message) => server.blocks(peer, message),
    onAddr(peer, message) {
      peer.spend('addressMessage')
      addresses.received(peer, message.addresses)
      if (peer.kind === 'seed') peer.disconnect('addr fetched')
    },
    onGetAddr(peer) {
      peer.spend('getaddr')
      addresses.asked(peer)
    },
    onFilter(peer, message) {
      peer.spend('filter')
      takeFilter(peer, announcers.get(peer), message, settings.bloomFilters)
    },
    onReject(peer, { command, code }) {
      peer.spend('reject')
      deps.logger.debug('reject message received', { peer: peer.id, command, code })
    },
    onOversized: (peer, { command, count }) =>
      void peer.misbehaving(MESSAGE_SCORES.oversized.points, `oversized ${command}: ${count} entries`),
  }
}

/** Announcements: of blocks to sync, of transactions to the intake. Some a turn. */
function takeInventory(deps: RelayDeps, parts: RelayParts, peer: Peer, items: readonly InvItem[]): Work | undefined {
  const { announcers, intake, isInitialDownload } = parts
  peer.spend('blockAnnouncement', items.filter(({ type }) => type === INV.block).length)
  if (peer.closed) return undefined
  let at = 0
  return () => {
    // Once for all: each answer takes a look at every peer.
    const wanted = !isInitialDownload()
    for (const end = Math.min(items.length, at + ITEMS_AT_ONCE); at < end; at++) {
      const { type, hash } = items[at]!
      if (type === INV.block) {
        announcers.get(peer)?.knows(hash)
        deps.sync.announced(peer, hash)
      } else if (type === INV.tx && wanted) {
        announcers.get(peer)?.knows(hash)
        intake.announced(peer, hash)
      }
    }
    intake.flush(peer)
    return at >= items.length
  }
}
