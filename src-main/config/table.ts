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

/** Log categories. */
export const LOG_MODULES: readonly string[] = [
  'chain',
  'http',
  'mempool',
  'mining',
  'p2p',
  'publish',
  'rpc',
  'storage',
  'verify',
  'zmq',
]

export const OPTIONS = {
  sandbox: {
    ...flag(CHAIN, 'This program’s own playground chain, with one wallet; started when no chain is named'),
    commandLineOnly: true,
  },
  ac_name: {
    ...text(CHAIN, 'Name of the Smart Chain; the other -ac_ options must be the chain’s own'),
    commandLineOnly: true,
  },
  regtest: { ...flag(CHAIN, 'Regression test mode: blocks are made on demand'), commandLineOnly: true },
  nuparams: list(CHAIN, '<branch id>:<height>: height of a network upgrade, regtest only'),
  mocktime: integer(CHAIN, 'Unix time at which the clock stands still, regtest only', '0', 0, 0xffff_ffff),
  maxreorg: integer(CHAIN, 'A deeper reorganisation stops the node', '99', 1, INT32_MAX),
  checkpoints: flag(CHAIN, 'Take the old history of a live chain on the reference’s word; 0: judge all of it', '1'),
  dpowconfs: flag(CHAIN, 'Show one confirmation from the last notarised block on; 0: count blocks', '1'),
  port: {
    ...integer(CHAIN, 'P2P port of the chain; RPC is on the next one', 'derived from the chain', 0, 65_535),
    commandLineOnly: true,
  },

  datadir: { ...text(FILES, 'Directory of the chain; must exist', '~/.chainwright/<name>'), commandLineOnly: true },
  conf: { ...text(FILES, 'Conf file, relative to the data directory', '<name>.conf'), commandLineOnly: true },
  loadblock: list(FILES, 'Bootstrap file to import blocks from'),
  reindex: flag(FILES, 'Rebuild everything from the block files', '0'),
  addressindex: flag(
    FILES,
    'Keep balances and history of addresses; made or dropped at the next start',
    '1 with -ac_cc, else 0',
  ),
  spentindex: flag(FILES, 'Tell where outputs were spent', '1 with -ac_cc, else 0'),
  timestampindex: flag(FILES, 'Find blocks by time; made or dropped at the next start', '0'),
  daemon: flag(FILES, 'Run in the background: the command ends when calls are answered; not in the app', '0'),
  dbcache: integer(FILES, 'MiB of database cache', '64', 4, 65_536),
  par: integer(FILES, 'Threads that check signatures; 0: one for each core, -n: n fewer', '0', -256, 256),

  server: flag(RPC, 'Accept RPC calls', '1'),
  rpcuser: text(RPC, 'User name'),
  rpcpassword: text(RPC, 'Password; without one a cookie file is written'),
  rpccookiefile: text(RPC, 'Cookie file, relative to the data directory', '.cookie'),
  rpcauth: list(RPC, 'Further user, <user>:<salt>$<hash> as Bitcoin Core’s share/rpcauth makes it'),
  rpcwhitelist: list(RPC, '<user>:<method>,<method>…: what this user may call'),
  rpcwhitelistdefault: flag(RPC, 'Users without an -rpcwhitelist may call nothing', '1 where one has a list, else 0'),
  rpcreadonly: list(RPC, 'User who may call only what reads'),
  rpclimit: list(RPC, '<user>:<calls a second>, or with :<milliseconds of work a second> behind it'),
  rpcport: integer(RPC, 'Port', 'P2P port + 1', 0, 65_535),
  rpcbind: list(RPC, 'Address to listen on, host or host:port; needs -rpcallowip'),
  rpcallowip: list(RPC, 'Clients that may connect: address, address/mask or address/prefix'),
  rpcallowhost: list(RPC, 'Further name that a request’s Host header may have'),
  rpcthreads: integer(RPC, 'Calls that may run at a time', '4', 1, 1024),
  rpcworkqueue: integer(RPC, 'Calls that may wait beyond those', '16', 1, 1_000_000),
  rest: flag(RPC, 'Answer what is public of the chain without a password, below /rest/', '0'),
  rpcservertimeout: integer(RPC, 'Seconds after which an idle connection is closed', '30', 1, 86_400),

  blocknotify: text(PUBLISH, 'Program to run for each new tip; %s is its hash. No shell runs it'),
  walletnotify: text(PUBLISH, 'Program to run for each transaction of the wallet; %s is its id'),
  alertnotify: text(PUBLISH, 'Program to run when a person should look; %s is what is wrong'),
  metrics: text(PUBLISH, 'Show metrics, /health and /ready to a monitoring system on <port> or <address>:<port>'),
  publish: list(PUBLISH, 'Publish the chain: tables to postgres://user@host/database, events to nats://host'),
  zmqpubhashblock: text(PUBLISH, 'Publish the hash of each new tip by ZeroMQ, on tcp://host:port or ipc://path'),
  zmqpubhashtx: text(PUBLISH, 'Publish the id of each transaction that waits, is mined or is taken back'),
  zmqpubrawblock: text(PUBLISH, 'Publish each new tip as a whole block'),
  zmqpubrawtx: text(PUBLISH, 'Publish the same transactions as bytes'),
  zmqpubcheckedblock: text(PUBLISH, 'Publish each block that connects'),

  pubkey: text(WALLET, 'Token key: the public key that contracts act for, 66 hex digits'),
  disablewallet: flag(WALLET, 'Run without a wallet', '0'),
  keypool: integer(WALLET, 'Keys that are made in advance', '100', 1, 100_000),
  rescan: flag(WALLET, 'Look through the chain for the wallet’s payments', '0'),
  newwallet: {
    ...text(WALLET, '1 or phrase (with 12 words): begin anew where wallet.db is gone or another’s', '0'),
    commandLineOnly: true,
  },
  exportdir: text(WALLET, 'Folder for backups and dumps of the wallet; made if it is not there'),
  experimentalfeatures: flag(WALLET, 'Needed by -developerencryptwallet', '0'),
  developerencryptwallet: flag(
    WALLET,
    'Let the method encryptwallet encrypt the wallet; protectwallet always may',
    '0',
  ),
  paytxfee: amount(WALLET, 'Fee for 1000 bytes', '0'),

  mineraddress: text(MINING, 'Address that rewards go to where there is no -pubkey'),
  automine: flag(MINING, 'Mine a block whenever a transaction waits, regtest only', '1 in the sandbox, else 0'),
  gen: flag(MINING, 'Mine or stake from the start, on main-mode chains', '0, or as setminerresume says'),
  genproclimit: integer(
    MINING,
    'Threads that mine; -1: one for each core; 0: stake, on chains with -ac_staked',
    'as chosen last, else -1',
    -1,
    1024,
  ),
  testnode: flag(MINING, 'Mine without peers: the first blocks of a new chain', '0'),
  blockmaxsize: integer(MINING, 'Most bytes of a block made here', 'what the chain allows', 1000, 4_194_304),

  maxmempool: integer(POLICY, 'Most MB of waiting transactions', '300', 5, 65_536),
  mempoolexpiry: integer(POLICY, 'Hours after which a waiting transaction is dropped', '1', 1, 8760),
  minrelaytxfee: amount(POLICY, 'Fee for 1000 bytes below which a transaction counts as free', '0.000001'),
  acceptnonstdtxn: flag(POLICY, 'Admit valid transactions of unusual forms', '1 on regtest, else 0'),
  datacarrier: flag(POLICY, 'Admit data outputs', '1'),
  datacarriersize: integer(POLICY, 'Longest data script in bytes', '208, without -ac_name 140', 0, INT32_MAX),
  permitbaremultisig: flag(POLICY, 'Admit multisig outputs that are not behind a script hash', '1'),

  listen: flag(PEERS, 'Let peers connect', '1; 0 on regtest, with -connect and with -proxy'),
  bind: list(PEERS, 'Address to listen on, host or host:port'),
  whitebind: list(PEERS, 'The same; peers that connect here are whitelisted'),
  whitelist: list(PEERS, 'Peers that are trusted, and never banned: address, address/prefix or address/mask'),
  connect: list(PEERS, 'Connect to these only, host or host:port'),
  addnode: list(PEERS, 'Connect to this too, and again whenever it is lost'),
  seednode: list(PEERS, 'Ask this for addresses of others, then leave it'),
  dnsseed: flag(
    PEERS,
    'Ask the parent coin’s seeds for addresses',
    '1 if few are known; 0 on regtest, with -connect and with -proxy',
  ),
  dns: flag(PEERS, 'Look names up', '1'),
  maxconnections: integer(PEERS, 'Most peers; 0: none at all', '384', 0, 5000),
  onlynet: list(PEERS, 'Connect to this network only: ipv4, ipv6 or onion'),
  proxy: text(PEERS, 'SOCKS5 proxy to connect through, host:port'),
  onion: text(PEERS, 'SOCKS5 proxy for onion addresses', '-proxy'),
  proxyrandomize: flag(PEERS, 'Other proxy credentials for each connection, so that Tor separates them', '1'),
  externalip: list(PEERS, 'Our own address as others see it'),
  discover: flag(
    PEERS,
    'Tell others the addresses of this machine',
    '1 when listening, without -externalip and -proxy',
  ),
  banscore: integer(PEERS, 'Score at which a peer is banned', '101', 1, INT32_MAX),
  bantime: integer(PEERS, 'Seconds that a ban lasts', '86400', 1, INT32_MAX),
  timeout: integer(PEERS, 'Milliseconds for a connection to be made', '5000', 1, 600_000),
  peerbloomfilters: flag(PEERS, 'Serve filtered blocks and transactions', '1'),
  maxorphantx: integer(PEERS, 'Most transactions kept whose inputs are unknown', '100', 0, 10_000),
  maxsendbuffer: integer(PEERS, 'Most kB waiting to be sent to a peer', '1000', 1, 1_000_000),
  maxreceivebuffer: integer(PEERS, 'Most kB received from a peer and not dealt with', '5000', 1, 1_000_000),
  maxtipage: integer(PEERS, 'Seconds: a tip older than this is one that is still being fetched', '86400', 1, INT32_MAX),
  uacomment: list(PEERS, 'Comment for what we call ourselves to peers'),

  debug: list(LOG, `Log in detail, or 1: ${LOG_MODULES.join(', ')}`),
  loglevel: text(LOG, 'debug, info, warn or error', 'info'),
  logjson: flag(LOG, 'Lines of the log are JSON objects', '0'),
  logsize: integer(LOG, 'MB at which debug.log becomes debug.log.old; 0: never', '10', 0, 1_000_000),
  printtoconsole: flag(LOG, 'Log to the terminal too', '0'),
} as const satisfies Record<string, OptionSpec>

export type OptionName = keyof typeof OPTIONS

/** Names of the options of one kind, so that a text option cannot be read as a number. */
export type NameOf<Kind extends OptionKind> = {
  [N in OptionName]: (typeof OPTIONS)[N]['kind'] extends Kind ? N : never
}[OptionName]
