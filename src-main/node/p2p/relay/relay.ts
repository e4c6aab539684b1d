import type { Chain } from '../../chain/index.ts'
import { sha256 } from '../../crypto/index.ts'
import type { BlockEntry, Clock, Logger, MempoolEntry } from '../../interfaces.ts'
import type { Mempool } from '../../mempool/index.ts'
import type { AddrMan } from '../addrman/index.ts'
import type { Peer, Work } from '../peer/index.ts'
import { MESSAGE_SCORES } from '../scores.ts'
import type { Sync } from '../sync/index.ts'
import {
  createBloomFilter,
  INV,
  type Incoming,
  type InvItem,
  MAX_FILTER_ITEM,
  type TimedAddress,
} from '../wire/index.ts'
import { createAddressRelay } from './addresses.ts'
import { type Announcer, createAnnouncer } from './announcer.ts'
import { ITEMS_AT_ONCE, NEAR_BLOCKS } from './limits.ts'
import { createRelayMap } from './relayMap.ts'
import { createServer } from './serve.ts'
import { createTransactionIntake } from './transactions.ts'

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

/** Everything that peers tell and ask each other besides fetching the chain (p2p.md §3–§5). */
export interface Relay {
  joined(peer: Peer): void
  left(peer: Peer): void
  message(peer: Peer, message: Incoming): Work | undefined
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

type FilterMessage = Extract<Incoming, { type: 'filterload' | 'filteradd' | 'filterclear' }>

export function createRelay(settings: RelaySettings, deps: RelayDeps): Relay {
  const { chain, mempool, sync, clock, salt, pick } = deps
  const logger = deps.logger.child('relay')
  const announcers = new Map<Peer, Announcer>()
  const relayed = createRelayMap(clock.now)
  const addresses = createAddressRelay({ ...deps, addrMan: deps.addrMan })
  const intake = createTransactionIntake(settings, { chain, mempool, clock, logger, pick })
  const announcer = (peer: Peer) => announcers.get(peer)
  const isInitialDownload = () => sync.isInitialDownload()
  const server = createServer({ chain, mempool, relayed, announcer, isInitialDownload, logger })
  const early = (txid: Uint8Array) => ((sha256(salt, txid)[0] ?? 0) & 3) === 0

  function inventory(peer: Peer, items: readonly InvItem[]): Work {
    let at = 0
    return () => {
      for (const end = Math.min(items.length, at + ITEMS_AT_ONCE); at < end; at++) {
        const { type, hash } = items[at]!
        announcer(peer)?.knows(hash)
        if (type === INV.block) sync.announced(peer, hash)
        else if (type === INV.tx && !isInitialDownload()) intake.announced(peer, hash)
      }
      intake.flush(peer)
      return at >= items.length
    }
  }

  /** Returns what is wrong with it. */
  function filter(own: Announcer, message: FilterMessage): string | undefined {
    if (message.type === 'filterclear') own.filter = undefined
    else if (!settings.bloomFilters) return 'a filter, which is not offered'
    else if (message.type === 'filterload') {
      const loaded = createBloomFilter(message)
      if (!loaded.withinLimits) return 'a filter too large'
      own.filter = loaded
    } else {
      if (own.filter === undefined || message.data.length > MAX_FILTER_ITEM)
        return 'an item for no filter, or too long a one'
      own.filter.insert(message.data)
    }
    return undefined
  }

  function takeFilter(peer: Peer, message: FilterMessage): void {
    const own = announcer(peer)
    const fault = own && filter(own, message)
    if (fault !== undefined) peer.misbehaving(MESSAGE_SCORES.bloomAbuse.points, fault)
  }

  function message(peer: Peer, message: Incoming): Work | undefined {
    switch (message.type) {
      case 'oversized':
        peer.misbehaving(MESSAGE_SCORES.oversized.points, `${message.command} with ${message.count} entries`)
        return undefined
      case 'inv':
        return inventory(peer, message.items)
      case 'getdata':
        return server.data(peer, message.items)
      case 'headers':
        return sync.headers(peer, message.headers)
      case 'block':
        sync.block(peer, message.bytes)
        return undefined
      case 'tx':
        return isInitialDownload() ? undefined : intake.received(peer, message.bytes)
      case 'getheaders':
        server.headers(peer, message)
        return undefined
      case 'getblocks':
        server.blocks(peer, message)
        return undefined
      case 'mempool':
        return server.wholeMempool(peer)
      case 'addr':
        addresses.received(peer, message.addresses)
        return undefined
      case 'getaddr':
        addresses.asked(peer)
        return undefined
      case 'filterload':
      case 'filteradd':
      case 'filterclear':
        takeFilter(peer, message)
        return undefined
      case 'reject':
        logger.debug('a peer refuses', { peer: peer.id, command: message.command, code: message.code })
        return undefined
      default:
        return undefined
    }
  }

  return {
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
    message,
    tip(entry) {
      intake.tipChanged()
      if (isInitialDownload()) return
      for (const [peer, own] of announcers) {
        if (entry.height <= (peer.version?.startHeight ?? 0) - NEAR_BLOCKS) continue
        own.block(entry.hash)
        own.flush(false)
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
