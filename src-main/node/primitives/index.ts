/**
 * primitives: transactions, headers and blocks as data and as bytes; targets, work, Merkle roots; Equihash.
 *
 * Purpose: between bytes on a wire or disk and the plain objects of types.ts, both ways, without loss: what parses is
 * serialised to the same bytes again.
 * Non-goals: judging what was parsed (consensus), scripts (script), anything that needs chain parameters.
 * Invariants: only DecodeError leaves a parser, whatever the input, and nothing is allocated on the word of a count that the
 * rest of the input cannot hold. Parsed byte arrays are views of the input and a parsed object remembers its own raw bytes,
 * from which its hash is taken: inputs must never be written to after parsing, nor objects after their making. A changed
 * copy (`{ ...tx, vin }`) is a new object that knows nothing of the old one's bytes or hash.
 * Thread: any; pure apart from the hash caches inside the objects. To send bytes of a parsed object to another thread,
 * `slice()` them first: the clone of a view carries the whole input along.
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
export { decodeCompact, encodeCompact, hashNumber, workOf } from './compactTarget.ts'
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
export { isCoinbase, isNullOutPoint, serializeTransaction, transactionSize, txidOf } from './transaction.ts'
export type { Block, BlockHeader, OutPoint, Transaction, TxIn, TxOut } from './types.ts'
