import type { Chain } from '../../chain/index.ts'
import type { BlockEntry, Clock, Logger, MempoolEntry } from '../../core/index.ts'
import { sha256 } from '../../crypto/index.ts'
import type { Mempool } from '../../mempool/index.ts'
import type { AddrMan } from '../addrman/index.ts'
import type { MessageOf, Peer, Work } from '../peer/index.ts'
import { MESSAGE_SCORES } from '../scores.ts'
import type { Sync } from '../sync/index.ts'
import { INV, type InvItem, type TimedAddress } from '../wire/index.ts'
import { AddressRelay } from './addressRelay.ts'
import { Announcer } from './announcer.ts'
import { type FilterMessage, handleFilterMessage } from './filters.ts'
import { HeaderServer } from './headerServer.ts'
import { ITEMS_PER_TURN, NEAR_BLOCKS } from './limits.ts'
import { RelayMap } from './relayMap.ts'
import { RelayServer } from './relayServer.ts'
import { TransactionIntake } from './transactionIntake.ts'

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
  readonly sync: Pick<Sync, 'announced' | 'fetched' | 'isInitialDownload'>
  readonly clock: Clock
  readonly logger: Logger
  readonly peers: () => Iterable<Peer>
  /** unpredictable, at least 32 bytes */
  readonly salt: Uint8Array
  readonly pick: (count: number) => number
  readonly isReachable: (address: TimedAddress) => boolean
}

export interface RelayFacts {
  readonly addressesProcessed: number
  readonly addressesRateLimited: number
  /** the peer wants transactions announced */
  readonly relay: boolean
  readonly filtered: boolean
}

/** Everything between peers except block download (p2p.md §3–§5). */
export class Relay {
  readonly #settings: RelaySettings
  readonly #deps: RelayDeps
  readonly #logger: Logger
  readonly #announcers = new Map<Peer, Announcer>()
  readonly #relayed: RelayMap
  readonly #addresses: AddressRelay
  readonly #intake: TransactionIntake
  readonly #headerServer: HeaderServer
  readonly #server: RelayServer

  constructor(settings: RelaySettings, deps: RelayDeps) {
    const { chain, mempool, clock, pick } = deps
    const logger = deps.logger.child('relay')
    const relayed = new RelayMap(() => clock.now())
    this.#settings = settings
    this.#deps = deps
    this.#logger = logger
    this.#relayed = relayed
    this.#addresses = new AddressRelay(deps)
    this.#intake = new TransactionIntake(settings, { chain, mempool, clock, logger, pick })
    const announcer = (peer: Peer) => this.#announcers.get(peer)
    const isInitialDownload = () => this.#isInitialDownload()
    const headerServer = new HeaderServer({ chain, isInitialDownload, announcer, logger })
    this.#headerServer = headerServer
    this.#server = new RelayServer({
      ...{ chain, mempool, relayed, announcer, logger },
      sent(peer, hash) {
        headerServer.sent(peer, hash)
        deps.sync.fetched(peer, hash)
      },
    })
  }

  get orphans(): number {
    return this.#intake.orphans
  }

  /** Handles announcements: passes blocks to sync and transactions to the intake, a limited number per turn. */
  onInv(peer: Peer, { items }: MessageOf<'inv'>): Work | undefined {
    peer.spend('blockAnnouncement', items.filter(({ type }) => type === INV.block).length)
    if (peer.closed) return undefined
    let index = 0
    return () => {
      // Evaluate once per turn: each evaluation checks every peer.
      const wanted = !this.#isInitialDownload()
      for (const end = Math.min(items.length, index + ITEMS_PER_TURN); index < end; index++)
        this.#takeAnnouncement(peer, items[index]!, wanted)
      this.#intake.flush(peer)
      return index >= items.length
    }
  }

  onGetData(peer: Peer, { items }: MessageOf<'getdata'>): Work | undefined {
    return this.#server.data(peer, items)
  }

  onNotFound(peer: Peer, { items }: MessageOf<'notfound'>): undefined {
    peer.spend('notFound', 1 + items.length)
  }

  /** @throws DecodeError if the bytes do not parse as a transaction */
  onTx(peer: Peer, { bytes }: MessageOf<'tx'>): Work | undefined {
    if (!this.#isInitialDownload()) return this.#intake.received(peer, bytes)
    peer.spend('unaskedTransaction')
    return undefined
  }

  onMempool(peer: Peer): Work | undefined {
    peer.spend('mempool')
    return this.#server.wholeMempool(peer)
  }

  onGetHeaders(peer: Peer, message: MessageOf<'getheaders'>): undefined {
    this.#headerServer.headers(peer, message)
  }

  onGetBlocks(peer: Peer, message: MessageOf<'getblocks'>): undefined {
    this.#headerServer.blocks(peer, message)
  }

  onAddr(peer: Peer, { addresses }: MessageOf<'addr'>): undefined {
    peer.spend('addressMessage')
    this.#addresses.received(peer, addresses)
    if (peer.kind === 'seed') peer.disconnect('addr fetched')
  }

  onGetAddr(peer: Peer): undefined {
    peer.spend('getaddr')
    this.#addresses.asked(peer)
  }

  onFilter(peer: Peer, message: FilterMessage): undefined {
    peer.spend('filter')
    handleFilterMessage(peer, this.#announcers.get(peer), message, this.#settings.bloomFilters)
  }

  onReject(peer: Peer, { command, code }: MessageOf<'reject'>): undefined {
    peer.spend('reject')
    this.#logger.debug('reject message received', { peer: peer.id, command, code })
  }

  onOversized(peer: Peer, { command, count }: MessageOf<'oversized'>): undefined {
    peer.misbehaving(MESSAGE_SCORES.oversized.points, `oversized ${command}: ${count} entries`)
  }

  joined(peer: Peer): void {
    this.#announcers.set(peer, new Announcer(peer, (txid) => this.#isEarly(txid)))
    this.#addresses.joined(peer)
    this.#intake.joined(peer)
  }

  left(peer: Peer): void {
    this.#announcers.delete(peer)
    this.#addresses.left(peer)
    this.#intake.left(peer)
    this.#headerServer.left(peer)
  }

  /** Announces a new tip. */
  tip(entry: BlockEntry): void {
    this.#intake.tipChanged()
    if (this.#isInitialDownload()) return
    for (const [peer, announcer] of this.#announcers) {
      if (entry.height <= (peer.version?.startHeight ?? 0) - NEAR_BLOCKS) continue
      announcer.block(entry.hash)
      announcer.flush(false)
      this.#headerServer.announced(peer)
    }
  }

  /** Announces transactions of the mempool. */
  transactions(added: readonly MempoolEntry[]): void {
    for (const { tx, txid } of added) {
      this.#relayed.add(txid, tx)
      this.#intake.came(txid)
      for (const announcer of this.#announcers.values()) announcer.transaction(txid, tx)
    }
    for (const announcer of this.#announcers.values()) announcer.flush(false)
  }

  askForAddresses(peer: Peer): void {
    this.#addresses.ask(peer)
  }

  tellAddress(peer: Peer, address: TimedAddress): void {
    this.#addresses.push(peer, address)
  }

  /** Sends due announcements. Call about ten times a second. */
  tick(): void {
    this.#relayed.drop()
    this.#intake.tick()
    const turn = this.#announcers.size === 0 ? -1 : this.#deps.pick(this.#announcers.size)
    let index = 0
    for (const [peer, announcer] of this.#announcers) {
      const ownTurn = index++ === turn
      announcer.flush(ownTurn || peer.whitelisted)
      if (ownTurn) this.#addresses.flush(peer)
      this.#intake.flush(peer)
    }
  }

  about(peer: Peer): RelayFacts {
    const { processed, limited } = this.#addresses.counts(peer)
    const announcer = this.#announcers.get(peer)
    return {
      addressesProcessed: processed,
      addressesRateLimited: limited,
      relay: announcer?.relays ?? false,
      filtered: announcer?.filter !== undefined,
    }
  }

  #takeAnnouncement(peer: Peer, { type, hash }: InvItem, wantsTransactions: boolean): void {
    if (type === INV.block) {
      this.#announcers.get(peer)?.knows(hash)
      this.#deps.sync.announced(peer, hash)
    } else if (type === INV.tx && wantsTransactions) {
      this.#announcers.get(peer)?.knows(hash)
      this.#intake.announced(peer, hash)
    }
  }

  #isInitialDownload(): boolean {
    return this.#deps.sync.isInitialDownload()
  }

  /** Returns true for a quarter of all transactions, unpredictable for peers. */
  #isEarly(txid: Uint8Array): boolean {
    return ((sha256(this.#deps.salt, txid)[0] ?? 0) & 3) === 0
  }
}
