import type { Clock } from '../../core/index.ts'
import { sha256 } from '../../crypto/index.ts'
import { LruMap, toHex } from '../../util/index.ts'
import type { AddrMan } from '../addrman/index.ts'
import type { Peer } from '../peer/index.ts'
import { addressKey, isRoutable, LIMITS, type TimedAddress } from '../wire/index.ts'

/** Token bucket of the addresses accepted from one peer (p2p.md §3 addr). */
const BUCKET = { start: 1, perSecond: 0.1, limit: 1_000, forGetaddr: 1_000 } as const
const PENALTY_SECONDS = 2 * 3600
const MIN_TIME = 100_000_000
const AHEAD_SECONDS = 600
const UNKNOWN_AGE_SECONDS = 5 * 24 * 3600
const FRESH_SECONDS = 600
/** A message with more entries than this is a reply to getaddr, which is not relayed. */
const SMALL_MESSAGE = 10
const RELAY_PEERS = 2
const KNOWN_ADDRESSES = 1_000

interface AddressExchange {
  tokens: number
  /** time of the last refill in ms */
  refilled: number
  /** true while a reply to our getaddr is pending */
  asking: boolean
  answered: boolean
  queue: TimedAddress[]
  processed: number
  limited: number
  readonly known: LruMap<string, true>
}

export interface AddressRelayDeps {
  readonly addrMan: AddrMan
  readonly clock: Clock
  /** unknown to peers; selects the peers to which an address is relayed */
  readonly salt: Uint8Array
  readonly peers: () => Iterable<Peer>
  readonly isReachable: (address: TimedAddress) => boolean
}

/** Exchange of node addresses with peers (p2p.md §3: addr, getaddr). */
export class AddressRelay {
  readonly #deps: AddressRelayDeps
  readonly #exchanges = new Map<Peer, AddressExchange>()

  constructor(deps: AddressRelayDeps) {
    this.#deps = deps
  }

  joined(peer: Peer): void {
    this.#exchanges.set(peer, {
      ...{ tokens: BUCKET.start, refilled: this.#deps.clock.millis(), asking: false, answered: false },
      ...{ queue: [], processed: 0, limited: 0, known: new LruMap<string, true>(KNOWN_ADDRESSES) },
    })
  }

  left(peer: Peer): void {
    this.#exchanges.delete(peer)
  }

  /** Sends getaddr to the peer. */
  ask(peer: Peer): void {
    const exchange = this.#exchanges.get(peer)
    if (exchange === undefined) return
    exchange.asking = true
    exchange.tokens += BUCKET.forGetaddr
    peer.send({ type: 'getaddr' })
  }

  /** Adds the addresses that a peer sent, up to its rate limit. */
  received(peer: Peer, addresses: readonly TimedAddress[]): void {
    const exchange = this.#exchanges.get(peer)
    if (exchange === undefined) return
    const now = this.#deps.clock.now()
    const fresh: TimedAddress[] = []
    const taken = addresses.slice(0, this.#spendTokens(exchange, peer, addresses.length))
    exchange.processed += taken.length
    exchange.limited += addresses.length - taken.length
    for (const { ip, port, services, time: told } of taken) {
      const time = told <= MIN_TIME || told > now + AHEAD_SECONDS ? now - UNKNOWN_AGE_SECONDS : told
      const address = { ip, port, services, time }
      fresh.push(address)
      if (addresses.length > SMALL_MESSAGE) continue
      exchange.known.set(addressKey(address), true)
      if (time > now - FRESH_SECONDS && !exchange.asking && isRoutable(ip)) this.#relay(peer, address)
    }
    if (fresh.length > 0) this.#deps.addrMan.add(fresh, peer.address.ip, PENALTY_SECONDS)
    if (addresses.length < LIMITS.addr) exchange.asking = false
  }

  /**
   * Answers getaddr. Inbound peers may ask once. Outbound peers get no reply, because they could find out which other
   * nodes we know.
   */
  asked(peer: Peer): void {
    const exchange = this.#exchanges.get(peer)
    if (exchange === undefined || !peer.inbound || exchange.answered) return
    exchange.answered = true
    exchange.queue = []
    for (const address of this.#deps.addrMan.sample()) this.push(peer, address)
  }

  push(peer: Peer, address: TimedAddress): void {
    const exchange = this.#exchanges.get(peer)
    const key = addressKey(address)
    if (exchange === undefined || exchange.known.has(key) || exchange.queue.length >= LIMITS.addr) return
    exchange.queue.push(address)
  }

  counts(peer: Peer): { readonly processed: number; readonly limited: number } {
    return this.#exchanges.get(peer) ?? { processed: 0, limited: 0 }
  }

  flush(peer: Peer): void {
    const exchange = this.#exchanges.get(peer)
    if (exchange === undefined || exchange.queue.length === 0 || peer.congested) return
    const addresses = exchange.queue
    exchange.queue = []
    for (const address of addresses) exchange.known.set(addressKey(address), true)
    peer.send({ type: 'addr', addresses })
  }

  /** Returns the number of accepted entries among `count`. */
  #spendTokens(exchange: AddressExchange, peer: Peer, count: number): number {
    const now = this.#deps.clock.millis()
    const refill = ((now - exchange.refilled) / 1000) * BUCKET.perSecond
    exchange.refilled = now
    if (exchange.tokens < BUCKET.limit) exchange.tokens = Math.min(BUCKET.limit, exchange.tokens + refill)
    if (peer.whitelisted) return count
    const allowed = Math.min(count, Math.floor(exchange.tokens))
    exchange.tokens -= allowed
    return allowed
  }

  /** Relays an address to two peers, the same ones for a day, so that it spreads without circulating. */
  #relay(from: Peer, address: TimedAddress): void {
    const { clock, salt, peers, isReachable } = this.#deps
    const count = isReachable(address) ? RELAY_PEERS : 1
    const day = Math.floor(clock.now() / 86_400)
    const rank = (peer: Peer) =>
      toHex(sha256(salt, address.ip, Uint8Array.of(day & 0xff, (day >> 8) & 0xff), idBytes(peer)))
    const others = [...peers()].filter((peer) => peer !== from).map((peer) => ({ peer, rank: rank(peer) }))
    others.sort((a, b) => (a.rank < b.rank ? -1 : 1))
    for (const { peer } of others.slice(0, count)) this.push(peer, address)
  }
}

function idBytes({ id }: Peer): Uint8Array {
  return Uint8Array.of(id & 0xff, (id >> 8) & 0xff, (id >> 16) & 0xff, (id >> 24) & 0xff)
}
