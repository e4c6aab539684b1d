/**
 * solver: the search of Equihash 200,9, main mode's proof of work.
 *
 * Purpose: a solver in WebAssembly, compiled from the AssemblyScript of assembly/ (which no other tool takes for TypeScript),
 * in two builds, with and without 128-bit registers; threads that run it, one for each core; jobs, solutions and cancelling.
 * Non-goals: what is in a header and what happens with a solution (soloMiner), the small Equihash of regtest (primitives).
 * Invariants: a solution has passed the verifier that judges blocks; a cancelled job ends within milliseconds; a thread
 * takes about 225 MiB and frees them when it stops.
 * Thread: the solver runs on threads of its own; everything else on the caller's.
 */
export { loadSolver } from './module.ts'
export { createSolver, type EquihashSolver } from './solver.ts'
export { createSolverThreads } from './thread.ts'
export type { SolverEvents, SolverFind, SolverJob, SolverThread, StartSolverThread } from './types.ts'

/** What one thread takes: the solver's memory and the thread around it, measured. */
export const THREAD_BYTES = 236_000_000
