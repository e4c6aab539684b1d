/**
 * Options of `createNode`. src-main/config builds them from command line, conf file and defaults; tests write them by
 * hand. Types only: nothing here runs.
 */

export interface NodeOptions {
  readonly chain: ChainSelection
  readonly directories: Directories
  readonly rpc: RpcOptions
  readonly wallet: WalletOptions
  readonly mining: MiningOptions
  readonly indexes: IndexOptions
  readonly storage: StorageOptions
  readonly mempool: MempoolOptions
  /** undefined to run without peers, inbound or outbound */
  readonly p2p: P2pOptions | undefined
  readonly log: LogOptions
  readonly publish: PublishOptions
  readonly monitor: MonitorOptions
  /** public key that contract methods use as the user’s, 66 hex digits, lower case */
  readonly pubkey: string | undefined
  /** unix seconds of a fixed clock, regtest only; 0 for the real clock */
  readonly mockTime: number
  /** private test chain of this program (`-sandbox`): the first start mines spendable coins */
  readonly sandbox: boolean
}

export interface ChainSelection {
  /**
   * `-key=value` arguments for `parseChainOptions`: all -ac_*, -regtest, -port, -maxreorg, -nuparams, in the order
   * given
   */
  readonly args: readonly string[]
  /** `-ac_name`, or `KMD` if that is not set */
  readonly name: string
  readonly network: 'main' | 'regtest'
}

/** Folders of the node, all absolute. */
export interface Directories {
  /** holds the conf file */
  readonly base: string
  /** holds all other files: `base`, or `base/regtest` */
  readonly network: string
  readonly confFile: string
}

export interface RpcOptions {
  readonly enabled: boolean
  readonly port: number
  /** `host` or `host:port`; if empty, see rpc.md §2, "Binding" */
  readonly bind: readonly string[]
  /** addresses, address/mask, address/prefix; loopback is always allowed */
  readonly allowIp: readonly string[]
  /** Host header names beyond loopback and the bound addresses */
  readonly allowHost: readonly string[]
  readonly user: string
  /** if empty, a cookie file is used */
  readonly password: string
  /** `-rpcauth`: further users */
  readonly salted: readonly RpcPasswordOptions[]
  readonly users: RpcUserOptions
  /** absolute */
  readonly cookieFile: string
  readonly threads: number
  readonly workQueue: number
  readonly timeoutSeconds: number
  /** serves public chain data without a password, below `/rest/` */
  readonly rest: boolean
}

/** User whose password is known only as a salted hash. */
export interface RpcPasswordOptions {
  readonly user: string
  readonly salt: string
  /** HMAC-SHA256 of the password with the salt as its key, 64 hex digits */
  readonly hash: string
}

/** Permissions and limits of RPC users. */
export interface RpcUserOptions {
  readonly whitelists: readonly { readonly user: string; readonly methods: readonly string[] }[]
  /** true if users without a whitelist may call nothing; undefined for the default: true if there are whitelists */
  readonly whitelistDefault: boolean | undefined
  /** users that may call read-only methods only */
  readonly readOnly: readonly string[]
  /** users whose password works from this computer only */
  readonly localOnly: readonly string[]
  /** maximum calls, and milliseconds of the node's thread, per second */
  readonly limits: readonly { readonly user: string; readonly calls: number; readonly work: number | undefined }[]
}

export interface WalletOptions {
  readonly enabled: boolean
  readonly keypool: number
  readonly rescan: boolean
  /** satoshis per 1000 bytes; 0 for the minimum allowed */
  readonly payTxFee: bigint
  /**
   * absolute folder to which backups and dumps are written, and from which dumps are read; undefined to disable them
   */
  readonly exportFolder: string | undefined
  /** starts with a new wallet even if the chain's own is missing or is another one */
  readonly newWallet: boolean
  /** creates a new wallet with a recovery phrase, as the app does; komodod's keys are random */
  readonly withPhrase: boolean
  /** creates a token key at the start if the wallet has none, as the app does; komodod creates none */
  readonly tokenKey: boolean
  /** allows the method encryptwallet; protectwallet is always allowed */
  readonly encryptByRpc: boolean
}

export interface MiningOptions {
  /** pay-to-public-key-hash address for rewards if there is no `pubkey` */
  readonly address: string | undefined
  /** mine a block as soon as the mempool has a transaction, regtest only */
  readonly automatic: boolean
  readonly blockMaxSize: number | undefined
  /** mine main-mode chains without peers too, for the first blocks of a new chain */
  readonly withoutPeers: boolean
  /** mine from the start, main mode only; undefined to restore the last setting if it is to be resumed */
  readonly generate: boolean | undefined
  /** maximum mining threads; negative for one per core (`cores`); undefined for the last setting */
  readonly threads: number | undefined
  /** number of processor cores */
  readonly cores: number
}

/**
 * Indexes that calls may query. Crypto-condition chains keep the address index in any case, because their rules need
 * it.
 */
export interface IndexOptions {
  readonly addresses: boolean
  /** only controls access: the ledger always has this data */
  readonly spent: boolean
  readonly timestamps: boolean
}

export interface StorageOptions {
  /** absolute paths of bootstrap files */
  readonly loadBlock: readonly string[]
  /** absolute folder from which importblocks may read over HTTP; undefined to allow none */
  readonly importFolder: string | undefined
  readonly reindex: boolean
  /** MiB */
  readonly cache: number
  /** threads that verify signatures, including the node's own; at least 1 */
  readonly threads: number
  readonly maxReorg: number
  /** limit confirmations to those up to the last notarised block */
  readonly dpowConfirmations: boolean
  /** use the built-in checkpoints of live chains */
  readonly checkpoints: boolean
}

export interface MempoolOptions {
  /** bytes */
  readonly maxSize: number
  /** hours */
  readonly expiry: number
  /** save the mempool at the end and load it after the next start */
  readonly persist: boolean
  /** satoshis per 1000 bytes */
  readonly minRelayFee: bigint
  /** accept valid but nonstandard transactions (transactions-and-script.md §3.3) */
  readonly acceptNonStandard: boolean
  /** maximum bytes of a standard data script, 0 for none; undefined for the chain's default */
  readonly dataCarrierBytes: number | undefined
  readonly permitBareMultisig: boolean
}

/** Destinations that are notified of the chain. */
export interface PublishOptions {
  /** `postgres://…`, a secret if it contains a password; undefined to publish nothing there */
  readonly postgres: string | undefined
  /** a NATS server with JetStream */
  readonly nats:
    | {
        /** `nats://…`, a secret if it contains a password or token */
        readonly url: string
        /** height of the first block to publish */
        readonly from: number
        readonly credentialsFile: string | undefined
        readonly tls: boolean
      }
    | undefined
  /** `tcp://host:port` or `ipc://path` */
  readonly zmq: readonly {
    readonly topic: 'checkedblock' | 'hashblock' | 'hashtx' | 'rawblock' | 'rawtx'
    readonly address: string
  }[]
  /** program and arguments, in which `%s` is replaced; run without a shell */
  readonly commands: {
    readonly block: readonly string[] | undefined
    readonly wallet: readonly string[] | undefined
    readonly alert: readonly string[] | undefined
  }
}

export interface MonitorOptions {
  /** address of the metrics server; undefined to measure nothing */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
}

export interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  /** categories and modules of `-debug=<name>` */
  readonly debug: readonly string[]
  /** categories and modules of `-debugexclude=<name>` */
  readonly exclude: readonly string[]
  readonly toConsole: boolean
  /** write lines as JSON objects */
  readonly json: boolean
  /** maximum bytes of the file before it is rotated; 0 for no limit */
  readonly fileSize: number
}

/** Inbound and outbound connections (p2p.md §7). The port is defined by the chain. */
export interface P2pOptions {
  readonly listen: boolean
  /** true if -listen was given explicitly: failing to listen is then an error */
  readonly listenRequired: boolean
  /** `host` or `host:port`; if empty, every address of this machine */
  readonly bind: readonly string[]
  /** `host` or `host:port` for whitelisted peers */
  readonly whiteBind: readonly string[]
  /** addresses, address/prefix, address/mask */
  readonly whitelist: readonly string[]
  readonly maxConnections: number
  /** undefined for all peers that are found */
  readonly connect: readonly string[] | undefined
  readonly addNode: readonly string[]
  readonly seedNode: readonly string[]
  readonly dnsSeed: 'off' | 'if-needed' | 'always'
  /** undefined for all networks */
  readonly onlyNet: readonly ('ipv4' | 'ipv6' | 'onion')[] | undefined
  /** `host:port` of a SOCKS5 server */
  readonly proxy: string | undefined
  readonly onionProxy: string | undefined
  readonly proxyRandomize: boolean
  /** allow DNS lookups */
  readonly dns: boolean
  readonly banScore: number
  /** seconds */
  readonly banTime: number
  /** connect timeout in ms */
  readonly timeout: number
  readonly bloomFilters: boolean
  readonly externalIp: readonly string[]
  readonly discover: boolean
  readonly maxOrphans: number
  /** bytes per peer */
  readonly maxSendBuffer: number
  readonly maxReceiveBuffer: number
  /** seconds; with an older tip the node counts as still downloading the chain */
  readonly maxTipAge: number
  /** appended to our user agent */
  readonly comments: readonly string[]
}
