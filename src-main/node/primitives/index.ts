/**
 * primitives: transactions, headers and blocks as data and as bytes; targets, work, Merkle roots; Equihash.
 *
 * Purpose: lossless conversion between bytes on the wire or disk and the plain objects of types.ts. Parsed data
 * serialises to the same bytes again. Non-goals: validation (consensus), scripts (script), anything that needs chain
 * parameters. Invariants: parsers throw only DecodeError, for any input. They allocate nothing for a count that the
 * rest of the input cannot hold. Parsed byte arrays are views of the input. A parsed object keeps its own raw bytes and
 * derives its hash from them, so neither inputs nor parsed objects may be modified. A changed copy (`{ ...tx, vin }`)
 * is a new object without the original's bytes or hash. Thread: any; pure apart from the hash caches inside the
 * objects. To send bytes of a parsed object to another thread, `slice()` them first: cloning a view copies the complete
 * input.
 */
export { COIN } from '#shared/units.ts'
export {
  blockHash,
  parseBlock,
  readBlock,
  readHeader,
  serializeBlock,
  serializeHeader,
  serializeHeaderWithoutSolution,
} from './block.ts'
export { computeWork, decodeCompact, encodeCompact, hashNumber } from './compactTarget.ts'
export { OVERWINTER_GROUP, OVERWINTER_VERSION, SAPLING_GROUP, SAPLING_VERSION } from './constants.ts'
export {
  compressIndices,
  type EquihashParameters,
  solveEquihash48x5,
  verifyEquihash,
} from './equihash/index.ts'
export { merkleBranch, merkleRoot, merkleRootFromBranch } from './merkle.ts'
export {
  deserializeMerkleProof,
  proveTransactions,
  readMerkleProof,
  serializeMerkleProof,
} from './merkleProof.ts'
export { NO_SHIELDED_PARTS } from './noShieldedParts.ts'
export { parseTransaction, readTransaction } from './readTransaction.ts'
export { computeTxid, isCoinbase, isNullOutPoint, serializeTransaction, transactionSize } from './transaction.ts'
export type { Block, BlockHeader, OutPoint, Transaction, TxIn, TxOut } from './types.ts'
