import { sha256 } from '../../crypto/index.ts'
import { toHex } from '../../util/index.ts'
import type { Peer } from '../peer/index.ts'
import { netGroup } from '../wire/index.ts'

/**
 * Number of peers protected by netgroup, which an attacker cannot choose, and by short pings, which are hard to fake.
 */
const BY_GROUP = 4
const BY_PING = 8

type EvictablePeer = Pick<Peer, 'id' | 'inbound' | 'whitelisted' | 'closed' | 'address' | 'minPing'>

/**
 * Selects the inbound peer to evict when all inbound slots are taken (p2p.md §7): the youngest peer of the largest
 * netgroup. Four peers are protected by netgroup, eight by ping, and the longer connected half of the rest. Returns
 * `undefined` if all are protected.
 * @param salt unknown to peers
 */
export function chooseEviction<P extends EvictablePeer>(peers: Iterable<P>, salt: Uint8Array): P | undefined {
  let rest = [...peers].filter((peer) => peer.inbound && !peer.whitelisted && !peer.closed)
  // Hash once per peer instead of per comparison: every connection attempt to a full node causes this work.
  const groupOf = new Map(rest.map((peer) => [peer, netGroup(peer.address.ip)]))
  const keyOf = new Map([...groupOf].map(([peer, bytes]) => [peer, toHex(sha256(salt, bytes))]))
  const group = (peer: P) => toHex(groupOf.get(peer)!)
  const keyed = (peer: P) => keyOf.get(peer)!
  const protect = (count: number, better: (a: P, b: P) => number) => {
    rest = [...rest].sort(better).slice(Math.min(count, rest.length))
  }
  protect(BY_GROUP, (a, b) => compare(keyed(a), keyed(b)))
  protect(BY_PING, (a, b) => (a.minPing ?? Number.MAX_VALUE) - (b.minPing ?? Number.MAX_VALUE))
  // Ids grow with each connection, so the lowest id is the oldest peer.
  protect(Math.floor(rest.length / 2), (a, b) => a.id - b.id)
  const groups = new Map<string, P[]>()
  for (const peer of rest) {
    const name = group(peer)
    const members = groups.get(name)
    if (members === undefined) groups.set(name, [peer])
    else members.push(peer)
  }
  let largest: readonly P[] = []
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
