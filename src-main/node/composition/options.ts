/**
 * What `createNode` is told. src-main/config makes it from command line, conf file and defaults; tests write it by hand.
 * Types only: nothing here runs.
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
  /** undefined: no peers, neither to come nor to go to */
  readonly p2p: P2pOptions | undefined
  readonly log: LogOptions
  readonly publish: PublishOptions
  readonly monitor: MonitorOptions
  /** public key that modules act for, 66 hex digits, lower case */
  readonly pubkey: string | undefined
  /** unix seconds at which the clock stands still, regtest only; 0: it runs */
  readonly mockTime: number
  /** this program's own playground (`-sandbox`): first start mines spendable coins */
  readonly sandbox: boolean
}

export interface ChainSelection {
  /** `-key=value` words for `parseChainOptions`: all -ac_*, -regtest, -port, -maxreorg, -nuparams, in the order given */
  readonly args: readonly string[]
  /** `-ac_name`, `KMD` without one */
  readonly name: string
  readonly network: 'main' | 'regtest'
}

/** All absolute. */
export interface Directories {
  /** holds the conf file */
  readonly base: string
  /** holds everything else: `base`, or `base/regtest` */
  readonly network: string
  readonly confFile: string
}

export interface RpcOptions {
  readonly enabled: boolean
  readonly port: number
  /** `host` or `host:port`; empty: see rpc.md §2, "Binding" */
  readonly bind: readonly string[]
  /** addresses, address/mask, address/prefix; loopback is always allowed */
  readonly allowIp: readonly string[]
  /** Host header names beyond loopback and the bound addresses */
  readonly allowHost: readonly string[]
  readonly user: string
  /** empty: a cookie file is used */
  readonly password: string
  /** `-rpcauth`: further users */
  readonly salted: readonly RpcPasswordOptions[]
  readonly users: RpcUserOptions
  /** absolute */
  readonly cookieFile: string
  readonly threads: number
  readonly workQueue: number
  readonly timeoutSeconds: number
  /** what is public of the chain is answered without a password, below `/rest/` */
  readonly rest: boolean
}

/** A user whose password is not known here. */
export interface RpcPasswordOptions {
  readonly user: string
  readonly salt: string
  /** HMAC-SHA256 of the password with the salt as its key, 64 hex digits */
  readonly hash: string
}

/** What users of RPC may do. */
export interface RpcUserOptions {
  readonly whitelists: readonly { readonly user: string; readonly methods: readonly string[] }[]
  /** users without a list may call nothing; undefined: that is so where there are lists at all */
  readonly whitelistDefault: boolean | undefined
  /** users that may call only what reads */
  readonly readOnly: readonly string[]
  /** calls, and milliseconds of the node's thread, a second */
  readonly limits: readonly { readonly user: string; readonly calls: number; readonly work: number | undefined }[]
}

export interface WalletOptions {
  readonly enabled: boolean
  readonly keypool: number
  readonly rescan: boolean
  /** satoshis for 1000 bytes; 0: the least that is allowed */
  readonly payTxFee: bigint
  /** absolute: where backups and dumps are written, and dumps read; undefined: nowhere */
  readonly exportFolder: string | undefined
  /** a wallet that is missing, or another than the chain was used with, is no reason not to start */
  readonly newWallet: boolean
  /** a wallet that has to be created gets a recovery phrase, as the app's do; the reference's keys are random */
  readonly withPhrase: boolean
  /** a wallet without a token key gets one at the start, as the app's do; the reference's stay without */
  readonly tokenKey: boolean
  /** the method encryptwallet may be used; protectwallet always may */
  readonly encryptByRpc: boolean
}

export interface MiningOptions {
  /** pay-to-public-key-hash address for rewards where there is no `pubkey` */
  readonly address: string | undefined
  /** mine a block whenever a transaction waits, regtest only */
  readonly automatic: boolean
  readonly blockMaxSize: number | undefined
  /** main-mode chains are mined without peers too: the first blocks of a new one */
  readonly withoutPeers: boolean
  /** mine from the start, main mode only; undefined: as the node was left, where it is to go on */
  readonly generate: boolean | undefined
  /** threads that may mine; below 0: one for each of `cores`; undefined: as chosen last */
  readonly threads: number | undefined
  /** of this machine */
  readonly cores: number
}

/** What calls may ask for. Crypto-condition chains keep the address index whatever is said here: their rules need it. */
export interface IndexOptions {
  readonly addresses: boolean
  /** the ledger holds it in any case */
  readonly spent: boolean
  readonly timestamps: boolean
}

export interface StorageOptions {
  /** absolute paths of bootstrap files */
  readonly loadBlock: readonly string[]
  readonly reindex: boolean
  /** MiB */
  readonly cache: number
  /** threads that check signatures, the node's own among them; at least 1 */
  readonly threads: number
  readonly maxReorg: number
  /** confirmations end at the last notarised block */
  readonly dpowConfirmations: boolean
  /** the built-in blocks of live chains count */
  readonly checkpoints: boolean
}

export interface MempoolOptions {
  /** bytes */
  readonly maxSize: number
  /** hours */
  readonly expiry: number
  /** satoshis for 1000 bytes */
  readonly minRelayFee: bigint
  /** admit what is valid but not standard (transactions-and-script.md §3.3) */
  readonly acceptNonStandard: boolean
  /** longest standard data script in bytes, 0 for none; undefined: what is usual on the chain */
  readonly dataCarrierBytes: number | undefined
  readonly permitBareMultisig: boolean
}

/** What other programs are told without asking. */
export interface PublishOptions {
  /** `postgres://…`, a secret where it has a password; undefined: nothing is published there */
  readonly postgres: string | undefined
  /** a NATS server with JetStream */
  readonly nats:
    | {
        /** `nats://…`, a secret where it has a password or token */
        readonly url: string
        /** height of the first block that is published */
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
  /** program and arguments, with `%s` where something is put in; run by no shell */
  readonly commands: {
    readonly block: readonly string[] | undefined
    readonly wallet: readonly string[] | undefined
    readonly alert: readonly string[] | undefined
  }
}

export interface MonitorOptions {
  /** where metrics are shown; undefined: nothing is measured */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
}

export interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  /** modules of `-debug=<module>` */
  readonly debug: readonly string[]
  readonly toConsole: boolean
  /** lines are JSON objects */
  readonly json: boolean
  /** bytes at which the file is set aside; 0: never */
  readonly fileSize: number
}

/** Who may connect, and whom to connect to (p2p.md §7). The port is the chain's. */
export interface P2pOptions {
  readonly listen: boolean
  /** asked for by name: not being able to is an error */
  readonly listenRequired: boolean
  /** `host` or `host:port`; empty: every address of this machine */
  readonly bind: readonly string[]
  /** the same, for peers that are trusted */
  readonly whiteBind: readonly string[]
  /** addresses, address/prefix, address/mask */
  readonly whitelist: readonly string[]
  readonly maxConnections: number
  /** undefined: whoever is found */
  readonly connect: readonly string[] | undefined
  readonly addNode: readonly string[]
  readonly seedNode: readonly string[]
  readonly dnsSeed: 'off' | 'if-needed' | 'always'
  /** undefined: all */
  readonly onlyNet: readonly ('ipv4' | 'ipv6' | 'onion')[] | undefined
  /** `host:port` of a SOCKS5 server */
  readonly proxy: string | undefined
  readonly onionProxy: string | undefined
  readonly proxyRandomize: boolean
  /** names may be looked up */
  readonly dns: boolean
  readonly banScore: number
  /** seconds */
  readonly banTime: number
  /** milliseconds for a connection to be made */
  readonly timeout: number
  readonly bloomFilters: boolean
  readonly externalIp: readonly string[]
  readonly discover: boolean
  readonly maxOrphans: number
  /** bytes, for each peer */
  readonly maxSendBuffer: number
  readonly maxReceiveBuffer: number
  /** seconds: a tip older than this is one that is still being fetched */
  readonly maxTipAge: number
  /** added to what we call ourselves */
  readonly comments: readonly string[]
}
