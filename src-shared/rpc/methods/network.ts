/** Methods about peers and bans, as on the reference (rpc.md §5). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'

/** Members of a connection in getpeerinfo, in the reference's order. */
export const peerFields = {
  id: r.int('of the connection'),
  addr: r.text('host:port of the other end, as disconnectnode takes it'),
  addrlocal: r.optional(r.text('our own address as the peer sees it')),
  services: r.text('16 hex digits'),
  lastsend: r.time('0: nothing was sent yet'),
  lastrecv: r.time('0: nothing has come yet'),
  bytessent: r.int(),
  bytesrecv: r.int(),
  conntime: r.time('since when it is connected'),
  timeoffset: r.int('always 0'),
  pingtime: r.double('seconds, 0 before the first answer'),
  pingwait: r.optional(r.double('seconds that an unanswered ping has waited')),
  version: r.int('protocol version, 0 before the handshake'),
  subver: r.text('what the peer calls itself; letters, digits and few signs only'),
  inbound: r.bool('it connected to us'),
  startingheight: r.height('its height when it connected, -1 before the handshake'),
  banscore: r.optional(r.int()),
  synced_headers: r.optional(r.height('last header in common, -1 unknown')),
  synced_blocks: r.optional(r.height('last block in common, -1 unknown')),
  inflight: r.optional(r.array(r.height(), 'heights of the blocks asked of it')),
  addr_processed: r.int('addresses it told us'),
  addr_rate_limited: r.int('addresses that came too fast and were dropped'),
  whitelisted: r.bool(),
}

const PEER_EXAMPLE = '192.168.0.6:8233'
const NODE = 'host or host:port; without a port the chain’s own is meant'

const addnode = defineMethod({
  name: 'addnode',
  category: 'network',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Keeps a connection to a node, stops keeping it, or tries it once.',
  params: [
    p.str('node', NODE),
    p.str('command', '"add": connect now and whenever it is lost; "remove": forget it; "onetry": connect once'),
  ],
  result: r.nothing,
  errors: [
    { code: -23, message: 'Error: Node already added', when: 'it is on the list' },
    { code: -24, message: 'Error: Node has not been added.', when: 'it is not on the list' },
  ],
  examples: [
    { params: [PEER_EXAMPLE, 'onetry'], result: null },
    { params: [PEER_EXAMPLE, 'add'], result: null },
  ],
})

const disconnectnode = defineMethod({
  name: 'disconnectnode',
  category: 'network',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Ends a connection at once.',
  params: [p.str('node', 'as getpeerinfo shows it in addr; without a port the chain’s own is meant')],
  result: r.nothing,
  errors: [{ code: -29, message: 'Node not found in connected nodes', when: 'there is no such connection' }],
  examples: [{ params: [PEER_EXAMPLE], result: null }],
})

export const addedAddresses = r.array(
  r.object({ address: r.text('host:port'), connected: r.choice('', 'false', 'inbound', 'outbound') }),
  'empty while a name is not resolved',
)

const getaddednodeinfo = defineMethod({
  name: 'getaddednodeinfo',
  category: 'network',
  consent: 'none',
  changesWith: ['peers'],
  summary: 'Lists the nodes that addnode keeps; those tried once are not among them.',
  params: [p.bool('dns', 'true: with their addresses and connections'), p.str('node', 'only this one').optional()],
  returns: 'a row for each kept node',
  result: r.array(
    r.object({
      addednode: r.text('as it was added'),
      connected: r.optional(r.bool()),
      addresses: r.optional(addedAddresses),
    }),
  ),
  errors: [{ code: -24, message: 'Error: Node has not been added.', when: 'it is not on the list' }],
  examples: [{ params: [true], result: [] }, { params: [true, PEER_EXAMPLE] }],
})

const getconnectioncount = defineMethod({
  name: 'getconnectioncount',
  category: 'network',
  consent: 'none',
  changesWith: ['peers'],
  summary: 'Counts the connections to other nodes.',
  params: [],
  result: r.int('both directions together'),
  examples: [{ params: [], result: 0 }],
})

const getdeprecationinfo = defineMethod({
  name: 'getdeprecationinfo',
  category: 'network',
  consent: 'none',
  changesWith: 'never',
  summary: 'Shows the version that is announced and the height at which the reference’s own version ends.',
  description: 'Main mode only. This node does not stop at that height.',
  params: [],
  returns: 'versions as peers see them',
  result: r.object({ version: r.int(), subversion: r.text(), deprecationheight: r.height() }),
  errors: [{ code: -1, message: 'this help', when: 'on regtest' }],
  examples: [{ params: [] }],
})

const getnettotals = defineMethod({
  name: 'getnettotals',
  category: 'network',
  consent: 'none',
  changesWith: 'never',
  summary: 'Shows how many bytes went to and came from peers since the start.',
  params: [],
  returns: 'totals of all peers',
  result: r.object({
    totalbytesrecv: r.int(),
    totalbytessent: r.int(),
    timemillis: r.int('wall clock, milliseconds since 1970'),
  }),
  examples: [{ params: [], result: { totalbytesrecv: 48_212, totalbytessent: 51_907, timemillis: 1_700_015_900_000 } }],
})

const getnetworkinfo = defineMethod({
  name: 'getnetworkinfo',
  category: 'network',
  consent: 'none',
  changesWith: ['peers'],
  summary: 'Shows how this node takes part in the network.',
  params: [],
  returns: 'versions, reachable networks, own addresses',
  result: r.object({
    version: r.int(),
    subversion: r.text('what we call ourselves to peers'),
    protocolversion: r.int(),
    localservices: r.text('16 hex digits'),
    timeoffset: r.int('always 0'),
    connections: r.int(),
    networks: r.array(
      r.object({
        name: r.choice('the last one has no name, as on the reference', 'ipv4', 'ipv6', 'onion', ''),
        limited: r.bool('left out by -onlynet'),
        reachable: r.bool(),
        proxy: r.text('host:port, empty without one'),
        proxy_randomize_credentials: r.bool(),
      }),
    ),
    relayfee: r.coins('for 1000 bytes'),
    localaddresses: r.array(r.object({ address: r.text(), port: r.int(), score: r.int() })),
    warnings: r.text(),
  }),
  examples: [{ params: [] }],
})

const getpeerinfo = defineMethod({
  name: 'getpeerinfo',
  category: 'network',
  consent: 'none',
  changesWith: ['peers'],
  summary: 'Lists the connections.',
  params: [],
  returns: 'a row for each connection',
  result: r.array(r.object(peerFields)),
  examples: [{ params: [], result: [] }],
})

const ping = defineMethod({
  name: 'ping',
  category: 'network',
  consent: 'none',
  changesWith: 'never',
  summary: 'Sends a ping to every peer.',
  description: 'It waits in the same queue as every message; pingtime and pingwait of getpeerinfo show the outcome.',
  params: [],
  result: r.nothing,
  examples: [{ params: [], result: null }],
})

const SUBNET = 'address, address/prefix length or address/netmask; IPv4 or IPv6'

const setban = defineMethod({
  name: 'setban',
  category: 'network',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Bans an address or a range of addresses, or lifts a ban.',
  description:
    'Matching peers are dropped at once. Bans survive a restart and vanish when their time is over. A range of IPv6 addresses bans no IPv4 address, however wide it is; 0.0.0.0/0 are all of those.',
  params: [
    p.str('ip(/netmask)', SUBNET),
    p.str('command', '"add" or "remove"'),
    p
      .int64('bantime', 'seconds, or with absolute a unix time; 0: as long as -bantime says, 24 hours')
      .default(0n)
      .nullable(),
    p.any('absolute', 'true: bantime is a unix time', 'json').optional(),
    p.any('note', 'a reason for people, at most 200 characters', 'string').optional(),
  ],
  result: r.nothing,
  errors: [
    { code: -23, message: 'Error: Invalid IP/Subnet', when: 'it is none' },
    { code: -23, message: 'Error: IP/Subnet already banned', when: 'exactly it, or the address by any ban, is banned' },
    { code: -1, message: 'Error: Unban failed', when: 'exactly it is not banned' },
    { code: -8, message: 'The ban list is full', when: 'it has 50,000 entries' },
  ],
  examples: [
    { params: ['192.168.0.6', 'add', 86400], result: null },
    { params: ['192.168.0.0/24', 'add', 0, false, 'sends garbage'], result: null },
    { params: ['2a01:4f8::/32', 'remove'], result: null },
  ],
})

const listbanned = defineMethod({
  name: 'listbanned',
  category: 'network',
  consent: 'none',
  changesWith: ['peers', 'bans'],
  summary: 'Lists the bans.',
  params: [],
  returns: 'a row for each ban',
  result: r.array(r.object({ address: r.text('address/netmask'), banned_until: r.time() })),
  examples: [{ params: [], result: [] }],
})

const clearbanned = defineMethod({
  name: 'clearbanned',
  category: 'network',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Lifts all bans.',
  params: [],
  result: r.nothing,
  examples: [{ params: [], result: null }],
})

export const networkMethods = {
  addnode,
  clearbanned,
  disconnectnode,
  getaddednodeinfo,
  getconnectioncount,
  getdeprecationinfo,
  getnettotals,
  getnetworkinfo,
  getpeerinfo,
  listbanned,
  ping,
  setban,
} as const
