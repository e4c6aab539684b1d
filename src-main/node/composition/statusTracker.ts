import type { NodeEvent, NodePhase, Progress } from '#shared/events.ts'
import type { NodeStatus } from '../rpc/handlers/index.ts'
import type { NodeOptions } from './options.ts'

type FixedStatus = Pick<NodeStatus, 'version' | 'startedAt' | 'verifier'>
type LiveStatus = Pick<NodeStatus, 'rpcAddress' | 'automaticMining' | 'indexProblem' | 'walletProblem'>

/** Current phase and progress of the node, for windows and for `getnodestatus`. */
export class StatusTracker {
  readonly #fixed: FixedStatus & Pick<NodeStatus, 'name' | 'network' | 'dataDir' | 'sandbox'>
  readonly #live: () => LiveStatus
  readonly #emit: (event: NodeEvent) => void
  #phase: NodePhase = 'starting'
  #detail = 'Loading...'
  #progress: Progress | null = null

  /** @param live called for each status */
  constructor(options: NodeOptions, fixed: FixedStatus, live: () => LiveStatus, emit: (event: NodeEvent) => void) {
    const { chain, directories, sandbox } = options
    this.#fixed = { name: chain.name, network: chain.network, dataDir: directories.network, sandbox, ...fixed }
    this.#live = live
    this.#emit = emit
  }

  get phase(): NodePhase {
    return this.#phase
  }

  status(): NodeStatus {
    return { phase: this.#phase, detail: this.#detail, progress: this.#progress, ...this.#fixed, ...this.#live() }
  }

  /** Changes the status and notifies windows. */
  show(phase: NodePhase, detail: string, progress: Progress | null = null): void {
    this.#phase = phase
    this.#detail = detail
    this.#progress = progress
    this.#emit({ type: 'status', phase, detail, progress })
  }
}
