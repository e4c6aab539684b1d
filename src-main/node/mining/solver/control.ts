/** Layout of the memory that a solver thread and its owner share: two words. */

/** Jobs with a lower number are cancelled; written by the owner. */
export const OLDEST_JOB = 0
/** Number of solutions that the thread has found and verified; written by the thread. */
export const SOLUTIONS = 1

export function createSolverControl(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
}
