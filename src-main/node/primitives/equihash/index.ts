/**
 * equihash: the proof of work over a header (chain-params.md §7). Verifies any defined n,k; searches only the tiny 48,5 of
 * regtest. Searching 200,9 is a job for the mining workers.
 */
export { compressIndices, expandIndices } from './indexPacking.ts'
export { type EquihashParameters, isEquihashParameters, solutionLength } from './parameters.ts'
export { solveEquihash48x5 } from './solve48x5.ts'
export { verifyEquihash } from './verify.ts'
