/** Inputs and results of starting a node. */
import type { NodePhase, Progress } from '#shared/events.ts'
import type { SyncState } from '../core/index.ts'
import type { Monitor } from '../metrics/index.ts'
import type { PowerSource } from '../mining/index.ts'
import type { Notifier } from '../notify/index.ts'
import type { Publisher } from '../publish/index.ts'
import type { EarlyHandlers, NodeStatus } from '../rpc/handlers/index.ts'
import type { Credentials, Dispatcher, HttpServer } from '../rpc/index.ts'
import type { WalletProblem } from '../wallet/index.ts'
import type { Publications } from '../zmq/index.ts'
import type { EventHub } from './eventHub.ts'
import type { NodeOptions, RpcOptions } from './options.ts'
import type { NodeDeps, Parts } from './parts.ts'

/** Everything that a running node has open. */
export interface Running {
  parts: Parts | undefined
  http: HttpServer | undefined
  changeUsers: (rpc: Pick<RpcOptions, 'salted' | 'users'>) => void
  /** users of the latest reload before the RPC server opened */
  reloadedUsers: Pick<RpcOptions, 'salted' | 'users'> | undefined
  publications: Publications | undefined
  notify: Notifier | undefined
  /** with -publish only */
  publishers: readonly Publisher[]
  /** with -metrics only */
  monitor: Monitor | undefined
  credentials: Credentials | undefined
  futureTimer: NodeJS.Timeout | undefined
  endSpaceWatch: () => void
  /** address of the RPC server; empty if it does not listen */
  rpcAddress: string
  /** warning for the user while the node runs; empty by default */
  warning: string
  /** reason why the node did not start, if it is a wallet problem that the user can resolve */
  walletProblem: WalletProblem | null
  power: PowerSource
}

export interface StartContext {
  readonly options: NodeOptions
  readonly deps: NodeDeps
  readonly events: EventHub
  readonly dispatcher: Dispatcher
  readonly early: EarlyHandlers
  readonly running: Running
  readonly status: () => NodeStatus
  /** undefined while the node ends */
  readonly syncState: () => SyncState | undefined
  /** aborted when the node is to stop */
  readonly signal: AbortSignal
  report(phase: NodePhase, text: string, progress?: Progress | null): void
  /** begins to stop the node */
  stop(): void
  fatal(error: Error): void
}
