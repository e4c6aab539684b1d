import { processorMillis } from './daemon.ts'
import { type HostileCrowd, type HostileKind, startHostilePeers } from './hostilePeers.ts'
import type { LoadChain } from './loadChain.ts'
import { type NetworkNode, startNetworkNode, until } from './network.ts'

/** How the honest peer is connected: the victim was told to add it, or it connects to the victim after all hostile ones. */
export type HonestKind = 'added' | 'inbound'

export interface CrowdedSync {
  readonly load: LoadChain
  /** has the whole chain */
  readonly source: NetworkNode
  readonly honest: HonestKind
  readonly crowd?: { readonly kinds: readonly HostileKind[]; readonly count: number; readonly share: number }
}

export interface SyncCost {
  readonly ms: number
  /** of all threads of the victim */
  readonly cpuMs: number
}

const sum = (open: object): number => Object.values(open).reduce((total: number, count) => total + count, 0)

/** Waits until the victim has taken all connections that the crowd still has. */
async function untilAccepted(victim: NetworkNode, crowd: HostileCrowd): Promise<void> {
  await until('the crowd', async () => {
    const accepted = await victim.rpc.call<number>('getconnectioncount')
    return accepted >= sum(crowd.report().open)
  })
}

/**
 * A fresh node downloads the chain among hostile peers. Returns what that took, from the moment at which the honest peer is
 * connected, and calls `then` before the node and the crowd are stopped.
 */
export async function syncAmongHostilePeers(
  { load, source, honest, crowd: plan }: CrowdedSync,
  then?: (crowd: HostileCrowd, begun: number) => Promise<void>,
): Promise<SyncCost> {
  const victim = await startNetworkNode({ chain: load.args })
  let crowd: HostileCrowd | undefined
  try {
    if (plan !== undefined) crowd = await startHostilePeers({ ...plan, port: victim.p2pPort, chain: load.args })
    const crowded = performance.now()
    if (crowd !== undefined) await untilAccepted(victim, crowd)
    const pid = victim.process.pid ?? 0
    const begun = { at: performance.now(), cpuMs: processorMillis(pid) }
    if (honest === 'added') await victim.rpc.call('addnode', source.target, 'add')
    else await source.rpc.call('addnode', victim.target, 'onetry')
    await until('all blocks', async () => (await victim.rpc.call<number>('getblockcount')) === load.height, 60)
    const cost = { ms: performance.now() - begun.at, cpuMs: processorMillis(pid) - begun.cpuMs }
    if (crowd !== undefined) await then?.(crowd, crowded)
    return cost
  } finally {
    await crowd?.stop()
    await victim.kill()
  }
}

/** Starts a node that has imported the chain. */
export async function startSource(load: LoadChain): Promise<NetworkNode> {
  const source = await startNetworkNode({ chain: load.args, args: [`-loadblock=${load.file}`] })
  await until('the import', async () => (await source.rpc.call<number>('getblockcount')) === load.height, 60)
  return source
}

/** Returns the lower figures of all. */
function bestOf(costs: readonly SyncCost[]): SyncCost {
  return { ms: Math.min(...costs.map(({ ms }) => ms)), cpuMs: Math.min(...costs.map(({ cpuMs }) => cpuMs)) }
}

/** The machine is busy with other tests: a pair that costs too much is measured again. */
const MAX_TRIES = 4

/**
 * Downloads with and without the crowd, one after the other, until the best of either are within the ratio or there have been
 * enough. Returns the best crowded download as multiples of the best other one.
 */
export async function compareSync(sync: Required<CrowdedSync>, maxRatio: number): Promise<SyncCost> {
  const alone: SyncCost[] = []
  const crowded: SyncCost[] = []
  for (;;) {
    alone.push(await syncAmongHostilePeers({ load: sync.load, source: sync.source, honest: sync.honest }))
    crowded.push(await syncAmongHostilePeers(sync))
    const [before, now] = [bestOf(alone), bestOf(crowded)]
    const ratios = { ms: now.ms / before.ms, cpuMs: now.cpuMs / before.cpuMs }
    console.log(
      `      ${sync.crowd.kinds.length} kinds, ${sync.honest}: ${Math.round(now.ms)} and ${Math.round(before.ms)} ms, ` +
        `${Math.round(now.cpuMs)} and ${Math.round(before.cpuMs)} ms of the processor`,
    )
    if (crowded.length === MAX_TRIES || Math.max(ratios.ms, ratios.cpuMs) <= maxRatio) return ratios
  }
}
