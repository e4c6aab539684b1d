import type { Logger, PeerNetwork, Random } from '../core/index.ts'
import type { MinedBlock, MinerRecord } from './minerRecord.ts'
import type { StartSolverThread } from './solver/index.ts'
import type { TemplateFeedDeps } from './templateFeed.ts'
import type { MiningChain, PowerSource, Timers } from './types.ts'

export interface SoloMinerOptions {
  /** whether it is on from the start (`-gen`); undefined: as it was at the end, if it is to resume */
  readonly generate: boolean | undefined
  /** threads that may be used (`-genproclimit`); below 0: one for each core; undefined: as chosen last */
  readonly limit: number | undefined
  readonly cores: number
  /** Mines without peers too (`-testnode`), as the first blocks of a chain need. */
  readonly alone: boolean
}

export interface SoloMinerDeps extends TemplateFeedDeps {
  readonly chain: MiningChain & { subscribe(listener: () => void): () => void }
  readonly random: Random
  readonly timers: Timers
  readonly logger: Logger
  readonly network: () => Pick<PeerNetwork, 'connectionCount' | 'syncState'>
  readonly startThread: StartSolverThread
  readonly record: MinerRecord
}

export interface SoloMinerStatus {
  /** whether it is switched on */
  readonly generate: boolean
  /** as it was asked for; −1: one for each core */
  readonly limit: number
  /** paused: the machine runs on battery, and the miner pauses then */
  readonly state: 'off' | 'waiting' | 'paused' | 'mining'
  /** what it waits for or what made it stop, as one sentence; empty: nothing */
  readonly detail: string
  readonly alone: boolean
  readonly power: PowerSource
  readonly pauseOnBattery: boolean
  /** a miner that is on continues at the next start */
  readonly resumeAtStart: boolean
  /** it was on when the node last ended, has not continued, and nobody has switched it since */
  readonly interrupted: boolean
  readonly threads: number
  /** a second, measured */
  readonly solutionRate: number
  /** the rate every five seconds of mining, oldest first */
  readonly history: readonly number[]
  /** since it was switched on */
  readonly solutions: number
  /** since the node started */
  readonly blocksFound: number
  readonly lastBlock: { readonly hash: string; readonly height: number; readonly time: number } | undefined
  /** over all starts */
  readonly blocksEver: number
}

/** Solo mining of the chain's full proof of work, on threads of their own, while it is switched on. */
export interface SoloMiner {
  /** Called once, at the start: mines if the options say so, or if it was on and is to resume. */
  begin(): void
  /**
   * Switches it on or off, which is remembered over restarts.
   * @param limit threads; below 0: one for each core; 0: off; undefined: as before
   */
  setGenerate(on: boolean, limit?: number): void
  /** What the machine runs on; unknown until this is called. A pause begins and ends at once. */
  setPower(source: PowerSource): void
  /** @throws the system's error when the choice cannot be kept */
  setPauseOnBattery(on: boolean): void
  /** @throws the system's error when the choice cannot be kept */
  setResumeAtStart(on: boolean): void
  status(): SoloMinerStatus
  /** its blocks over all starts, newest first */
  found(limit: number): readonly MinedBlock[]
  /** The listener is called at every change, and each second while it is switched on. */
  onChange(listener: (status: SoloMinerStatus) => void): () => void
  /** Ends it for good; resolves when no thread is left. */
  stop(): Promise<void>
}
