import { sha256 } from '../../crypto/index.ts'
import { toHex } from '../../util/index.ts'
import type { Peer } from '../peer/index.ts'
import { netGroup } from '../wire/index.ts'

/** Numbers of peers protected by netgroup, which an attacker cannot choose, and by short pings, which are hard to fake. */
const BY_GROUP = 4
const BY_PING = 8

/**
 * The inbound peer to evict for a new one when all inbound slots are taken (p2p.md §7); undefined: none. Protected are four by
 * netgroup, eight by ping and the longer connected half of the rest; the youngest of the largest netgroup goes.
 * @param salt unknown to peers
 */
export function chooseEviction(peers: Iterable<Peer>, salt: Uint8Array): Peer | undefined {
  let rest = [...peers].filter((peer) => peer.inbound && !peer.whitelisted && !peer.closed)
  // Hashed once for each peer, not at each comparison: every connection attempt to a full node causes this work.
  const groupOf = new Map(rest.map((peer) => [peer, netGroup(peer.address.ip)]))
  const keyOf = new Map([...groupOf].map(([peer, bytes]) => [peer, toHex(sha256(salt, bytes))]))
  const group = (peer: Peer) => toHex(groupOf.get(peer)!)
  const keyed = (peer: Peer) => keyOf.get(peer)!
  const protect = (count: number, better: (a: Peer, b: Peer) => number) => {
    rest = [...rest].sort(better).slice(Math.min(count, rest.length))
  }
  protect(BY_GROUP, (a, b) => compare(keyed(a), keyed(b)))
  protect(BY_PING, (a, b) => (a.minPing ?? Number.MAX_VALUE) - (b.minPing ?? Number.MAX_VALUE))
  // Ids grow with each connection: the lowest is the oldest.
  protect(Math.floor(rest.length / 2), (a, b) => a.id - b.id)
  const groups = new Map<string, Peer[]>()
  for (const peer of rest) {
    const name = group(peer)
    const members = groups.get(name)
    if (members === undefined) groups.set(name, [peer])
    else members.push(peer)
  }
  let largest: readonly Peer[] = []
  for (const members of groups.values()) {
    const youngest = Math.max(...members.map(({ id }) => id))
    const best = Math.max(0, ...largest.map(({ id }) => id))
    if (members.length > largest.length || (members.length === largest.length && youngest > best)) largest = members
  }
  return [...largest].sort((a, b) => b.id - a.id)[0]
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
