/** Peers and network as siblings of p2p know them. Implemented by p2p. Types only. */

/** One connection, as getpeerinfo shows it and more. Times are unix seconds (mockable clock); 0: never yet. */
export interface PeerInfo {
  /** grows with each connection, never reused while the node runs */
  readonly id: number
  /** `host:port`: the other end's address, or the name that was dialled */
  readonly addr: string
  /** our address as the peer sees it, once it has told a usable one */
  readonly addrLocal: string | undefined
  /** 16 bytes, IPv4 mapped; undefined while a name behind a proxy has no known address */
  readonly ip: Uint8Array | undefined
  readonly network: NetworkName | 'unroutable'
  readonly inbound: boolean
  readonly whitelisted: boolean
  /** service bits of its version message; 0 before it */
  readonly services: bigint
  /** protocol version it announced; 0 before the handshake */
  readonly version: number
  /** raw user agent, hostile text: whoever shows it cleans it */
  readonly userAgent: string
  /** height it announced when it connected, −1 before the handshake */
  readonly startingHeight: number
  readonly connected: number
  readonly lastSend: number
  readonly lastReceive: number
  readonly bytesSent: number
  readonly bytesReceived: number
  /** round trip of the last answered ping in seconds; 0: none yet */
  readonly pingTime: number
  /** seconds that the outstanding ping has waited; undefined: none is out */
  readonly pingWait: number | undefined
  readonly banScore: number
  /** height of the last header we have in common, −1 unknown */
  readonly syncedHeaders: number
  /** height of the last block we have in common, −1 unknown */
  readonly syncedBlocks: number
  /** greatest height that it is known to have, by what it showed and what it fetched from here; −1 unknown */
  readonly height: number
  /** heights of the blocks we wait for */
  readonly inFlight: readonly number[]
  readonly addressesProcessed: number
  readonly addressesRateLimited: number
}

/** What went over one connection as messages of one command. */
export interface MessageTraffic {
  /** `*other*` collects commands that we do not know */
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
  /** round trips in seconds, oldest first, at most the 60 last */
  readonly pings: readonly number[]
  readonly minPing: number
  /** wants transactions announced */
  readonly relay: boolean
  /** has loaded a bloom filter */
  readonly filtered: boolean
  /** bytes that wait to be sent */
  readonly sendQueue: number
  /** its clock minus ours when it said hello, seconds; 0 before */
  readonly clockOffset: number
  /** group of addresses it counts to (`a.b.0.0/16`, …), for diversity */
  readonly group: string
}

/** Name as the reference prints it; the fourth line of its list has none. */
export type NetworkName = 'ipv4' | 'ipv6' | 'onion'

export interface NetworkInfo {
  readonly name: NetworkName | ''
  /** left out by -onlynet */
  readonly limited: boolean
  readonly reachable: boolean
  /** host:port, empty without one */
  readonly proxy: string
  readonly proxyRandomizeCredentials: boolean
}

/** Why a connection to a node that the user named did not come about. */
export type ConnectFailureReason =
  | 'refused'
  | 'timeout'
  | 'unreachable'
  /** the name could not be looked up */
  | 'unknown-name'
  | 'banned'
  /** it is this node */
  | 'self'
  /** its messages carry another network's magic, or it speaks another protocol */
  | 'other-network'
  | 'obsolete'
  /** it took the connection and said nothing */
  | 'silent'
  /** it ended the connection before the handshake, as a node of another chain does */
  | 'closed'
  /** the user ended it */
  | 'ended'
  | 'other'

/** Outcome of connecting to a node that the user named. */
export interface ConnectAttempt {
  /** `connecting`: until the handshake; `waiting`: for the next try; `failed`: it is not tried again; `off`: there are no connections */
  readonly state: 'connected' | 'connecting' | 'waiting' | 'failed' | 'off'
  /** why the last try failed; undefined if it did not fail */
  readonly failure: ConnectFailureReason | undefined
  /** seconds until the next try, in the state `waiting` */
  readonly retryIn: number | undefined
}

export interface TriedNode extends ConnectAttempt {
  /** as it was given */
  readonly target: string
}

export interface AddedNode {
  /** as it was given */
  readonly target: string
  /** what it stands for, `host:port` each; empty while a name has not been resolved */
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
  /** what a person or the score's last rule said, at most 200 characters */
  readonly note: string
}

/** The one state machine of the node's place in the network. */
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
  /** the best block that peers have shown of it; hashes in internal order */
  readonly height: number
  readonly hash: Uint8Array
  /** peers on it, of those that count: the ones that we chose, or all where there are none of these */
  readonly followers: number
  readonly counted: number
  /** the first block of it that was refused */
  readonly refused: {
    readonly height: number
    readonly hash: Uint8Array
    /** by invalidateblock */
    readonly byUser: boolean
    /** as other nodes name the rule, '' where they do not; undefined: it was refused before the program started */
    readonly reason: string | undefined
    /** unix seconds; undefined: before the program started */
    readonly at: number | undefined
  }
}

/** A chain with another block 1 and more work than ours, which peers follow: no node ever changes over to one. */
export interface OtherChainView {
  /** block up to which its work is proven */
  readonly height: number
  /** its block 1, and ours; hashes in internal order */
  readonly first: Uint8Array
  readonly ownFirst: Uint8Array
  /** proven work of it, and ours */
  readonly work: bigint
  readonly ownWork: bigint
  /** number of peers on it; `counted`: all that this node chose or trusts and that have shown a chain */
  readonly followers: number
  readonly counted: number
}

export interface SyncState {
  readonly state: SyncStateName
  /** unix seconds since when */
  readonly since: number
  /** one sentence for people */
  readonly detail: string
  /** what the state was concluded from */
  readonly evidence: {
    readonly height: number
    readonly headers: number
    /** best height that peers claim or have shown, −1 without any */
    readonly peersHeight: number
    readonly peers: number
    readonly outbound: number
    /** time of the tip's header */
    readonly tipTime: number
    readonly inFlight: number
    /** id of the peer that holds everything up */
    readonly waitingFor: number | undefined
    /** a branch with more work that peers follow and this node refused; there in the state `other-branch` only */
    readonly otherBranch: OtherBranchView | undefined
    /** there in the state `other-chain` only */
    readonly otherChain: OtherChainView | undefined
  }
  /** 0 … 1, blocks of those known; 1 when synced */
  readonly progress: number
}

/** Bytes in and out during the interval that ends at `time`. */
export interface TrafficSample {
  readonly time: number
  readonly received: number
  readonly sent: number
}

/** What handlers and the window need of the peers. Every method answers at once; what takes time goes on behind it. */
export interface PeerNetwork {
  /** false: neither listens nor connects; then there are no peers */
  readonly enabled: boolean
  /** our own service bits */
  readonly services: bigint
  /** what we call ourselves to peers */
  readonly userAgent: string
  /** seconds, what a ban lasts when nobody says how long (`-bantime`) */
  readonly defaultBanTime: number
  /** in the order of their ids */
  peers(): readonly PeerInfo[]
  peer(id: number): PeerDetails | undefined
  connectionCount(): number
  totals(): { readonly received: number; readonly sent: number }
  /** best height that peers claim or have shown, −1 without any */
  longestHeight(): number
  /** in the order they were added */
  addedNodes(): readonly AddedNode[]
  /** the last that were tried once, oldest first */
  triedNodes(): readonly TriedNode[]
  /** false: it is there already */
  addNode(target: string): boolean
  /** false: it was never added */
  removeNode(target: string): boolean
  /** Connects once; an added node is tried at once, whatever it waited for. */
  tryOnce(target: string): void
  /** Ends the connections whose `addr` is this text, or means this with the chain's port or another form of the address; false: there is none. */
  disconnect(addr: string): boolean
  /** queues a ping to every peer */
  ping(): void
  networks(): readonly NetworkInfo[]
  localAddresses(): readonly LocalAddress[]
  /** not expired; the reference's order: by network, then by mask */
  bans(): readonly BanEntry[]
  isBanned(ip: Uint8Array): boolean
  /**
   * Bans and ends matching connections at once. The subnet is known to be valid. Banning it again only changes time and note.
   * @throws RangeError when the list is full
   */
  ban(subnet: string, until: number, reason: BanReason, note: string): void
  /** Puts entries back as they were, see BanList. Their subnets are known to be valid. Returns how many were put back. */
  restoreBans(entries: readonly BanEntry[]): number
  /** false: exactly this subnet is not on the list */
  unban(subnet: string): boolean
  clearBans(): void
  syncState(): SyncState
  /** oldest first, the last `seconds`; kept over restarts */
  trafficHistory(seconds: number): readonly TrafficSample[]
}
