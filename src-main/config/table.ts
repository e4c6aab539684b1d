/** Every option, with its meaning: read from here, documented from here, and what is not here is unknown. */

export type OptionKind = 'flag' | 'integer' | 'amount' | 'text' | 'list'

export interface OptionSpec<Kind extends OptionKind = OptionKind> {
  readonly kind: Kind
  readonly group: string
  readonly doc: string
  /** of an integer */
  readonly min?: number
  readonly max?: number
  /** as help shows it */
  readonly fallback?: string
  /** A conf file comes too late for these (chain-params.md §1). */
  readonly commandLineOnly?: true
}

function spec<Kind extends OptionKind>(kind: Kind, group: string, doc: string, fallback?: string): OptionSpec<Kind> {
  return { kind, group, doc, ...(fallback !== undefined && { fallback }) }
}

const flag = (group: string, doc: string, fallback?: string) => spec('flag', group, doc, fallback)
const text = (group: string, doc: string, fallback?: string) => spec('text', group, doc, fallback)
const list = (group: string, doc: string) => spec('list', group, doc)
const amount = (group: string, doc: string, fallback: string) => spec('amount', group, doc, fallback)
const integer = (group: string, doc: string, fallback: string, min: number, max: number) => ({
  ...spec('integer', group, doc, fallback),
  min,
  max,
})

const INT32_MAX = 0x7fff_ffff
const CHAIN = 'Chain'
const FILES = 'Files'
const RPC = 'RPC server'
const P2P = 'Peers'
const WALLET = 'Wallet'
const MINING = 'Mining'
const POLICY = 'Mempool'
const LOG = 'Log'

export const OPTIONS = {
  sandbox: {
    ...flag(CHAIN, 'This program’s own playground chain; started when no chain is named'),
    commandLineOnly: true,
  },
  ac_name: {
    ...text(CHAIN, 'Name of the Smart Chain; the other -ac_ options must be the chain’s own'),
    commandLineOnly: true,
  },
  regtest: { ...flag(CHAIN, 'Regression test mode: blocks are made on demand'), commandLineOnly: true },
  testnet: { ...flag(CHAIN, 'Not available'), commandLineOnly: true },
  nuparams: list(CHAIN, '<branch id>:<height>: height of a network upgrade, regtest only'),
  mocktime: integer(CHAIN, 'Unix time at which the clock stands still, regtest only', '0', 0, 0xffff_ffff),
  maxreorg: integer(CHAIN, 'A deeper reorganisation stops the node', '99', 1, INT32_MAX),
  maxtipage: integer(CHAIN, 'A tip older than so many seconds means that blocks are missing', '86400', 0, INT32_MAX),
  checkblocks: integer(CHAIN, 'Blocks to check at the start', '288', 0, INT32_MAX),
  checklevel: integer(CHAIN, 'How thoroughly, 0 to 4', '3', 0, 4),

  datadir: { ...text(FILES, 'Directory of the chain; must exist', '~/.chainwright/<name>'), commandLineOnly: true },
  conf: { ...text(FILES, 'Conf file, relative to the data directory', '<name>.conf'), commandLineOnly: true },
  loadblock: list(FILES, 'Bootstrap file to import blocks from'),
  reindex: flag(FILES, 'Rebuild everything from the block files', '0'),
  txindex: flag(FILES, 'Find any transaction by its id', '1'),
  addressindex: flag(FILES, 'Keep balances and history of addresses', '1 on chains with -ac_cc, else 0'),
  spentindex: flag(FILES, 'Know where outputs were spent', '1 on chains with -ac_cc, else 0'),
  timestampindex: flag(FILES, 'Find blocks by time', '0'),
  dbcache: integer(FILES, 'MiB of database cache', '64', 4, 65_536),
  par: integer(FILES, 'Threads that check signatures; 0: one for each core, -n: n fewer', '0', -256, 256),

  server: flag(RPC, 'Accept RPC calls', '1'),
  rpcuser: text(RPC, 'User name'),
  rpcpassword: text(RPC, 'Password; without one a cookie file is written'),
  rpccookiefile: text(RPC, 'Cookie file, relative to the data directory', '.cookie'),
  rpcport: integer(RPC, 'Port', 'P2P port + 1', 0, 65_535),
  rpcbind: list(RPC, 'Address to listen on, host or host:port; needs -rpcallowip'),
  rpcallowip: list(RPC, 'Clients that may connect: address, address/mask or address/prefix'),
  rpcallowhost: list(RPC, 'Further name that a request’s Host header may have'),
  rpcthreads: integer(RPC, 'Calls that may run at a time', '4', 1, 1024),
  rpcworkqueue: integer(RPC, 'Calls that may wait beyond those', '16', 1, 1_000_000),
  rpcservertimeout: integer(RPC, 'Seconds after which an idle connection is closed', '30', 1, 86_400),

  listen: flag(P2P, 'Accept peers', '1, 0 with -connect and in the sandbox'),
  port: integer(P2P, 'Port to accept peers on', 'derived from the chain', 0, 65_535),
  bind: list(P2P, 'Address to accept peers on'),
  whitebind: list(P2P, 'The same; peers that come there are never banned'),
  whitelist: list(P2P, 'Peers that are never banned: address or subnet'),
  connect: list(P2P, 'Connect to these peers only'),
  addnode: list(P2P, 'Peer to keep a connection to'),
  seednode: list(P2P, 'Peer to ask for addresses'),
  discover: flag(P2P, 'Find out own addresses', '1'),
  externalip: list(P2P, 'Own address to tell peers'),
  proxy: text(P2P, 'SOCKS5 proxy, host:port'),
  onion: text(P2P, 'SOCKS5 proxy for onion peers', '-proxy'),
  onlynet: list(P2P, 'Connect only over ipv4, ipv6 or onion'),
  proxyrandomize: flag(P2P, 'Other proxy credentials for each connection', '1'),
  maxconnections: integer(P2P, 'Most peers', '125', 0, 10_000),
  banscore: integer(P2P, 'Score at which a peer is banned', '100', 1, INT32_MAX),
  bantime: integer(P2P, 'Seconds that a ban lasts', '86400', 1, INT32_MAX),

  pubkey: text(WALLET, 'Public key that modules act for, 66 hex digits'),
  disablewallet: flag(WALLET, 'Run without a wallet', '0'),
  keypool: integer(WALLET, 'Keys that are made in advance', '100', 1, 100_000),
  exportdir: text(WALLET, 'Directory for backups and dumps'),
  rescan: flag(WALLET, 'Look through the chain for the wallet’s payments', '0'),
  paytxfee: amount(WALLET, 'Fee for 1000 bytes', '0'),
  mintxfee: amount(WALLET, 'Lowest fee for 1000 bytes', '0.00001'),
  txconfirmtarget: integer(WALLET, 'Blocks within which payments should confirm', '2', 1, 1000),
  experimentalfeatures: flag(WALLET, 'Needed with -developerencryptwallet', '0'),
  developerencryptwallet: flag(WALLET, 'Allow encryptwallet', '0'),

  gen: { ...flag(MINING, 'Mine blocks', '0'), commandLineOnly: true },
  genproclimit: integer(MINING, 'Threads to mine with, -1: all cores', '1', -1, 1024),
  mineraddress: text(MINING, 'Address that rewards go to without a wallet'),
  automine: flag(MINING, 'Mine a block whenever a transaction waits, regtest only', '1 in the sandbox, else 0'),
  testnode: flag(MINING, 'Give block templates without peers', '0'),
  blockmaxsize: integer(MINING, 'Most bytes of a block made here', 'what the chain allows', 1000, 4_194_304),

  maxmempool: integer(POLICY, 'Most MB of waiting transactions', '300', 5, 65_536),
  mempoolexpiry: integer(POLICY, 'Hours after which a waiting transaction is dropped', '1', 1, 8760),
  minrelaytxfee: amount(POLICY, 'Lowest fee for 1000 bytes that is relayed', '0.000001'),

  debug: list(LOG, 'Module to log in detail, or 1 for all'),
  loglevel: text(LOG, 'debug, info, warn or error', 'info'),
  printtoconsole: flag(LOG, 'Log to the terminal too', '0'),
} as const satisfies Record<string, OptionSpec>

export type OptionName = keyof typeof OPTIONS

/** Options of one kind: a text cannot be read as a number. */
export type NameOf<Kind extends OptionKind> = {
  [N in OptionName]: (typeof OPTIONS)[N]['kind'] extends Kind ? N : never
}[OptionName]

/** Known to scripts that were written for the reference; they have no effect here. */
export const INERT: ReadonlySet<string> = new Set([
  'blockminsize',
  'blockprioritysize',
  'checkblockindex',
  'checkmempool',
  'daemon',
  'dns',
  'dnsseed',
  'logtimemicros',
  'logtimestamps',
  'relaypriority',
  'rest',
  'salvagewallet',
  'txexpirydelta',
  'upnp',
  'wallet',
  'whitelistaddress',
  'zapwallettxes',
])
