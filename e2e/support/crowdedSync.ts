import { processorMillis } from './daemon.ts'
import { type HostileCrowd, type HostileKind, startHostilePeers } from './hostilePeers.ts'
import type { LoadChain } from './loadChain.ts'
import { type NetworkNode, startNetworkNode, until } from './network.ts'

/**
 * How the honest peer is connected: the victim adds it (-addnode), or it connects to the victim after all hostile
 * peers.
 */
export type HonestKind = 'added' | 'inbound'

export interface CrowdedSync {
  readonly load: LoadChain
  /** has the complete chain */
  readonly source: NetworkNode
  readonly honest: HonestKind
  readonly crowd?: { readonly kinds: readonly HostileKind[]; readonly count: number; readonly share: number }
}

export interface SyncCost {
  readonly ms: number
  /** processor time of all threads of the victim, in ms */
  readonly cpuMs: number
}

const sum = (open: object): number => Object.values(open).reduce((total: number, count) => total + count, 0)

/** Waits until the victim has accepted all connections that the crowd still has. */
async function untilAccepted(victim: NetworkNode, crowd: HostileCrowd): Promise<void> {
  await until('the crowd', async () => {
    const accepted = await victim.rpc.call<number>('getconnectioncount')
    return accepted >= sum(crowd.report().open)
  })
}

interface Victim {
  readonly node: NetworkNode
  readonly crowd: HostileCrowd | undefined
  close(): Promise<void>
}

/** Starts a fresh node and connects the hostile crowd to it. */
async function openVictim(load: LoadChain, plan: CrowdedSync['crowd']): Promise<Victim> {
  const node = await startNetworkNode({ chain: load.args })
  let crowd: HostileCrowd | undefined
  const close = async () => {
    await crowd?.stop()
    await node.kill()
  }
  try {
    if (plan !== undefined) {
      crowd = await startHostilePeers({ ...plan, port: node.p2pPort, chain: load.args })
      await untilAccepted(node, crowd)
    }
    return { node, crowd, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Connects the honest peer. Returns the cost of the download from then on. */
async function download(victim: NetworkNode, { load, source, honest }: CrowdedSync): Promise<SyncCost> {
  const pid = victim.process.pid ?? 0
  const begun = { at: performance.now(), cpuMs: processorMillis(pid) }
  if (honest === 'added') await victim.rpc.call('addnode', source.target, 'add')
  else await source.rpc.call('addnode', victim.target, 'onetry')
  await until('all blocks', async () => (await victim.rpc.call<number>('getblockcount')) === load.height)
  return { ms: performance.now() - begun.at, cpuMs: processorMillis(pid) - begun.cpuMs }
}

/**
 * Downloads the chain with a fresh node among hostile peers. Calls `then` before the node and the crowd are stopped.
 */
export async function syncAmongHostilePeers(
  sync: Required<CrowdedSync>,
  then: (crowd: HostileCrowd, begun: number) => Promise<void>,
): Promise<void> {
  const begun = performance.now()
  const { node, crowd, close } = await openVictim(sync.load, sync.crowd)
  try {
    await download(node, sync)
    await then(crowd!, begun)
  } finally {
    await close()
  }
}

/** Starts a node that has imported the chain. */
export async function startSource(load: LoadChain): Promise<NetworkNode> {
  const source = await startNetworkNode({ chain: load.args, args: [`-loadblock=${load.file}`] })
  await until('the import', async () => (await source.rpc.call<number>('getblockcount')) === load.height)
  return source
}

/** Maximum number of download pairs: other tests may briefly take the processor from only one download of a pair. */
const MAX_TRIES = 4

/** Downloads with and without the crowd at the same time, so that other load on the machine slows both alike. */
async function measurePair(sync: Required<CrowdedSync>): Promise<SyncCost> {
  const alone = await openVictim(sync.load, undefined)
  try {
    const crowded = await openVictim(sync.load, sync.crowd)
    try {
      const [before, now] = await Promise.all([download(alone.node, sync), download(crowded.node, sync)])
      console.log(
        `      ${sync.crowd.kinds.length} kinds, ${sync.honest}: ${Math.round(now.ms)} and ${Math.round(before.ms)} ms, ` +
          `${Math.round(now.cpuMs)} and ${Math.round(before.cpuMs)} ms of the processor`,
      )
      return { ms: now.ms / before.ms, cpuMs: now.cpuMs / before.cpuMs }
    } finally {
      await crowded.close()
    }
  } finally {
    await alone.close()
  }
}

/**
 * Measures pairs until one is within the ratio or `MAX_TRIES` is reached. Returns the cost of the crowded download as
 * multiples of the other download in the last pair.
 */
export async function compareSync(sync: Required<CrowdedSync>, maxRatio: number): Promise<SyncCost> {
  for (let tries = 1; ; tries++) {
    const ratios = await measurePair(sync)
    if (tries === MAX_TRIES || Math.max(ratios.ms, ratios.cpuMs) <= maxRatio) return ratios
  }
}
