/** Interface of peers and network for sibling modules of p2p. Implemented by p2p. Types only. */

/**
 * Connection, with the fields of getpeerinfo and more. Times are unix seconds (mockable clock), 0 if the event has not
 * happened yet.
 */
export interface PeerInfo {
  /** increases with each connection, never reused while the node runs */
  readonly id: number
  /** `host:port`: the peer's address, or the name that was dialled */
  readonly addr: string
  /** our address as the peer sees it, once the peer has sent a usable one */
  readonly addrLocal: string | undefined
  /** 16 bytes, IPv4 mapped; undefined while the address of a name behind a proxy is unknown */
  readonly ip: Uint8Array | undefined
  readonly network: NetworkName | 'unroutable'
  readonly inbound: boolean
  readonly whitelisted: boolean
  /** service bits of its version message; 0 before it */
  readonly services: bigint
  /** protocol version it announced; 0 before the handshake */
  readonly version: number
  /** raw user agent, untrusted text: sanitise it before display */
  readonly userAgent: string
  /** height it announced when it connected, −1 before the handshake */
  readonly startingHeight: number
  readonly connected: number
  readonly lastSend: number
  readonly lastReceive: number
  readonly bytesSent: number
  readonly bytesReceived: number
  /** round trip of the last answered ping in seconds; 0 before the first */
  readonly pingTime: number
  /** seconds since the outstanding ping was sent; undefined if no ping is outstanding */
  readonly pingWait: number | undefined
  readonly banScore: number
  /** height of the last header in common, −1 if unknown */
  readonly syncedHeaders: number
  /** height of the last block in common, −1 if unknown */
  readonly syncedBlocks: number
  /** greatest height that the peer is known to have, from its announcements and its requests; −1 if unknown */
  readonly height: number
  /** heights of the blocks requested from the peer */
  readonly inFlight: readonly number[]
  readonly addressesProcessed: number
  readonly addressesRateLimited: number
}

/** Traffic of one connection in messages of one command. */
export interface MessageTraffic {
  /** `*other*` for all unknown commands */
  readonly command: string
  readonly sent: number
  readonly bytesSent: number
  readonly received: number
  readonly bytesReceived: number
}

export interface LastMessage {
  readonly command: string
  readonly bytes: number
  readonly time: number
}

export interface PeerDetails extends PeerInfo {
  readonly traffic: readonly MessageTraffic[]
  readonly lastSent: LastMessage | undefined
  readonly lastReceived: LastMessage | undefined
  /** round trips in seconds, oldest first, at most the last 60 */
  readonly pings: readonly number[]
  readonly minPing: number
  /** the peer wants transactions announced */
  readonly relay: boolean
  /** the peer has loaded a bloom filter */
  readonly filtered: boolean
  /** bytes in the send queue */
  readonly sendQueue: number
  /** its clock minus ours at the version message, seconds; 0 before */
  readonly clockOffset: number
  /** its address group (`a.b.0.0/16`, …), used for diversity */
  readonly group: string
}

/** Network name as the reference prints it. The fourth line of its list has an empty name. */
export type NetworkName = 'ipv4' | 'ipv6' | 'onion'

export interface NetworkInfo {
  readonly name: NetworkName | ''
  /** excluded by -onlynet */
  readonly limited: boolean
  readonly reachable: boolean
  /** host:port; empty if not set */
  readonly proxy: string
  readonly proxyRandomizeCredentials: boolean
}

/** Reason why a connection to a node that the user named failed. */
export type ConnectFailureReason =
  | 'refused'
  | 'timeout'
  | 'unreachable'
  /** the name could not be resolved */
  | 'unknown-name'
  | 'banned'
  /** the address is this node's own */
  | 'self'
  /** the peer's messages carry another network's magic, or it speaks another protocol */
  | 'other-network'
  | 'obsolete'
  /** the peer accepted the connection and sent nothing */
  | 'silent'
  /** the peer closed the connection before the handshake, as a node of another chain does */
  | 'closed'
  /** the user closed the connection */
  | 'ended'
  | 'other'

/** State of the connection to a node that the user named. */
export interface ConnectAttempt {
  /**
   * `connecting`: until the handshake. `waiting`: for the next retry. `failed`: not retried. `off`: networking is
   * disabled.
   */
  readonly state: 'connected' | 'connecting' | 'waiting' | 'failed' | 'off'
  /** reason of the last failure; undefined if the last attempt did not fail */
  readonly failure: ConnectFailureReason | undefined
  /** seconds until the next retry, in the state `waiting` */
  readonly retryIn: number | undefined
}

export interface TriedNode extends ConnectAttempt {
  /** as the user entered it */
  readonly target: string
}

export interface AddedNode {
  /** as the user entered it */
  readonly target: string
  /** resolved addresses, `host:port` each; empty while a name has not been resolved */
  readonly addresses: readonly { readonly address: string; readonly connected: 'inbound' | 'outbound' | undefined }[]
  readonly attempt: ConnectAttempt
}

export interface LocalAddress {
  readonly address: string
  readonly port: number
  readonly score: number
}

export type BanReason = 'manual' | 'misbehaving'

export interface BanEntry {
  /** `address/netmask` as listbanned prints it; unique */
  readonly subnet: string
  readonly until: number
  readonly created: number
  readonly reason: BanReason
  /** note of the user, or the last rule that raised the score; at most 200 characters */
  readonly note: string
}

/** Names of the sync states. One state machine describes the node's state in the network. */
export type SyncStateName =
  | 'starting'
  | 'no-peers'
  | 'headers'
  | 'blocks'
  | 'indexing'
  | 'stalled'
  | 'other-branch'
  | 'other-chain'
  | 'reorganising'
  | 'stale-tip'
  | 'synced'
  | 'solo'

export interface OtherBranchView {
  /** the branch's best block that peers have shown; hashes in internal order */
  readonly height: number
  readonly hash: Uint8Array
  /** peers on the branch among those counted: outbound peers that this node chose, or else all peers */
  readonly followers: number
  readonly counted: number
  /** the first rejected block of the branch */
  readonly refused: {
    readonly height: number
    readonly hash: Uint8Array
    /** rejected by invalidateblock */
    readonly byUser: boolean
    /**
     * reject reason as other nodes name it, '' if they do not; undefined if the block was rejected before the program
     * started
     */
    readonly reason: string | undefined
    /** unix seconds; undefined if before the program started */
    readonly at: number | undefined
  }
}

/**
 * Chain with a different block 1 and more work than ours, which peers follow. No node ever switches to such a chain.
 */
export interface OtherChainView {
  /** block up to which the chain's work is proven */
  readonly height: number
  /** block 1 of that chain, and ours; hashes in internal order */
  readonly first: Uint8Array
  readonly ownFirst: Uint8Array
  /** proven work of that chain, and ours */
  readonly work: bigint
  readonly ownWork: bigint
  /** number of peers on that chain; `counted`: all peers that this node chose or trusts and that have shown a chain */
  readonly followers: number
  readonly counted: number
}

export interface SyncState {
  readonly state: SyncStateName
  /** start of the state, unix seconds */
  readonly since: number
  /** one sentence for the user */
  readonly detail: string
  /** facts from which the state was derived */
  readonly evidence: {
    readonly height: number
    readonly headers: number
    /** best height that peers claim or have shown, −1 without peers */
    readonly peersHeight: number
    readonly peers: number
    readonly outbound: number
    /** time of the tip's header */
    readonly tipTime: number
    readonly inFlight: number
    /** id of the peer that delays the download */
    readonly waitingFor: number | undefined
    /** a branch with more work that peers follow and this node rejected; set only in the state `other-branch` */
    readonly otherBranch: OtherBranchView | undefined
    /** set only in the state `other-chain` */
    readonly otherChain: OtherChainView | undefined
  }
  /** 0 … 1, fraction of the known blocks; 1 when synced */
  readonly progress: number
}

/** Bytes in and out during the interval that ends at `time`. */
export interface TrafficSample {
  readonly time: number
  readonly received: number
  readonly sent: number
}

/**
 * Interface of the peers for handlers and the window. Every method returns immediately; slow work continues in the
 * background.
 */
export interface PeerNetwork {
  /** false if the node neither listens nor connects, and so has no peers */
  readonly enabled: boolean
  /** our own service bits */
  readonly services: bigint
  /** our user agent */
  readonly userAgent: string
  /** default ban duration in seconds (`-bantime`) */
  readonly defaultBanTime: number
  /** ordered by id */
  peers(): readonly PeerInfo[]
  peer(id: number): PeerDetails | undefined
  connectionCount(): number
  totals(): { readonly received: number; readonly sent: number }
  /** best height that peers claim or have shown, −1 without peers */
  longestHeight(): number
  /** in the order they were added */
  addedNodes(): readonly AddedNode[]
  /** the last nodes that were tried once, oldest first */
  triedNodes(): readonly TriedNode[]
  /** returns false if the node was already added */
  addNode(target: string): boolean
  /** returns false if the node was never added */
  removeNode(target: string): boolean
  /** Connects once. An added node is tried immediately, even if it is waiting for a retry. */
  tryOnce(target: string): void
  /**
   * Closes the connections whose `addr` equals this text, also with the chain's port added or in another form of the
   * address. Returns false if no connection matches.
   */
  disconnect(addr: string): boolean
  /** sends a ping to every peer */
  ping(): void
  networks(): readonly NetworkInfo[]
  localAddresses(): readonly LocalAddress[]
  /** not expired, in komodod's order: by network, then by mask */
  bans(): readonly BanEntry[]
  isBanned(ip: Uint8Array): boolean
  /**
   * Bans a subnet, which must be valid, and closes matching connections immediately. Banning the subnet again only
   * changes time and note.
   * @throws RangeError if the list is full
   */
  ban(subnet: string, until: number, reason: BanReason, note: string): void
  /** Restores entries unchanged, see BanList. Their subnets must be valid. Returns the number of restored entries. */
  restoreBans(entries: readonly BanEntry[]): number
  /** returns false if exactly this subnet is not on the list */
  unban(subnet: string): boolean
  clearBans(): void
  syncState(): SyncState
  /** oldest first, the last `seconds`; kept across restarts */
  trafficHistory(seconds: number): readonly TrafficSample[]
}
