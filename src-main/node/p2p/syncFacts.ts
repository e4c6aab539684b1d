import type { Chain } from '../chain/index.ts'
import type { Core } from './core.ts'
import type { P2pSettings } from './settings.ts'
import type { SyncFacts } from './sync/index.ts'

export interface SyncSituation extends Pick<Core, 'set' | 'sync'> {
  readonly chain: Chain
  readonly now: number
  readonly started: boolean
  readonly expects: boolean
  readonly movedAt: number
}

/** Collects the facts that the sync state is concluded from. */
export function collectSyncFacts(
  settings: P2pSettings,
  { set, sync, chain, now, started, expects, movedAt }: SyncSituation,
): SyncFacts {
  const tip = chain.tip()
  const best = chain.bestHeader()
  const ready = [...set.ready()]
  return {
    ...{ now, movedAt },
    starting: !started,
    expectsPeers: expects,
    peers: ready.length,
    outbound: ready.filter(({ inbound }) => !inbound).length,
    height: tip.height,
    tipTime: tip.time,
    headers: best.height,
    replaced: best.chainWork > tip.chainWork ? tip.height - sync.path.forkOf(tip, best).height : 0,
    peersHeight: sync.bestHeight() ?? -1,
    inFlight: sync.pending().inFlight,
    spacing: settings.sync.spacing,
    waitingFor: sync.waitingFor()?.id,
    otherBranch: sync.otherBranch(),
    otherChain: sync.otherChain(),
  }
}
