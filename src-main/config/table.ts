/**
 * Every option that has an effect, with its help text. Parsing and help both use this table. Options without effect are
 * in ignoredOptions.ts.
 */

export type OptionKind = 'flag' | 'integer' | 'amount' | 'text' | 'list'

export interface OptionSpec<Kind extends OptionKind = OptionKind> {
  readonly kind: Kind
  readonly group: string
  readonly doc: string
  /** limits of an integer option */
  readonly min?: number
  readonly max?: number
  /** the default as shown in help */
  readonly fallback?: string
  /** Not read from the conf file, which is read too late for these options (chain-params.md §1). */
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
const PUBLISH = 'Other programs'
const WALLET = 'Wallet'
const MINING = 'Mining'
const POLICY = 'Mempool'
const PEERS = 'Peers'
const LOG = 'Log'

export const OPTIONS = {
  sandbox: {
    ...flag(CHAIN, 'This program’s own sandbox chain, with one wallet; started if no chain is named'),
    commandLineOnly: true,
  },
  ac_name: {
    ...text(CHAIN, 'Name of the Smart Chain; the other -ac_ options must match the chain'),
    commandLineOnly: true,
  },
  regtest: { ...flag(CHAIN, 'Regression test mode: blocks are made on demand'), commandLineOnly: true },
  nuparams: list(CHAIN, '<branch id>:<height>: height of a network upgrade, regtest only'),
  mocktime: integer(CHAIN, 'Fixed Unix time of the node’s clock, regtest only', '0', 0, 0xffff_ffff),
  maxreorg: integer(
    CHAIN,
    'Maximum depth of a reorganisation in blocks; a deeper one stops the node',
    '99',
    1,
    INT32_MAX,
  ),
  checkpoints: flag(
    CHAIN,
    'Accept the old history of a live chain by the reference’s checkpoints; 0: validate the complete history',
    '1',
  ),
  dpowconfs: flag(CHAIN, 'Report one confirmation for blocks after the last notarised block; 0: count blocks', '1'),
  port: {
    ...integer(CHAIN, 'P2P port of the chain; RPC uses the next port', 'derived from the chain', 0, 65_535),
    commandLineOnly: true,
  },

  datadir: { ...text(FILES, 'Directory of the chain; must exist', '~/.chainwright/<name>'), commandLineOnly: true },
  conf: { ...text(FILES, 'Conf file, relative to the data directory', '<name>.conf'), commandLineOnly: true },
  importdir: text(FILES, 'Folder of another node, from which importblocks may read over HTTP'),
  loadblock: list(FILES, 'Bootstrap file to import blocks from'),
  reindex: flag(FILES, 'Rebuild everything from the block files', '0'),
  addressindex: flag(
    FILES,
    'Index of balances and history by address; built or dropped at the next start',
    '1 with -ac_cc, else 0',
  ),
  spentindex: flag(FILES, 'Index of where outputs were spent', '1 with -ac_cc, else 0'),
  timestampindex: flag(FILES, 'Index of blocks by time; built or dropped at the next start', '0'),
  daemon: flag(FILES, 'Run in the background: the command returns when RPC calls are answered; not in the app', '0'),
  dbcache: integer(FILES, 'Size of the database cache in MiB', '64', 4, 65_536),
  par: integer(FILES, 'Number of threads that verify signatures; 0: one per core, -n: n fewer', '0', -256, 256),

  server: flag(RPC, 'Accept RPC calls', '1'),
  rpcuser: text(RPC, 'User name'),
  rpcpassword: text(RPC, 'Password; if it is not set, a cookie file is written'),
  rpccookiefile: text(RPC, 'Cookie file, relative to the data directory', '.cookie'),
  rpcauth: list(RPC, 'Additional user, <user>:<salt>$<hash> as printed by Bitcoin Core’s share/rpcauth'),
  rpcwhitelist: list(RPC, 'Methods that a user may call: <user>:<method>,<method>…'),
  rpcwhitelistdefault: flag(
    RPC,
    'Users without an -rpcwhitelist may call nothing',
    '1 if any user has a whitelist, else 0',
  ),
  rpcreadonly: list(RPC, 'User who may call read-only methods only'),
  rpclocal: list(RPC, 'User whose password works from this computer only'),
  rpclimit: list(
    RPC,
    'Limits of a user: <user>:<calls per second>, or <user>:<calls per second>:<milliseconds of work per second>',
  ),
  rpcport: integer(RPC, 'Port', 'P2P port + 1', 0, 65_535),
  rpcbind: list(RPC, 'Address to listen on, host or host:port; requires -rpcallowip'),
  rpcallowip: list(RPC, 'Clients that may connect: address, address/mask or address/prefix'),
  rpcallowhost: list(RPC, 'Additional name accepted in the Host header of requests'),
  rpcthreads: integer(RPC, 'Maximum number of calls that run at the same time', '4', 1, 1024),
  rpcworkqueue: integer(RPC, 'Maximum number of queued calls', '16', 1, 1_000_000),
  rest: flag(RPC, 'Serve public data of the chain without a password, below /rest/', '0'),
  rpcservertimeout: integer(RPC, 'Seconds after which an idle connection is closed', '30', 1, 86_400),

  blocknotify: text(
    PUBLISH,
    'Program to run for each new tip; %s is the block hash. The program is not run by a shell',
  ),
  walletnotify: text(PUBLISH, 'Program to run for each transaction of the wallet; %s is the transaction id'),
  alertnotify: text(PUBLISH, 'Program to run when the node needs attention; %s is the problem'),
  metrics: text(PUBLISH, 'Serve metrics, /health and /ready for a monitoring system on <port> or <address>:<port>'),
  publish: list(PUBLISH, 'Publish the chain: tables to postgres://user@host/database, events to nats://host'),
  zmqpubhashblock: text(PUBLISH, 'Publish the hash of each new tip by ZeroMQ, on tcp://host:port or ipc://path'),
  zmqpubhashtx: text(PUBLISH, 'Publish the id of each transaction that enters the mempool, is mined or is rolled back'),
  zmqpubrawblock: text(PUBLISH, 'Publish each new tip as a complete block'),
  zmqpubrawtx: text(PUBLISH, 'Publish the bytes of the transactions of -zmqpubhashtx'),
  zmqpubcheckedblock: text(PUBLISH, 'Publish each block that connects'),

  pubkey: text(WALLET, 'Token key: the public key that contracts use, 66 hex digits'),
  disablewallet: flag(WALLET, 'Run without a wallet', '0'),
  keypool: integer(WALLET, 'Number of keys created in advance', '100', 1, 100_000),
  rescan: flag(WALLET, 'Search the chain for payments of the wallet', '0'),
  newwallet: {
    ...text(WALLET, '1 or phrase (with 12 words): create a wallet if wallet.db is missing or belongs to another', '0'),
    commandLineOnly: true,
  },
  exportdir: text(WALLET, 'Folder for backups and dumps of the wallet; created if it does not exist'),
  experimentalfeatures: flag(WALLET, 'Required by -developerencryptwallet', '0'),
  developerencryptwallet: flag(
    WALLET,
    'Allow the method encryptwallet to encrypt the wallet; protectwallet is always allowed to',
    '0',
  ),
  paytxfee: amount(WALLET, 'Fee per 1000 bytes', '0'),

  mineraddress: text(MINING, 'Address for mining rewards if -pubkey is not set'),
  automine: flag(
    MINING,
    'Mine a block whenever the mempool has a transaction, regtest only',
    '1 in the sandbox, else 0',
  ),
  gen: flag(MINING, 'Mine or stake from the start, on main-mode chains', '0, or as set with setminerresume'),
  genproclimit: integer(
    MINING,
    'Number of mining threads; -1: one per core; 0: stake, on chains with -ac_staked',
    'the last choice, else -1',
    -1,
    1024,
  ),
  testnode: flag(MINING, 'Mine without peers: the first blocks of a new chain', '0'),
  blockmaxsize: integer(
    MINING,
    'Maximum size of blocks made here, in bytes',
    'the limit of the chain',
    1000,
    4_194_304,
  ),

  maxmempool: integer(POLICY, 'Maximum size of the mempool in MB', '300', 5, 65_536),
  mempoolexpiry: integer(POLICY, 'Hours after which an unconfirmed transaction is dropped', '1', 1, 8760),
  persistmempool: flag(POLICY, 'Save the mempool when the node stops, and load it after the next start', '1'),
  minrelaytxfee: amount(POLICY, 'Fee per 1000 bytes below which a transaction counts as free', '0.000001'),
  acceptnonstdtxn: flag(POLICY, 'Accept valid non-standard transactions', '1 on regtest, else 0'),
  datacarrier: flag(POLICY, 'Accept data outputs', '1'),
  datacarriersize: integer(POLICY, 'Maximum size of a data script in bytes', '208, without -ac_name 140', 0, INT32_MAX),
  permitbaremultisig: flag(POLICY, 'Accept multisig outputs without a script hash', '1'),

  listen: flag(PEERS, 'Let peers connect', '1; 0 on regtest, with -connect and with -proxy'),
  bind: list(PEERS, 'Address to listen on, host or host:port'),
  whitebind: list(PEERS, 'Address to listen on like -bind; peers that connect to this address are whitelisted'),
  whitelist: list(PEERS, 'Trusted peers that are never banned: address, address/prefix or address/mask'),
  connect: list(PEERS, 'Connect to these peers only, host or host:port'),
  addnode: list(PEERS, 'Additional peer to connect to, and to reconnect to when the connection is lost'),
  seednode: list(PEERS, 'Peer that is asked for addresses of other peers and then disconnected'),
  dnsseed: flag(
    PEERS,
    'Ask the parent coin’s seeds',
    '1 if few addresses are known; 0 on regtest, with -connect and with -proxy',
  ),
  dns: flag(PEERS, 'Resolve host names', '1'),
  maxconnections: integer(PEERS, 'Maximum number of peers; 0: none', '384', 0, 5000),
  onlynet: list(PEERS, 'Connect to this network only: ipv4, ipv6 or onion'),
  proxy: text(PEERS, 'SOCKS5 proxy to connect through, host:port'),
  onion: text(PEERS, 'SOCKS5 proxy for onion addresses', '-proxy'),
  proxyrandomize: flag(PEERS, 'Use different proxy credentials for each connection (Tor stream isolation)', '1'),
  externalip: list(PEERS, 'Address of this node as seen by others'),
  discover: flag(
    PEERS,
    'Announce the addresses of this machine to peers',
    '1 when listening, without -externalip and -proxy',
  ),
  banscore: integer(PEERS, 'Ban score at which a peer is banned', '101', 1, INT32_MAX),
  bantime: integer(PEERS, 'Duration of a ban in seconds', '86400', 1, INT32_MAX),
  timeout: integer(PEERS, 'Timeout for opening a connection in milliseconds', '5000', 1, 600_000),
  peerbloomfilters: flag(PEERS, 'Serve filtered blocks and transactions', '1'),
  maxorphantx: integer(PEERS, 'Maximum number of orphan transactions, whose inputs are unknown', '100', 0, 10_000),
  maxsendbuffer: integer(PEERS, 'Maximum kB queued for sending to a peer', '1000', 1, 1_000_000),
  maxreceivebuffer: integer(PEERS, 'Maximum kB received from a peer and not yet processed', '5000', 1, 1_000_000),
  maxtipage: integer(PEERS, 'Age in seconds above which the tip counts as still syncing', '86400', 1, INT32_MAX),
  uacomment: list(PEERS, 'Comment added to the user agent sent to peers'),

  debug: list(LOG, 'Category to log in detail: net, mempool, validation …; 1 for all. The method logging lists them'),
  debugexclude: list(LOG, 'Category not to log in detail, with -debug=1'),
  loglevel: text(LOG, 'debug, info, warn or error', 'info'),
  logformat: text(LOG, 'text, or json: one JSON object per line', 'text'),
  logjson: flag(LOG, 'The same as -logformat=json', '0'),
  logsize: integer(LOG, 'Size in MB at which debug.log is renamed to debug.log.old; 0: never', '10', 0, 1_000_000),
  printtoconsole: flag(LOG, 'Log to the terminal as well', '0'),
} as const satisfies Record<string, OptionSpec>

export type OptionName = keyof typeof OPTIONS

/** Names of the options of one kind, so that a text option cannot be read as a number. */
export type NameOf<Kind extends OptionKind> = {
  [N in OptionName]: (typeof OPTIONS)[N]['kind'] extends Kind ? N : never
}[OptionName]
