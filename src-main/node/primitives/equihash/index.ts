/**
 * equihash: the proof of work over a header (chain-params.md §7). Verifies any defined n,k; solves only the small 48,5
 * of regtest. The mining workers solve 200,9.
 */
export { compressIndices, expandIndices } from './indexPacking.ts'
export { type EquihashParameters, isEquihashParameters, solutionLength } from './parameters.ts'
export { solveEquihash48x5 } from './solve48x5.ts'
export { verifyEquihash } from './verify.ts'
