/** Methods for the window about peers, bans and the sync state. The reference does not have them. */
import { defineMethod } from '../define.ts'
import { p } from '../param.ts'
import { r } from '../result.ts'
import { addedAddresses, peerFields } from './network.ts'

const DAY = 86_400

/** Reasons for a failed connection to a node. `closed` means before the handshake, as by a node of another chain. */
const CONNECT_FAILURES = [
  ...(['refused', 'timeout', 'unreachable', 'unknown-name', 'banned', 'self', 'other-network'] as const),
  ...(['obsolete', 'silent', 'closed', 'ended', 'other'] as const),
] as const

const lastMessage = r.oneOf(
  'null: none yet',
  r.nothing,
  r.object({ command: r.text(), bytes: r.int('with its frame'), time: r.time() }),
)

/** Members of a connection beyond the reference's, cheap enough to return for all connections at once. */
const moreOfPeer = {
  ip: r.oneOf('as setban takes it; null while it is not known, behind a proxy', r.nothing, r.text()),
  network: r.choice('', 'ipv4', 'ipv6', 'onion', 'unroutable'),
  group: r.text('addresses of one group count as one owner’s'),
  height: r.height('greatest that it is known to have: announced, shared or fetched from this node; -1 unknown'),
  useragent: r.text('what it calls itself, unabridged but for control characters: hostile text'),
  minping: r.double('seconds, 0 before the first answer'),
  pings: r.array(r.double('seconds'), 'the last 60, oldest first'),
}

const listpeers = defineMethod({
  name: 'listpeers',
  category: 'network',
  consent: 'none',
  changesWith: ['peers'],
  summary: 'Lists the connections with their networks, groups and last pings.',
  params: [],
  returns: 'a row for each connection',
  result: r.array(r.object({ ...peerFields, ...moreOfPeer })),
  examples: [{ params: [], result: [] }],
  flags: { beyondReference: true },
})

const listaddednodes = defineMethod({
  name: 'listaddednodes',
  category: 'network',
  consent: 'none',
  changesWith: ['peers'],
  summary:
    'Lists the nodes that addnode keeps and the last that it tried once, with what became of connecting to them.',
  params: [],
  returns: 'a row for each kept node, then one for each of at most 20 that were tried once',
  result: r.array(
    r.object({
      node: r.text('as it was given'),
      kept: r.bool('false: it was tried once'),
      state: r.choice(
        'connecting until the handshake; waiting for the next try; failed where there is none; off with -maxconnections=0',
        ...(['connected', 'connecting', 'waiting', 'failed', 'off'] as const),
      ),
      failure: r.oneOf(
        'why the last try failed; null: it did not, or none has ended',
        r.nothing,
        r.choice('', ...CONNECT_FAILURES),
      ),
      retryin: r.oneOf('seconds until the next try, while it waits for one', r.nothing, r.int()),
      addresses: addedAddresses,
    }),
  ),
  examples: [{ params: [], result: [] }],
  flags: { beyondReference: true },
})

const getpeerdetails = defineMethod({
  name: 'getpeerdetails',
  category: 'network',
  consent: 'none',
  changesWith: ['peers'],
  summary: 'Shows everything that is known of one connection.',
  params: [p.int('id', 'of the connection, see getpeerinfo')],
  returns: 'the connection with its counters',
  result: r.object({
    ...peerFields,
    ...moreOfPeer,
    relay: r.bool('it wants transactions announced'),
    filtered: r.bool('it has loaded a bloom filter'),
    sendqueue: r.int('bytes that wait to be sent'),
    clockoffset: r.int('its clock minus ours when it said hello, seconds; nothing depends on it'),
    lastsent: lastMessage,
    lastreceived: lastMessage,
    messages: r.array(
      r.object({
        command: r.text('*other* for those that are unknown'),
        sent: r.int(),
        bytessent: r.int(),
        received: r.int(),
        bytesreceived: r.int(),
      }),
      'traffic by kind of message, by name',
    ),
  }),
  errors: [{ code: -29, message: 'Node not found in connected nodes', when: 'the connection has ended' }],
  examples: [{ params: [1] }],
  flags: { beyondReference: true },
})

const gettraffichistory = defineMethod({
  name: 'gettraffichistory',
  category: 'network',
  consent: 'none',
  changesWith: 'never',
  summary: 'Shows the traffic of the last hours, kept over restarts.',
  params: [p.int('seconds', 'how far back', { min: 1, max: DAY }).default(300).nullable()],
  result: r.array(
    r.object({ time: r.time('end of the interval'), received: r.int('bytes'), sent: r.int('bytes') }),
    'oldest first; nothing is listed for the time in which the node did not run',
  ),
  examples: [{ params: [], result: [] }, { params: [DAY] }],
  flags: { beyondReference: true },
})

const getsyncstate = defineMethod({
  name: 'getsyncstate',
  category: 'network',
  consent: 'none',
  changesWith: ['tip', 'peers', 'sync'],
  summary: 'Says where the node stands in the network, and from what it concludes that.',
  description:
    'It answers from the first moment on: while the node starts, the state is starting, blocks (they are read from files) or indexing.',
  params: [],
  returns: 'the state, and the evidence for it',
  result: r.object({
    enabled: r.bool('false: this node was told to have no peers at all, -maxconnections=0'),
    state: r.choice(
      '',
      'starting',
      'no-peers',
      'headers',
      'blocks',
      'indexing',
      'stalled',
      'other-branch',
      'other-chain',
      'reorganising',
      'stale-tip',
      'synced',
      'solo',
    ),
    since: r.time(),
    detail: r.text('one sentence for people'),
    trusted: r.oneOf(
      'up to where history is taken on the reference’s word, without scripts, conditions and proofs (-checkpoints); null: nowhere',
      r.nothing,
      r.object({ height: r.height(), time: r.time() }),
    ),
    evidence: r.object({
      height: r.height('of the tip, -1 before the chain is open'),
      headers: r.height('of the best header'),
      peersheight: r.height('best that peers claim or have shown, -1 without any'),
      peers: r.int(),
      outbound: r.int('of them, those we connected to'),
      tiptime: r.time(),
      inflight: r.int('blocks asked for'),
      waitingfor: r.oneOf('id of the peer that holds everything up', r.nothing, r.int()),
      otherbranch: r.oneOf(
        'in the state other-branch: a branch with more work that peers follow and this node refused; else null',
        r.nothing,
        r.object({
          height: r.height('of its best block that peers have shown'),
          hash: r.blockHash(),
          followers: r.int('peers that have shown blocks of it'),
          counted: r.int('of so many: those this node connected to or trusts, or all where there are none of these'),
          refusedheight: r.height('of the first block of it that was refused here'),
          refusedhash: r.blockHash(),
          reason: r.oneOf('the rule, empty where it has no name; null where that was not kept', r.nothing, r.text()),
          byuser: r.bool('it was ruled out with invalidateblock'),
          refusedtime: r.oneOf('null: before the program was started', r.nothing, r.time()),
        }),
      ),
      otherchain: r.oneOf(
        'in the state other-chain: a chain with another block 1 and more work that peers follow, and that no node changes over to; else null',
        r.nothing,
        r.object({
          height: r.height('of the block up to which its work is proven'),
          firsthash: r.blockHash('of its block 1'),
          ownfirsthash: r.blockHash('of block 1 of this node'),
          work: r.hex('proven work of it'),
          ownwork: r.hex('work of the chain of this node'),
          followers: r.int('peers on it'),
          counted: r.int('of so many: those this node connected to or trusts, and that have shown a chain'),
        }),
      ),
    }),
    progress: r.double('0 to 1, blocks of those known'),
  }),
  examples: [{ params: [] }],
  flags: { beyondReference: true, duringWarmup: true },
})

/** Members of a ban in the list and in restorebans. */
const banFields = {
  address: r.text('address/netmask'),
  banned_until: r.time(),
  created: r.time(),
  reason: r.choice('by a person, or by the score', 'manual', 'misbehaving'),
  note: r.text(),
}

const listbans = defineMethod({
  name: 'listbans',
  category: 'network',
  consent: 'none',
  changesWith: ['peers', 'bans'],
  summary: 'Lists the bans with everything that is known of them.',
  params: [],
  returns: 'a row for each ban',
  result: r.array(r.object({ ...banFields, covers: r.text('how many addresses, a decimal number') })),
  examples: [{ params: [], result: [] }],
  flags: { beyondReference: true },
})

/** Maximum number of bans per call of restorebans. */
export const MAX_RESTORED = 1_000

const restorebans = defineMethod({
  name: 'restorebans',
  category: 'network',
  consent: 'tell',
  changesWith: 'never',
  summary: 'Puts bans back as listbans showed them, with their reason and the time they were made.',
  description: 'What has ended meanwhile, what is banned again, and what the full list has no room for is left out.',
  params: [p.array('bans', `entries of listbans, at most ${MAX_RESTORED}`, { type: 'object' }).typed()],
  returns: 'how many were put back',
  result: r.object({ restored: r.int() }),
  errors: [
    { code: -23, message: 'Error: Invalid IP/Subnet', when: 'one of them is none; then nothing is put back' },
    { code: -8, message: 'Invalid parameter, …', when: 'an entry is not what listbans shows' },
  ],
  examples: [
    {
      params: [
        [
          {
            ...{ address: '192.168.0.6/255.255.255.255', banned_until: 1_900_000_000, created: 1_700_000_000 },
            ...{ reason: 'manual', note: 'sends garbage' },
          },
        ],
      ],
      result: { restored: 1 },
    },
  ],
  flags: { beyondReference: true },
})

const previewban = defineMethod({
  name: 'previewban',
  category: 'network',
  consent: 'none',
  changesWith: ['peers', 'bans'],
  summary: 'Says what a ban would cover and whom it would drop.',
  params: [p.str('ip(/netmask)', 'as setban takes it')],
  returns: 'the range and the peers in it',
  result: r.object({
    subnet: r.text('as listbanned would show it'),
    covers: r.text('how many addresses, a decimal number'),
    peers: r.array(r.int(), 'ids of the peers that would be dropped'),
    connections: r.int('of this many'),
    banned: r.bool('setban would say that it is banned already'),
  }),
  errors: [{ code: -23, message: 'Error: Invalid IP/Subnet', when: 'it is none' }],
  examples: [
    {
      params: ['192.168.0.0/24'],
      result: { subnet: '192.168.0.0/255.255.255.0', covers: '256', peers: [], connections: 0, banned: false },
    },
  ],
  flags: { beyondReference: true },
})

export const networkViewMethods = {
  getpeerdetails,
  getsyncstate,
  gettraffichistory,
  listaddednodes,
  listbans,
  listpeers,
  previewban,
  restorebans,
} as const
