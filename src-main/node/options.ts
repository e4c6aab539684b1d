/**
 * What `createNode` is told. src-main/config makes it from command line, conf file and defaults; tests write it by hand.
 * Types only: nothing here runs.
 */

export interface NodeOptions {
  readonly chain: ChainSelection
  readonly directories: Directories
  readonly rpc: RpcOptions
  readonly p2p: P2pOptions
  readonly wallet: WalletOptions
  readonly mining: MiningOptions
  readonly indexes: IndexOptions
  readonly storage: StorageOptions
  readonly mempool: MempoolOptions
  readonly log: LogOptions
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
  /** absolute */
  readonly cookieFile: string
  readonly threads: number
  readonly workQueue: number
  readonly timeoutSeconds: number
}

export interface P2pOptions {
  readonly listen: boolean
  readonly port: number
  readonly bind: readonly string[]
  readonly whiteBind: readonly string[]
  readonly whitelist: readonly string[]
  readonly connect: readonly string[]
  readonly addNode: readonly string[]
  readonly seedNode: readonly string[]
  readonly discover: boolean
  readonly externalIp: readonly string[]
  /** host:port, empty for none */
  readonly proxy: string
  /** host:port; empty: as `proxy`; undefined: no onion peers (`-noonion`) */
  readonly onion: string | undefined
  readonly onlyNet: readonly string[]
  readonly proxyRandomize: boolean
  readonly maxConnections: number
  readonly banScore: number
  /** seconds */
  readonly banTime: number
}

export interface WalletOptions {
  readonly enabled: boolean
  readonly keypool: number
  /** absolute; undefined: backups and dumps are refused */
  readonly exportDir: string | undefined
  readonly rescan: boolean
  /** satoshis for 1000 bytes */
  readonly payTxFee: bigint
  readonly minTxFee: bigint
  readonly confirmTarget: number
  readonly allowEncryption: boolean
}

export interface MiningOptions {
  readonly generate: boolean
  /** −1: all cores */
  readonly threads: number
  readonly address: string | undefined
  /** mine a block whenever a transaction waits, regtest only */
  readonly automatic: boolean
  /** getblocktemplate works without peers (`-testnode`) */
  readonly withoutPeers: boolean
  readonly blockMaxSize: number | undefined
}

export interface IndexOptions {
  readonly transactions: boolean
  readonly addresses: boolean
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
  readonly checkBlocks: number
  readonly checkLevel: number
  /** seconds; a tip older than this means initial download */
  readonly maxTipAge: number
}

export interface MempoolOptions {
  /** bytes */
  readonly maxSize: number
  /** hours */
  readonly expiry: number
  /** satoshis for 1000 bytes */
  readonly minRelayFee: bigint
}

export interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  /** modules of `-debug=<module>` */
  readonly debug: readonly string[]
  readonly toConsole: boolean
}
