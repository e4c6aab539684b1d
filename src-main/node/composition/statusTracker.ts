import type { NodeEvent, NodePhase, Progress } from '#shared/events.ts'
import type { NodeStatus } from '../rpc/handlers/index.ts'
import type { NodeOptions } from './options.ts'

export interface StatusTracker {
  status(): NodeStatus
  phase(): NodePhase
  /** Changes what is shown and tells everybody who listens. */
  show(phase: NodePhase, detail: string, progress?: Progress | null): void
}

/** What the node is doing, for windows and for `getnodestatus`. `live` is asked each time. */
export function createStatusTracker(
  options: NodeOptions,
  fixed: Pick<NodeStatus, 'version' | 'startedAt' | 'verifier'>,
  live: () => Pick<NodeStatus, 'rpcAddress' | 'automaticMining' | 'indexProblem' | 'walletProblem'>,
  emit: (event: NodeEvent) => void,
): StatusTracker {
  let phase: NodePhase = 'starting'
  let detail = 'Loading...'
  let progress: Progress | null = null
  const about = {
    name: options.chain.name,
    network: options.chain.network,
    dataDir: options.directories.network,
    sandbox: options.sandbox,
    ...fixed,
  }
  return {
    status: () => ({ phase, detail, progress, ...about, ...live() }),
    phase: () => phase,
    show(next, text, step = null) {
      phase = next
      detail = text
      progress = step
      emit({ type: 'status', phase, detail, progress })
    },
  }
}
