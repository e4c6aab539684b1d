import type { ChainParams } from '../../consensus/index.ts'
import type { Random } from '../../core/index.ts'
import { blockHash, hashNumber, serializeHeaderWithoutSolution, solveEquihash48x5 } from '../../primitives/index.ts'
import type { BlockHeader } from '../../primitives/types.ts'
import { yieldToEventLoop } from '../../util/index.ts'
import { increment } from '../proof.ts'
import type { SolvedHeader, StartSolverThread } from '../solver/index.ts'
import { SolverTeam } from '../solverTeam.ts'

export interface GrindJob {
  /** header without nonce and solution */
  readonly header: BlockHeader
  /** the hash must be at least `least` and at most `most` */
  readonly least: bigint
  readonly most: bigint
}

/** Finds the small proof of work of a staked block: a valid solution, and a hash within wide bounds. */
export interface Grinder {
  /** Runs one job at a time. @returns the header with its proof @throws the signal's reason; Error if a thread fails */
  grind(job: GrindJob, signal: AbortSignal): Promise<BlockHeader>
  /** Resolves when all threads have ended. */
  stop(): Promise<void>
}

const SLICE_MS = 8

/** Creates a grinder for regtest's small Equihash, on the calling thread. */
export function createInlineGrinder({ equihash }: ChainParams, random: Random, millis: () => number): Grinder {
  return {
    async grind({ header, least: min, most: max }, signal) {
      const nonce = random.bytes(32).slice()
      let sliceEnd = millis() + SLICE_MS
      for (;;) {
        const tried = { ...header, nonce: nonce.slice() }
        for (const solution of solveEquihash48x5(serializeHeaderWithoutSolution(tried), equihash.personal)) {
          const solved = { ...tried, solution }
          const hash = hashNumber(blockHash(solved))
          if (hash >= min && hash <= max) return solved
        }
        increment(nonce)
        if (millis() < sliceEnd) continue
        await yieldToEventLoop()
        signal.throwIfAborted()
        sliceEnd = millis() + SLICE_MS
      }
    },
    stop: async () => {},
  }
}

/** Creates a grinder for main mode. Its thread exists only during a job, because it takes much memory. */
export function createThreadGrinder(startThread: StartSolverThread, random: Random): Grinder {
  let job = 0
  let found: ((find: SolvedHeader) => void) | undefined
  let failed: ((error: Error) => void) | undefined
  const team = new SolverTeam(startThread, {
    found: (find) => found?.(find),
    failed: (error) => failed?.(error),
  })
  return {
    async grind({ header, least: min, most: max }, signal) {
      signal.throwIfAborted()
      const id = ++job
      try {
        return await new Promise<BlockHeader>((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true })
          failed = reject
          found = (find) => {
            if (find.job !== id) return
            const solved = { ...header, nonce: find.header.slice(-32), solution: find.solution }
            // The thread checks only the upper bound. Below the lower bound, it continues with the next header.
            if (hashNumber(blockHash(solved)) >= min) resolve(solved)
          }
          team.resize(1)
          team.work(() => ({
            id,
            header: serializeHeaderWithoutSolution({ ...header, nonce: random.bytes(32) }),
            target: max,
          }))
        })
      } finally {
        found = undefined
        failed = undefined
        team.cancelBefore(id + 1)
        team.resize(0)
      }
    },
    async stop() {
      team.resize(0)
      await team.stopped()
    },
  }
}
