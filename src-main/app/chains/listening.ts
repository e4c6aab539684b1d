/** Finds the ports that a start would listen on, and checks before a thread is started that they are free. */
import { buildChainParams, parseChainOptions } from '../../node/index.ts'
import { readOptions } from '../thread/readOptions.ts'
import type { ChainEntry } from './chainList.ts'
import { type PortDeps, portDetail, portFix, takenPort, type WantedPort } from './preflight/ports.ts'

/** Default addresses of the RPC server. */
export const RPC_HOSTS = ['127.0.0.1', '::1'] as const

export interface Listening {
  readonly ports: readonly WantedPort[]
  /** true if listening for peers is only the default, so that the node can run without it */
  readonly p2pOptional: boolean
}

/**
 * Returns the ports that a start would listen on. Reads the options like the node, and like the node creates the data
 * directory and the conf file.
 */
export function readListening(argv: readonly string[]): Listening {
  const loaded = readOptions(argv)
  // The node reports the error.
  if (loaded.kind !== 'options') return { ports: [], p2pOptional: true }
  const { rpc, p2p, chain } = loaded.options
  const ports: WantedPort[] = []
  if (rpc.enabled && rpc.port !== 0) {
    const bound = rpc.allowIp.length > 0 ? rpc.bind : []
    if (bound.length === 0) ports.push({ name: 'rpcport', port: rpc.port, hosts: RPC_HOSTS })
    ports.push(...places('rpcport', bound, rpc.port))
  }
  const parsed = parseChainOptions(chain.args)
  if (p2p?.listen && parsed.ok) {
    const { p2pPort } = buildChainParams(parsed.options)
    const bound = [...p2p.bind, ...p2p.whiteBind]
    if (bound.length === 0) ports.push({ name: 'p2pport', port: p2pPort, hosts: [] })
    ports.push(...places('p2pport', bound, p2pPort))
  }
  return { ports, p2pOptional: p2p?.listenRequired !== true }
}

/** Parses `host`, `host:port`, `[v6]` or `[v6]:port`. */
function places(name: WantedPort['name'], endpoints: readonly string[], port: number): WantedPort[] {
  return endpoints.map((endpoint) => {
    const match = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(endpoint)
    return { name, port: Number(match?.[3] ?? port), hosts: [match?.[1] ?? match?.[2] ?? endpoint] }
  })
}

/** Returns a free port for each taken one, in the form of a list entry; `undefined` if no port has to be replaced. */
export async function replacementPorts(
  { ports }: Listening,
  avoid: ReadonlySet<number>,
  deps: PortDeps,
): Promise<Partial<Pick<ChainEntry, 'p2pPort' | 'rpcPort'>> | undefined> {
  const reserved = new Set([...avoid, ...ports.map(({ port }) => port)])
  const found: { p2pPort?: number; rpcPort?: number } = {}
  for (const wanted of ports) {
    const free = (await takenPort(wanted, reserved, deps))?.free ?? undefined
    if (free === undefined) continue
    reserved.add(free)
    found[wanted.name === 'p2pport' ? 'p2pPort' : 'rpcPort'] = free
  }
  return Object.keys(found).length > 0 ? found : undefined
}

/** Returns sentences about the first port that prevents a start, or undefined if the ports are free. */
export async function portObstacle(
  { ports, p2pOptional }: Listening,
  lenient: boolean,
  avoid: ReadonlySet<number>,
  deps: PortDeps,
): Promise<string | undefined> {
  const reserved = new Set([...avoid, ...ports.map(({ port }) => port)])
  for (const wanted of ports) {
    if (wanted.name === 'p2pport' && lenient && p2pOptional) continue
    const taken = await takenPort(wanted, reserved, deps)
    if (taken !== undefined) return `${portDetail(taken)}. ${portFix(taken)}`
  }
  return undefined
}
