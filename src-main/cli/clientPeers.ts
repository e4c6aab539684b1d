/** Table of peers for `-netinfo`. */
import type { JsonValue } from '#shared/json.ts'
import { member, memberNumber, memberText } from './clientReply.ts'

/** Bits of the services of a node, with the letters that stand for them (p2p.md §2). */
const SERVICES: readonly (readonly [bit: bigint, letter: string])[] = [
  [1n << 0n, 'n'],
  [1n << 2n, 'b'],
  [1n << 28n, 's'],
  [1n << 29n, 'a'],
  [1n << 30n, 'v'],
]

/** Returns the letters of the services in a text of hex digits. */
export function formatServices(hex: string): string {
  if (!/^[0-9a-f]{1,16}$/i.test(hex)) return ''
  const bits = BigInt(`0x${hex}`)
  return SERVICES.flatMap(([bit, letter]) => ((bits & bit) === 0n ? [] : [letter])).join('')
}

/** Returns the network of a peer. `npr` is an address that is not publicly routable, such as one of the local network. */
export function peerNetwork(peer: JsonValue): string {
  const network = memberText(peer, 'network')
  if (network !== '') return network === 'unroutable' ? 'npr' : network
  const address = memberText(peer, 'addr')
  if (address.includes('.onion')) return 'onion'
  return address.startsWith('[') ? 'ipv6' : 'ipv4'
}

const isOutbound = (peer: JsonValue) => member(peer, 'inbound') !== true

/** Returns a ping time of the node, which is 0 before the first reply, in ms. */
function formatPing(seconds: number): string {
  if (!(seconds > 0)) return ''
  const millis = Math.round(seconds * 1000)
  return millis > 999_999 ? '-' : String(millis)
}

/** Returns the duration since a time of the node. The node reports 0 if the event has not happened. */
const formatSince = (time: number, now: number, unit: number) =>
  time > 0 ? String(Math.max(0, Math.floor((now - time) / unit))) : ''

const formatCount = (count: number) => (count > 0 ? String(count) : '')

interface Column {
  readonly title: string
  /** text of the last line of the table */
  readonly unit?: string
  /** minimum width */
  readonly width: number
  readonly left?: true
  read(peer: JsonValue): string
}

function columnsFor(level: number, now: number): Column[] {
  const number = (peer: JsonValue, name: string) => memberNumber(peer, name)
  const columns: Column[] = [
    { title: '<->', width: 3, read: (peer) => (isOutbound(peer) ? 'out' : 'in') },
    { title: 'net', width: 5, read: peerNetwork },
    { title: 'serv', width: 5, read: (peer) => formatServices(memberText(peer, 'services')) },
    { title: 'mping', unit: 'ms', width: 6, read: (peer) => formatPing(number(peer, 'minping')) },
    { title: 'ping', unit: 'ms', width: 6, read: (peer) => formatPing(number(peer, 'pingtime')) },
    { title: 'send', unit: 'sec', width: 4, read: (peer) => formatSince(number(peer, 'lastsend'), now, 1) },
    { title: 'recv', unit: 'sec', width: 4, read: (peer) => formatSince(number(peer, 'lastrecv'), now, 1) },
    { title: 'addrp', width: 6, read: (peer) => formatCount(number(peer, 'addr_processed')) },
    { title: 'addrl', width: 6, read: (peer) => formatCount(number(peer, 'addr_rate_limited')) },
    { title: 'age', unit: 'min', width: 5, read: (peer) => formatSince(number(peer, 'conntime'), now, 60) },
    { title: 'id', width: 3, read: (peer) => memberText(peer, 'id') },
  ]
  if (level === 2 || level === 4) {
    columns.push({ title: 'address', width: 8, left: true, read: (peer) => memberText(peer, 'addr') })
  }
  if (level >= 3) columns.push({ title: 'version', width: 8, left: true, read: formatVersion })
  return columns
}

/** Returns protocol version and user agent, or '' before the handshake. */
function formatVersion(peer: JsonValue): string {
  const version = `${memberText(peer, 'version')}${memberText(peer, 'subver')}`
  return version === '0' ? '' : version
}

/** Returns the lines of the table: inbound peers first, then by the shortest ping. */
export function formatPeers(peers: readonly JsonValue[], level: number, now: number): string[] {
  const sorted = peers.toSorted(
    (a, b) =>
      Number(isOutbound(a)) - Number(isOutbound(b)) ||
      (memberNumber(a, 'minping') || 0) - (memberNumber(b, 'minping') || 0) ||
      memberNumber(a, 'id') - memberNumber(b, 'id'),
  )
  const columns = columnsFor(level, now).map((column) => ({ ...column, cells: sorted.map(column.read) }))
  const widths = columns.map(({ width, cells }) => Math.max(width, ...cells.map((cell) => cell.length)))
  const pad = (text: string, index: number) =>
    columns[index]?.left ? text.padEnd(widths[index]!) : text.padStart(widths[index]!)
  const line = (texts: readonly string[]) => texts.map(pad).join(' ').trimEnd()
  return [
    line(columns.map(({ title }) => title)),
    ...sorted.map((_, row) => line(columns.map(({ cells }) => cells[row]!))),
    line(columns.map(({ unit = '' }) => unit)),
  ]
}
