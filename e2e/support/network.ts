import { setTimeout as delay } from 'node:timers/promises'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { type Daemon, startDaemon } from './daemon.ts'
import { freePort } from './ports.ts'

export const REGTEST_CHAIN = ['-ac_name=NETWORK', '-regtest', '-ac_supply=1000', '-ac_reward=100000000', '-ac_cc=2']

export interface NetworkNode extends Daemon {
  readonly p2pPort: number
  /** address of the P2P port, for addnode */
  readonly target: string
  /** restarts the node with the same directory, port and options, plus `args` */
  restart(args?: readonly string[]): Promise<NetworkNode>
}

export interface NetworkNodeOptions {
  readonly chain?: readonly string[]
  readonly args?: readonly string[]
  readonly dataDir?: string
  readonly early?: boolean
  readonly p2pPort?: number
  readonly fromSource?: boolean
  readonly program?: string
}

/** Starts a daemon that accepts peers on loopback and looks for none. */
export async function startNetworkNode(options: NetworkNodeOptions = {}): Promise<NetworkNode> {
  const p2pPort = options.p2pPort ?? (await freePort())
  const { chain = REGTEST_CHAIN, args = [], early = false, fromSource = false } = options
  const daemon = await startDaemon({
    args: [...chain, '-listen', '-bind=127.0.0.1', `-port=${p2pPort}`, '-discover=0', ...args],
    early,
    fromSource,
    ...(options.program !== undefined && { program: options.program }),
    ...(options.dataDir !== undefined && { dataDir: options.dataDir }),
  })
  const restart = (more: readonly string[] = []) =>
    startNetworkNode({ ...options, args: [...args, ...more], p2pPort, dataDir: daemon.dataDir })
  return { ...daemon, output: daemon.output, p2pPort, target: `127.0.0.1:${p2pPort}`, restart }
}

/** Polls until `ask` resolves to a truthy value, and returns that value. Rejects as soon as `ask` does. */
export async function until<T>(what: string, ask: () => Promise<T>): Promise<NonNullable<T>> {
  const deadline = performance.now() + MAX_WAIT_MS
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (performance.now() > deadline) throw new Error(`waited in vain: ${what}`)
    await delay(30)
  }
}

export const getBestHash = (node: Daemon): Promise<string> => node.rpc.call<string>('getbestblockhash')

/** Waits until all nodes have the same best block. Returns its hash. */
export async function untilSameTip(...nodes: readonly Daemon[]): Promise<string> {
  return until('the same tip', async () => {
    const tips = new Set(await Promise.all(nodes.map(getBestHash)))
    return tips.size === 1 ? [...tips][0] : undefined
  })
}

const isConnectedTo = async (from: NetworkNode, to: NetworkNode): Promise<boolean> =>
  (await from.rpc.call<readonly { addr: string; version: number }[]>('getpeerinfo')).some(
    ({ addr, version }) => addr === to.target && version > 0,
  )

export async function connectNodes(from: NetworkNode, to: NetworkNode): Promise<void> {
  await from.rpc.call('addnode', to.target, 'onetry')
  await until('a connection', () => isConnectedTo(from, to))
}

/** Disconnects the two nodes, whichever opened the connection. */
export async function partNodes(a: NetworkNode, b: NetworkNode): Promise<void> {
  await a.rpc.call('disconnectnode', b.target).catch(() => b.rpc.call('disconnectnode', a.target))
  await until('no connection', async () => !(await isConnectedTo(a, b)) && !(await isConnectedTo(b, a)))
}
