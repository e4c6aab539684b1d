/** Headers to search, one after another with growing nonces. Plain data, so that a thread can receive it. */
export interface SolverJob {
  /** increases with each job, from 1 */
  readonly id: number
  /** 140 bytes before the solution; the last 32 are the first nonce to try */
  readonly header: Uint8Array
  /** maximum hash of the block */
  readonly target: bigint
}

/** Verified proof of work of a block. */
export interface SolvedHeader {
  readonly job: number
  /** 140 bytes, including the nonce of the solution */
  readonly header: Uint8Array
  readonly solution: Uint8Array
}

export interface SolverEvents {
  found(find: SolvedHeader): void
  /** the thread has ended */
  failed(error: Error): void
}

/** Solver that uses one core. */
export interface SolverThread {
  /** Switches to this job after the current header. */
  work(job: SolverJob): void
  /** Cancels jobs with a lower number within milliseconds. */
  cancelBefore(job: number): void
  /** number of verified solutions so far, including those above the target */
  solutions(): number
  /** Resolves when the memory is free; no event is emitted after the call. */
  stop(): Promise<void>
}

export type StartSolverThread = (events: SolverEvents) => SolverThread
