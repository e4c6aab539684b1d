import type { Clock } from '../../core/index.ts'
import { sha256 } from '../../crypto/index.ts'
import { LruMap, toHex } from '../../util/index.ts'
import type { AddrMan } from '../addrman/index.ts'
import type { Peer } from '../peer/index.ts'
import { addressKey, isRoutable, LIMITS, type TimedAddress } from '../wire/index.ts'

/** Entries that one peer may make us look at (p2p.md §3 addr). */
const BUCKET = { start: 1, perSecond: 0.1, most: 1_000, forGetaddr: 1_000 } as const
const PENALTY_SECONDS = 2 * 3600
const OLDEST_TIME = 100_000_000
const AHEAD_SECONDS = 600
const UNKNOWN_AGE_SECONDS = 5 * 24 * 3600
const FRESH_SECONDS = 600
/** messages with more entries than this answer a getaddr: they are not handed on */
const SMALL_MESSAGE = 10
const RELAY_PEERS = 2
const KNOWN_ADDRESSES = 1_000

interface State {
  tokens: number
  /** milliseconds of the last refill */
  refilled: number
  /** an answer to our getaddr is coming */
  asking: boolean
  answered: boolean
  queue: TimedAddress[]
  processed: number
  limited: number
  readonly known: LruMap<string, true>
}

/** Addresses of other nodes, from peers and to them (p2p.md §3: addr, getaddr). */
export function createAddressRelay(deps: {
  readonly addrMan: AddrMan
  readonly clock: Clock
  /** unknown to peers: which of them hears of an address */
  readonly salt: Uint8Array
  readonly peers: () => Iterable<Peer>
  readonly isReachable: (address: TimedAddress) => boolean
}) {
  const { addrMan, clock, salt } = deps
  const states = new Map<Peer, State>()

  function allowance(state: State, peer: Peer, count: number): number {
    const now = clock.millis()
    const refill = ((now - state.refilled) / 1000) * BUCKET.perSecond
    state.refilled = now
    if (state.tokens < BUCKET.most) state.tokens = Math.min(BUCKET.most, state.tokens + refill)
    if (peer.whitelisted) return count
    const allowed = Math.min(count, Math.floor(state.tokens))
    state.tokens -= allowed
    return allowed
  }

  function push(peer: Peer, address: TimedAddress): void {
    const state = states.get(peer)
    const key = addressKey(address)
    if (state === undefined || state.known.has(key) || state.queue.length >= LIMITS.addr) return
    state.queue.push(address)
  }

  /** The same two peers for a day, so that an address spreads but does not go round. */
  function relay(from: Peer, address: TimedAddress): void {
    const count = deps.isReachable(address) ? RELAY_PEERS : 1
    const day = Math.floor(clock.now() / 86_400)
    const rank = (peer: Peer) =>
      toHex(sha256(salt, address.ip, Uint8Array.of(day & 0xff, (day >> 8) & 0xff), idBytes(peer)))
    const others = [...deps.peers()].filter((peer) => peer !== from).map((peer) => ({ peer, rank: rank(peer) }))
    others.sort((a, b) => (a.rank < b.rank ? -1 : 1))
    for (const { peer } of others.slice(0, count)) push(peer, address)
  }

  return {
    joined(peer: Peer): void {
      const known = new LruMap<string, true>(KNOWN_ADDRESSES)
      const refilled = clock.millis()
      states.set(peer, {
        tokens: BUCKET.start,
        refilled,
        asking: false,
        answered: false,
        queue: [],
        processed: 0,
        limited: 0,
        known,
      })
    },
    left: (peer: Peer) => void states.delete(peer),
    ask(peer: Peer): void {
      const state = states.get(peer)
      if (state === undefined) return
      state.asking = true
      state.tokens += BUCKET.forGetaddr
      peer.send({ type: 'getaddr' })
    },
    received(peer: Peer, addresses: readonly TimedAddress[]): void {
      const state = states.get(peer)
      if (state === undefined) return
      const now = clock.now()
      const fresh: TimedAddress[] = []
      const taken = addresses.slice(0, allowance(state, peer, addresses.length))
      state.processed += taken.length
      state.limited += addresses.length - taken.length
      for (const { ip, port, services, time: told } of taken) {
        const time = told <= OLDEST_TIME || told > now + AHEAD_SECONDS ? now - UNKNOWN_AGE_SECONDS : told
        const address = { ip, port, services, time }
        fresh.push(address)
        if (addresses.length > SMALL_MESSAGE) continue
        state.known.set(addressKey(address), true)
        if (time > now - FRESH_SECONDS && !state.asking && isRoutable(ip)) relay(peer, address)
      }
      if (fresh.length > 0) addrMan.add(fresh, peer.address.ip, PENALTY_SECONDS)
      if (addresses.length < LIMITS.addr) state.asking = false
    },
    /** Inbound peers may ask once; an outbound peer could find out with it which other nodes we know. */
    asked(peer: Peer): void {
      const state = states.get(peer)
      if (state === undefined || !peer.inbound || state.answered) return
      state.answered = true
      state.queue = []
      for (const address of addrMan.sample()) push(peer, address)
    },
    push,
    counts(peer: Peer): { readonly processed: number; readonly limited: number } {
      return states.get(peer) ?? { processed: 0, limited: 0 }
    },
    flush(peer: Peer): void {
      const state = states.get(peer)
      if (state === undefined || state.queue.length === 0 || peer.congested) return
      const addresses = state.queue
      state.queue = []
      for (const address of addresses) state.known.set(addressKey(address), true)
      peer.send({ type: 'addr', addresses })
    },
  }
}

function idBytes({ id }: Peer): Uint8Array {
  return Uint8Array.of(id & 0xff, (id >> 8) & 0xff, (id >> 16) & 0xff, (id >> 24) & 0xff)
}
