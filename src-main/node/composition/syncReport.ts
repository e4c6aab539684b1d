import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { NodeEvent, NodePhase } from '#shared/events.ts'
import type { SyncState, SyncStateName } from '../core/index.ts'
import type { Parts } from './parts.ts'

export type SyncOverview = SyncState & {
  /** false if the node was configured without peers */
  readonly enabled: boolean
  /** last block of the history that is trusted to the built-in checkpoints; undefined if all history is validated */
  readonly trusted: { readonly height: number; readonly time: number } | undefined
}

export interface SyncReportDeps {
  readonly status: () => { readonly phase: NodePhase; readonly detail: string }
  readonly parts: () => Pick<Parts, 'chain' | 'params' | 'peers'> | undefined
  /** unix seconds */
  readonly now: () => number
  readonly emit: (event: NodeEvent) => void
}

/** Sync states of the phases before the network is used. */
const EARLY: Partial<Record<NodePhase, SyncStateName>> = {
  starting: 'starting',
  importing: 'blocks',
  indexing: 'indexing',
}

function getTrustedCheckpoint({ chain, params }: Pick<Parts, 'chain' | 'params'>): SyncOverview['trusted'] {
  const height = chain.lastCheckpoint
  return height > 0 ? { height, time: params.checkpoints.lastTime } : undefined
}

/** Sync state from the first moment on: the node's own while it starts, then that of its peers. */
export class SyncReport {
  readonly #deps: SyncReportDeps
  #state: SyncStateName | undefined
  #since: number

  constructor(deps: SyncReportDeps) {
    this.#deps = deps
    this.#since = deps.now()
  }

  /** Returns the sync state, with the reason if it is blocked. @throws RpcError when the node is ending */
  overview(): SyncOverview {
    const { phase, detail } = this.#deps.status()
    const running = this.#deps.parts()
    if (phase === 'ready' && running !== undefined) {
      return { enabled: running.peers.enabled, trusted: getTrustedCheckpoint(running), ...running.peers.syncState() }
    }
    const name = EARLY[phase]
    if (name === undefined) throw new RpcError(RPC_ERROR.IN_WARMUP, detail)
    const [tip, best] = [running?.chain.tip(), running?.chain.bestHeader()]
    const [height, headers] = [tip?.height ?? -1, best?.height ?? -1]
    return {
      ...{ enabled: running?.peers.enabled ?? true, state: name, since: this.#since, detail },
      trusted: running && getTrustedCheckpoint(running),
      evidence: {
        ...{ height, headers, peersHeight: -1, peers: 0, outbound: 0, tipTime: tip?.time ?? 0 },
        ...{ inFlight: 0, waitingFor: undefined, otherBranch: undefined, otherChain: undefined },
      },
      progress: headers > 0 ? Math.max(0, height) / headers : 0,
    }
  }

  /** Notifies windows if the node's phase changed the state. */
  phaseShown(): void {
    const { status, now, emit } = this.#deps
    const { phase, detail } = status()
    const name = EARLY[phase]
    if (name === this.#state) return
    this.#state = name
    this.#since = now()
    if (name !== undefined) emit({ type: 'sync', state: name, detail, since: this.#since })
  }
}
