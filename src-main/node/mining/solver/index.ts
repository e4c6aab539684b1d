/**
 * solver: the Equihash 200,9 search, main mode's proof of work.
 *
 * Purpose: a solver in WebAssembly, compiled from the AssemblyScript of assembly/ (named so that no other tool takes it
 * for TypeScript), in two builds, with and without 128-bit registers; one solver thread per core; jobs, solutions and
 * cancellation. Non-goals: header contents and the use of solutions (soloMiner), the small Equihash of regtest
 * (primitives). Invariants: A solution has passed the verifier that validates blocks. A cancelled job ends within
 * milliseconds. A thread takes about 225 MiB and frees it when it stops. Thread: the solver runs on separate threads;
 * everything else on the caller's.
 */
export { loadSolver } from './module.ts'
export { createSolver, type EquihashSolver } from './solver.ts'
export { createSolverThreads } from './thread.ts'
export type { SolvedHeader, SolverEvents, SolverJob, SolverThread, StartSolverThread } from './types.ts'

/** Measured memory of one thread: the solver's memory and the thread itself. */
export const THREAD_BYTES = 236_000_000
