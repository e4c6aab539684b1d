import type {
  AddedNode,
  Clock,
  LocalAddress,
  NetworkInfo,
  NetworkName,
  PeerInfo,
  SyncState,
  TrafficSample,
  TriedNode,
} from '../core/index.ts'
import { BanCalls } from './banCalls.ts'
import type { BanList } from './bans/index.ts'
import type { P2pNotification, PeerService } from './peerService.ts'
import { formatNetAddress, parseNetAddress, userAgent } from './wire/index.ts'

export interface NoNetworkDeps {
  readonly bans: BanList
  readonly clock: Clock
  /** service bits shown by getnetworkinfo */
  readonly services: bigint
  /** duration of a ban in seconds */
  readonly banTime: number
  readonly defaultPort: number
  readonly tip: () => { readonly height: number; readonly time: number }
  readonly bestHeader: () => { readonly height: number }
}

const describeOwnNetwork = (name: NetworkName | '', reachable: boolean): NetworkInfo => ({
  ...{ name, limited: !reachable, reachable, proxy: '', proxyRandomizeCredentials: false },
})

const NETWORKS = [
  describeOwnNetwork('ipv4', true),
  describeOwnNetwork('ipv6', true),
  describeOwnNetwork('onion', false),
  describeOwnNetwork('', true),
]

/** Network of a node that neither listens nor connects: bans without peers, always at its own tip. */
export class NoNetwork extends BanCalls implements PeerService {
  readonly enabled = false
  readonly services: bigint
  readonly userAgent = userAgent()
  readonly defaultBanTime: number
  readonly #deps: NoNetworkDeps
  readonly #since: number
  readonly #added = new Set<string>()

  constructor(deps: NoNetworkDeps) {
    super(deps.bans)
    this.#deps = deps
    this.services = deps.services
    this.defaultBanTime = deps.banTime
    this.#since = deps.clock.now()
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {}

  announceAgain(): void {}

  onNotification(listener: (notification: P2pNotification) => void): () => void {
    return this.#deps.bans.onChange(() => listener({ type: 'bans' }))
  }

  peers(): readonly PeerInfo[] {
    return []
  }

  peer(): undefined {
    return undefined
  }

  connectionCount(): number {
    return 0
  }

  totals(): { readonly received: number; readonly sent: number } {
    return { received: 0, sent: 0 }
  }

  longestHeight(): number {
    return -1
  }

  addedNodes(): readonly AddedNode[] {
    return [...this.#added].map((target) => {
      const address = parseNetAddress(target, this.#deps.defaultPort)
      const addresses = address ? [{ address: formatNetAddress(address), connected: undefined }] : []
      return { target, addresses, attempt: { state: 'off', failure: undefined, retryIn: undefined } }
    })
  }

  triedNodes(): readonly TriedNode[] {
    return []
  }

  addNode(target: string): boolean {
    if (this.#added.has(target)) return false
    this.#added.add(target)
    return true
  }

  removeNode(target: string): boolean {
    return this.#added.delete(target)
  }

  tryOnce(): void {}

  disconnect(): boolean {
    return false
  }

  ping(): void {}

  networks(): readonly NetworkInfo[] {
    return NETWORKS
  }

  localAddresses(): readonly LocalAddress[] {
    return []
  }

  syncState(): SyncState {
    const { height, time } = this.#deps.tip()
    const headers = this.#deps.bestHeader().height
    const evidence = { height, headers, peersHeight: -1, peers: 0, outbound: 0 }
    return {
      state: 'solo',
      since: this.#since,
      detail: 'This node neither listens nor connects: it knows only its own chain.',
      evidence: {
        ...evidence,
        tipTime: time,
        inFlight: 0,
        waitingFor: undefined,
        otherBranch: undefined,
        otherChain: undefined,
      },
      progress: 1,
    }
  }

  trafficHistory(): readonly TrafficSample[] {
    return []
  }
}
