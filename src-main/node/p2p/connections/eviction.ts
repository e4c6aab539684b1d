import { sha256 } from '../../crypto/index.ts'
import { toHex } from '../../util/index.ts'
import type { Peer } from '../peer/index.ts'
import { netGroup } from '../wire/index.ts'

/** Protected because of a netgroup that an attacker cannot choose, and because of short pings, which are hard to fake. */
const BY_GROUP = 4
const BY_PING = 8

/**
 * Who makes room for a newcomer when the table of arrivals is full (p2p.md §7); undefined: nobody. Protected are four by
 * netgroup, eight by ping and the longer connected half of the rest; the youngest of the largest netgroup goes.
 * @param salt unknown to peers
 */
export function chooseEviction(peers: Iterable<Peer>, salt: Uint8Array): Peer | undefined {
  let rest = [...peers].filter((peer) => peer.inbound && !peer.whitelisted && !peer.closed)
  // Hashed once for each peer, not at each comparison: whoever knocks at a full table makes us do this.
  const groupOf = new Map(rest.map((peer) => [peer, netGroup(peer.address.ip)]))
  const keyOf = new Map([...groupOf].map(([peer, bytes]) => [peer, toHex(sha256(salt, bytes))]))
  const group = (peer: Peer) => toHex(groupOf.get(peer)!)
  const keyed = (peer: Peer) => keyOf.get(peer)!
  const protect = (count: number, better: (a: Peer, b: Peer) => number) => {
    rest = [...rest].sort(better).slice(Math.min(count, rest.length))
  }
  protect(BY_GROUP, (a, b) => compare(keyed(a), keyed(b)))
  protect(BY_PING, (a, b) => (a.minPing ?? Number.MAX_VALUE) - (b.minPing ?? Number.MAX_VALUE))
  // Numbers grow with each connection: the lowest has been here for longest.
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
