/** Headers to search, one after another with growing nonces. Plain data, so that it can be sent to a thread. */
export interface SolverJob {
  /** grows with each job, from 1 */
  readonly id: number
  /** 140 bytes before the solution; the last 32 are the first nonce to try */
  readonly header: Uint8Array
  /** the hash of a block is at most this */
  readonly target: bigint
}

/** A block's proof of work, verified. */
export interface SolverFind {
  readonly job: number
  /** 140 bytes, with the nonce that was tried */
  readonly header: Uint8Array
  readonly solution: Uint8Array
}

export interface SolverEvents {
  found(find: SolverFind): void
  /** the thread has ended */
  failed(error: Error): void
}

/** One core at work. */
export interface SolverThread {
  /** Changes to this job after the header that is being searched. */
  work(job: SolverJob): void
  /** Jobs with a lower number end within milliseconds. */
  cancelBefore(job: number): void
  /** verified solutions so far, whether or not they made blocks */
  solutions(): number
  /** Resolves when its memory is free; no event comes after the call. */
  stop(): Promise<void>
}

export type StartSolverThread = (events: SolverEvents) => SolverThread
