/** Methods about peers and bans, as on the reference (rpc.md §5). */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'

/** Members of a connection in getpeerinfo, in the reference's order. */
export const peerFields = {
  id: r.int('id of the connection'),
  addr: r.text('host:port of the peer, as disconnectnode accepts it'),
  addrlocal: r.optional(r.text('address of this node as the peer sees it')),
  services: r.text('16 hex digits'),
  lastsend: r.time('time of the last data sent; 0: none yet'),
  lastrecv: r.time('time of the last data received; 0: none yet'),
  bytessent: r.int(),
  bytesrecv: r.int(),
  conntime: r.time('time of connection'),
  timeoffset: r.int('always 0'),
  pingtime: r.double('last ping time in seconds, 0 before the first reply'),
  pingwait: r.optional(r.double('seconds since an unanswered ping was sent')),
  version: r.int('protocol version, 0 before the handshake'),
  subver: r.text('user agent of the peer, reduced to letters, digits and a few other characters'),
  inbound: r.bool('true if the peer opened the connection'),
  startingheight: r.height('height of the peer at connection, -1 before the handshake'),
  banscore: r.optional(r.int()),
  synced_headers: r.optional(r.height('height of the last common header, -1 if unknown')),
  synced_blocks: r.optional(r.height('height of the last common block, -1 if unknown')),
  inflight: r.optional(r.array(r.height(), 'heights of the blocks requested from the peer')),
  addr_processed: r.int('number of addresses received from the peer'),
  addr_rate_limited: r.int('number of addresses dropped by the rate limit'),
  whitelisted: r.bool(),
}

const PEER_EXAMPLE = '192.168.0.6:8233'
const NODE = 'host or host:port; default port: the port of the chain'

const addnode = defineMethod({
  name: 'addnode',
  category: 'network',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Adds a node to the list of kept connections, removes it from the list, or tries it once.',
  params: [
    p.str('node', NODE),
    p.str(
      'command',
      '"add": connect now and reconnect after each loss; "remove": remove from the list; "onetry": connect once',
    ),
  ],
  result: r.nothing,
  errors: [
    { code: -23, message: 'Error: Node already added', when: 'the node is on the list' },
    { code: -24, message: 'Error: Node has not been added.', when: 'the node is not on the list' },
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
  summary: 'Closes a connection immediately.',
  params: [p.str('node', 'addr value of getpeerinfo; default port: the port of the chain')],
  result: r.nothing,
  errors: [{ code: -29, message: 'Node not found in connected nodes', when: 'there is no such connection' }],
  examples: [{ params: [PEER_EXAMPLE], result: null }],
})

export const addedAddresses = r.array(
  r.object({ address: r.text('host:port'), connected: r.choice('', 'false', 'inbound', 'outbound') }),
  'addresses, empty until the name is resolved',
)

const getaddednodeinfo = defineMethod({
  name: 'getaddednodeinfo',
  category: 'network',
  consent: 'none',
  changesWith: ['peers'],
  summary: 'Lists the nodes on addnode’s list, without those tried once.',
  params: [
    p.bool('dns', 'true: include addresses and connections'),
    p.str('node', 'node to show; default: all').optional(),
  ],
  returns: 'a row for each node on the list',
  result: r.array(
    r.object({
      addednode: r.text('node as given to addnode'),
      connected: r.optional(r.bool()),
      addresses: r.optional(addedAddresses),
    }),
  ),
  errors: [{ code: -24, message: 'Error: Node has not been added.', when: 'the node is not on the list' }],
  examples: [{ params: [true], result: [] }, { params: [true, PEER_EXAMPLE] }],
})

const getconnectioncount = defineMethod({
  name: 'getconnectioncount',
  category: 'network',
  consent: 'none',
  changesWith: ['peers'],
  summary: 'Counts the connections to other nodes.',
  params: [],
  result: r.int('number of inbound and outbound connections'),
  examples: [{ params: [], result: 0 }],
})

const getdeprecationinfo = defineMethod({
  name: 'getdeprecationinfo',
  category: 'network',
  consent: 'none',
  changesWith: 'never',
  summary: 'Shows the announced version, and the height at which komodod’s own version ends.',
  description: 'Main mode only. This node does not stop at that height.',
  params: [],
  returns: 'versions as announced to peers',
  result: r.object({ version: r.int(), subversion: r.text(), deprecationheight: r.height() }),
  errors: [{ code: -1, message: 'this help', when: 'on regtest' }],
  examples: [{ params: [] }],
})

const getnettotals = defineMethod({
  name: 'getnettotals',
  category: 'network',
  consent: 'none',
  changesWith: 'never',
  summary: 'Shows the bytes sent to and received from peers since the start.',
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
  summary: 'Shows the state of this node in the network.',
  params: [],
  returns: 'versions, reachable networks, own addresses',
  result: r.object({
    version: r.int(),
    subversion: r.text('user agent announced to peers'),
    protocolversion: r.int(),
    localservices: r.text('16 hex digits'),
    timeoffset: r.int('always 0'),
    connections: r.int(),
    networks: r.array(
      r.object({
        name: r.choice('network; the last one has no name, as in komodod', 'ipv4', 'ipv6', 'onion', ''),
        limited: r.bool('true if excluded by -onlynet'),
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
  description: 'The ping uses the same queue as all messages; the result is in pingtime and pingwait of getpeerinfo.',
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
    'Matching peers are disconnected immediately. Bans survive a restart and end at their expiry time. A range of IPv6 addresses never bans IPv4 addresses; 0.0.0.0/0 bans all of those.',
  params: [
    p.str('ip(/netmask)', SUBNET),
    p.str('command', '"add" or "remove"'),
    p
      .int64(
        'bantime',
        'duration in seconds, or a unix time with absolute; 0: the value of -bantime, by default 24 hours',
      )
      .default(0n)
      .nullable(),
    p.any('absolute', 'true: bantime is a unix time', 'json').optional(),
    p.any('note', 'reason of the ban, at most 200 characters', 'string').optional(),
  ],
  result: r.nothing,
  errors: [
    { code: -23, message: 'Error: Invalid IP/Subnet', when: 'the text is not an address or subnet' },
    {
      code: -23,
      message: 'Error: IP/Subnet already banned',
      when: 'exactly this subnet, or the address by any ban, is banned',
    },
    { code: -1, message: 'Error: Unban failed', when: 'exactly this address or subnet is not banned' },
    { code: -8, message: 'The ban list is full', when: 'the list has 50,000 entries' },
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
