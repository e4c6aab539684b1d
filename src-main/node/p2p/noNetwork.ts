import type { Clock } from '../core/index.ts'
import { type BanList, parseSubnet } from './bans/index.ts'
import type { P2p } from './p2p.ts'
import { formatNetAddress, parseNetAddress, userAgent } from './wire/index.ts'

export interface NoNetworkDeps {
  readonly bans: BanList
  readonly clock: Clock
  /** service bits shown by getnetworkinfo */
  readonly services: bigint
  /** seconds */
  readonly banTime: number
  readonly defaultPort: number
  readonly tip: () => { readonly height: number; readonly time: number }
  readonly bestHeader: () => { readonly height: number }
}

/** The network of a node that neither listens nor connects: no peers, bans only, always at its own tip. */
export function createNoNetwork(deps: NoNetworkDeps): P2p {
  const { bans, services, banTime, defaultPort } = deps
  const since = deps.clock.now()
  const added = new Set<string>()
  const subnetOf = (text: string) => {
    const subnet = parseSubnet(text)
    if (!subnet) throw new TypeError(`no subnet: ${text}`)
    return subnet
  }
  const network = (name: 'ipv4' | 'ipv6' | 'onion' | '', reachable: boolean) => ({
    name,
    limited: !reachable,
    reachable,
    proxy: '',
    proxyRandomizeCredentials: false,
  })
  const networks = [network('ipv4', true), network('ipv6', true), network('onion', false), network('', true)]

  return {
    enabled: false,
    start: async () => {},
    stop: async () => {},
    announceAgain: () => {},
    onNotification: (listener) => bans.onChange(() => listener({ type: 'bans' })),
    services,
    userAgent: userAgent(),
    defaultBanTime: banTime,
    peers: () => [],
    peer: () => undefined,
    connectionCount: () => 0,
    totals: () => ({ received: 0, sent: 0 }),
    longestHeight: () => -1,
    addedNodes: () =>
      [...added].map((target) => {
        const address = parseNetAddress(target, defaultPort)
        return { target, addresses: address ? [{ address: formatNetAddress(address), connected: undefined }] : [] }
      }),
    addNode(target) {
      if (added.has(target)) return false
      added.add(target)
      return true
    },
    removeNode: (target) => added.delete(target),
    tryOnce: () => {},
    disconnect: () => false,
    ping: () => {},
    networks: () => networks,
    localAddresses: () => [],
    bans: () => bans.list(),
    isBanned: (ip) => bans.isBanned(ip),
    ban: (subnet, until, reason, note) => bans.add(subnetOf(subnet), until, reason, note),
    restoreBans: (entries) => bans.restore(entries.map((entry) => ({ ...entry, ...subnetOf(entry.subnet) }))),
    unban: (subnet) => bans.remove(subnetOf(subnet)),
    clearBans: () => bans.clear(),
    syncState() {
      const { height, time } = deps.tip()
      const evidence = { height, headers: deps.bestHeader().height, peersHeight: -1, peers: 0, outbound: 0 }
      return {
        state: 'solo',
        since,
        detail: 'This node neither listens nor connects: its own chain is all there is.',
        evidence: { ...evidence, tipTime: time, inFlight: 0, waitingFor: undefined, otherBranch: undefined },
        progress: 1,
      }
    },
    trafficHistory: () => [],
  }
}
