import { sha256d } from '../../crypto/index.ts'
import { type EquihashParameters, hashNumber, verifyEquihash } from '../../primitives/index.ts'
import { ByteWriter } from '../../util/index.ts'
import { increment } from '../proof.ts'
import type { EquihashSolver } from './solver.ts'
import type { SolvedHeader, SolverJob } from './types.ts'

/** The nonce is the last part of the 140 bytes. */
const NONCE_BYTES = 32

/** Search over a job's headers, one header per call. */
export interface HeaderSearch {
  /**
   * Searches the next header.
   * @returns the number of its solutions and those that meet the target; undefined when cancelled
   */
  next(): { readonly solutions: number; readonly finds: readonly SolvedHeader[] } | undefined
}

/** Verifies each solution as in a block; invalid solutions are not counted. */
export function createHeaderSearch(
  { id, header, target }: SolverJob,
  solver: EquihashSolver,
  personal: EquihashParameters['personal'],
): HeaderSearch {
  const parameters = { n: 200, k: 9, ...(personal && { personal }) }
  const tried = header.slice()
  const nonce = tried.subarray(-NONCE_BYTES)
  return {
    next() {
      const found = solver.solve(tried)
      if (!found) return undefined
      const solutions = found.filter((solution) => verifyEquihash(parameters, tried, solution))
      const finds = solutions
        .filter((solution) => hashNumber(headerHash(tried, solution)) <= target)
        .map((solution) => ({ job: id, header: tried.slice(), solution }))
      increment(nonce)
      return { solutions: solutions.length, finds }
    },
  }
}

function headerHash(header: Uint8Array, solution: Uint8Array): Uint8Array {
  return sha256d(new ByteWriter().bytes(header).compactSize(solution.length).bytes(solution).finish())
}
