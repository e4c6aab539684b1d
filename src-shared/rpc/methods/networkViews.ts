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
  'last message; null if there was none yet',
  r.nothing,
  r.object({ command: r.text(), bytes: r.int('size including the frame'), time: r.time() }),
)

/** Members of a connection beyond the reference's, cheap enough to return for all connections at once. */
const moreOfPeer = {
  ip: r.oneOf('address as setban takes it; null if unknown, behind a proxy', r.nothing, r.text()),
  network: r.choice('', 'ipv4', 'ipv6', 'onion', 'unroutable'),
  group: r.text('address group; addresses of one group count as one owner’s'),
  height: r.height('best known height of the peer: announced, shared or fetched from this node; -1 if unknown'),
  useragent: r.text('user agent of the peer, complete except for control characters: untrusted text'),
  minping: r.double('shortest ping time in seconds, 0 before the first reply'),
  pings: r.array(r.double('seconds'), 'last 60 pings, oldest first'),
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
  summary: 'Lists the nodes on addnode’s list and the last ones tried once, with their connection state.',
  params: [],
  returns: 'a row for each node on the list, then one for each of at most 20 nodes that were tried once',
  result: r.array(
    r.object({
      node: r.text('node as given'),
      kept: r.bool('false if the node was only tried once'),
      state: r.choice(
        'state; connecting: until the handshake; waiting: for the next try; failed: no further try; off: -maxconnections=0',
        ...(['connected', 'connecting', 'waiting', 'failed', 'off'] as const),
      ),
      failure: r.oneOf(
        'reason why the last try failed; null: it succeeded, or no try has ended yet',
        r.nothing,
        r.choice('', ...CONNECT_FAILURES),
      ),
      retryin: r.oneOf('seconds until the next try, if one is scheduled', r.nothing, r.int()),
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
  summary: 'Shows all details of one connection.',
  params: [p.int('id', 'id of the connection, see getpeerinfo')],
  returns: 'the connection with its counters',
  result: r.object({
    ...peerFields,
    ...moreOfPeer,
    relay: r.bool('true if the peer wants transactions announced'),
    filtered: r.bool('true if the peer has loaded a bloom filter'),
    sendqueue: r.int('bytes queued for sending'),
    clockoffset: r.int('clock of the peer minus clock of this node at the handshake, in seconds; informational only'),
    lastsent: lastMessage,
    lastreceived: lastMessage,
    messages: r.array(
      r.object({
        command: r.text('message type; *other* for unknown types'),
        sent: r.int(),
        bytessent: r.int(),
        received: r.int(),
        bytesreceived: r.int(),
      }),
      'traffic by message type',
    ),
  }),
  errors: [{ code: -29, message: 'Node not found in connected nodes', when: 'the connection is closed' }],
  examples: [{ params: [1] }],
  flags: { beyondReference: true },
})

const gettraffichistory = defineMethod({
  name: 'gettraffichistory',
  category: 'network',
  consent: 'none',
  changesWith: 'never',
  summary: 'Shows the traffic of the last hours, kept across restarts.',
  params: [p.int('seconds', 'length of the period in seconds', { min: 1, max: DAY }).default(300).nullable()],
  result: r.array(
    r.object({ time: r.time('end of the interval'), received: r.int('bytes'), sent: r.int('bytes') }),
    'oldest first; no rows for times when the node did not run',
  ),
  examples: [{ params: [], result: [] }, { params: [DAY] }],
  flags: { beyondReference: true },
})

const getsyncstate = defineMethod({
  name: 'getsyncstate',
  category: 'network',
  consent: 'none',
  changesWith: ['tip', 'peers', 'sync'],
  summary: 'Shows the synchronisation state of the node, and the evidence for it.',
  description:
    'Available from the start of the node: during start-up, the state is starting, blocks (read from files) or indexing.',
  params: [],
  returns: 'the state, and the evidence for it',
  result: r.object({
    enabled: r.bool('false if this node is configured to have no peers (-maxconnections=0)'),
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
    detail: r.text('description of the state, one sentence'),
    trusted: r.oneOf(
      'last block up to which scripts, conditions and proofs are not checked, because of komodod’s checkpoints (-checkpoints); null if there is no such block',
      r.nothing,
      r.object({ height: r.height(), time: r.time() }),
    ),
    evidence: r.object({
      height: r.height('height of the tip, -1 before the chain is open'),
      headers: r.height('of the best header'),
      peersheight: r.height('best height claimed or shown by peers, -1 without any'),
      peers: r.int(),
      outbound: r.int('number of outbound peers among them'),
      tiptime: r.time(),
      inflight: r.int('number of requested blocks'),
      waitingfor: r.oneOf('id of the peer that delays the synchronisation', r.nothing, r.int()),
      otherbranch: r.oneOf(
        'branch with more work that peers follow and this node rejected, in the state other-branch; otherwise null',
        r.nothing,
        r.object({
          height: r.height('height of its best block shown by peers'),
          hash: r.blockHash(),
          followers: r.int('number of peers that have shown blocks of the branch'),
          counted: r.int('number of peers in total: those this node connected to or trusts, or all if there are none'),
          refusedheight: r.height('height of the first rejected block of the branch'),
          refusedhash: r.blockHash(),
          reason: r.oneOf(
            'rule that was broken, empty if the rule has no name; null if the reason was not kept',
            r.nothing,
            r.text(),
          ),
          byuser: r.bool('true if the block was rejected by invalidateblock'),
          refusedtime: r.oneOf('time of rejection; null: before the start of the program', r.nothing, r.time()),
        }),
      ),
      otherchain: r.oneOf(
        'chain with another block 1 and more work that peers follow, to which no node switches, in the state other-chain; otherwise null',
        r.nothing,
        r.object({
          height: r.height('height of the last block with proven work'),
          firsthash: r.blockHash('hash of its block 1'),
          ownfirsthash: r.blockHash('hash of block 1 of this node'),
          work: r.hex('proven work of the chain'),
          ownwork: r.hex('work of the chain of this node'),
          followers: r.int('number of peers on the chain'),
          counted: r.int(
            'number of peers in total: those this node connected to or trusts, and that have shown a chain',
          ),
        }),
      ),
    }),
    progress: r.double('fraction of the known blocks, 0 to 1'),
  }),
  examples: [{ params: [] }],
  flags: { beyondReference: true, duringWarmup: true },
})

/** Members of a ban in the list and in restorebans. */
const banFields = {
  address: r.text('address/netmask'),
  banned_until: r.time(),
  created: r.time(),
  reason: r.choice('origin; manual: by the user; misbehaving: by the score', 'manual', 'misbehaving'),
  note: r.text(),
}

const listbans = defineMethod({
  name: 'listbans',
  category: 'network',
  consent: 'none',
  changesWith: ['peers', 'bans'],
  summary: 'Lists the bans with all details.',
  params: [],
  returns: 'a row for each ban',
  result: r.array(r.object({ ...banFields, covers: r.text('number of covered addresses, a decimal number') })),
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
  summary: 'Restores bans listed by listbans, with their reason and creation time.',
  description: 'Expired bans, addresses banned again, and bans beyond the limit of the list are left out.',
  params: [p.array('bans', `entries of listbans, at most ${MAX_RESTORED}`, { type: 'object' }).typed()],
  returns: 'number of restored bans',
  result: r.object({ restored: r.int() }),
  errors: [
    {
      code: -23,
      message: 'Error: Invalid IP/Subnet',
      when: 'one of the entries is not an address or subnet; nothing is restored',
    },
    { code: -8, message: 'Invalid parameter, …', when: 'an entry does not have the format of listbans' },
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
  summary: 'Shows the addresses and peers that a ban would affect.',
  params: [p.str('ip(/netmask)', 'address or subnet, as setban takes it')],
  returns: 'the range, and its peers',
  result: r.object({
    subnet: r.text('subnet as listbanned would show it'),
    covers: r.text('number of covered addresses, a decimal number'),
    peers: r.array(r.int(), 'ids of the peers that would be dropped'),
    connections: r.int('total number of connections'),
    banned: r.bool('true if setban would report this subnet as already banned'),
  }),
  errors: [{ code: -23, message: 'Error: Invalid IP/Subnet', when: 'the text is not an address or subnet' }],
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
