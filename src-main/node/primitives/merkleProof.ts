import { sha256d } from '../crypto/index.ts'
import { type ByteReader, ByteWriter, equal } from '../util/index.ts'

/** Partial Merkle tree of a block, which proves that some transactions are in it (BIP 37). */
export interface MerkleProof {
  /** number of transactions in the block */
  readonly total: number
  /** 32 bytes each, in tree traversal order */
  readonly hashes: readonly Uint8Array[]
  /** per node in that order, whether a proven leaf is below it; padded with false to whole bytes */
  readonly flags: readonly boolean[]
}

/** Maximum number of transactions, of at least 60 bytes each, that fit a block. */
const MAX_TRANSACTIONS = Math.floor(10_000_000 / 60)

function hashPair(left: Uint8Array, right: Uint8Array): Uint8Array {
  const both = new Uint8Array(64)
  both.set(left)
  both.set(right, 32)
  return sha256d(both)
}

/**
 * Builds the levels of the tree, leaves first; the last level is the root. A level with an odd number of hashes repeats
 * its last one.
 */
function buildLevels(leaves: readonly Uint8Array[]): readonly (readonly Uint8Array[])[] {
  const levels: (readonly Uint8Array[])[] = [leaves]
  for (let level = leaves; level.length > 1; ) {
    const parents: Uint8Array[] = []
    for (let at = 0; at < level.length; at += 2) parents.push(hashPair(level[at]!, level[at + 1] ?? level[at]!))
    levels.push(parents)
    level = parents
  }
  return levels
}

/**
 * Builds a proof for some transactions of a block.
 * @param txids ids of all its transactions, in order; at least one
 * @param wanted returns true for a transaction to prove
 */
export function proveTransactions(
  txids: readonly Uint8Array[],
  wanted: (txid: Uint8Array, at: number) => boolean,
): MerkleProof {
  const levels = buildLevels(txids)
  const marks = txids.map(wanted)
  const hashes: Uint8Array[] = []
  const flags: boolean[] = []
  const walk = (height: number, at: number): void => {
    const below = marks.slice(at * 2 ** height, (at + 1) * 2 ** height).includes(true)
    flags.push(below)
    if (height === 0 || !below) {
      hashes.push(levels[height]![at]!)
      return
    }
    walk(height - 1, at * 2)
    if (at * 2 + 1 < levels[height - 1]!.length) walk(height - 1, at * 2 + 1)
  }
  walk(levels.length - 1, 0)
  return { total: txids.length, hashes, flags }
}

/**
 * Reads the root that a proof leads to, and the transactions that it proves. The root is undefined if the proof is
 * malformed: too many hashes or flags, too few, or equal neighbours, with which another tree could have the same root.
 */
export function readMerkleProof({ total, hashes, flags }: MerkleProof): {
  readonly root: Uint8Array | undefined
  readonly txids: readonly Uint8Array[]
} {
  const bad = { root: undefined, txids: [] }
  if (total === 0 || total > MAX_TRANSACTIONS || hashes.length > total || flags.length < hashes.length) return bad
  const widthAt = (height: number) => Math.ceil(total / 2 ** height)
  const txids: Uint8Array[] = []
  let flagsRead = 0
  let hashesRead = 0
  const walk = (height: number, at: number): Uint8Array | undefined => {
    const below = flags[flagsRead++]
    if (below === undefined) return undefined
    if (height === 0 || !below) {
      const hash = hashes[hashesRead++]
      if (hash && height === 0 && below) txids.push(hash)
      return hash
    }
    const left = walk(height - 1, at * 2)
    if (left === undefined) return undefined
    if (at * 2 + 1 >= widthAt(height - 1)) return hashPair(left, left)
    const right = walk(height - 1, at * 2 + 1)
    return right === undefined || equal(left, right) ? undefined : hashPair(left, right)
  }
  let height = 0
  while (widthAt(height) > 1) height++
  const root = walk(height, 0)
  const whole = Math.ceil(flagsRead / 8) === Math.ceil(flags.length / 8) && hashesRead === hashes.length
  return root !== undefined && whole ? { root, txids } : bad
}

export function serializeMerkleProof({ total, hashes, flags }: MerkleProof): Uint8Array {
  const writer = new ByteWriter().u32le(total).compactSize(hashes.length)
  for (const hash of hashes) writer.bytes(hash)
  const bytes = new Uint8Array(Math.ceil(flags.length / 8))
  for (const [at, flag] of flags.entries()) if (flag) bytes[at >> 3]! |= 1 << (at & 7)
  return writer.varBytes(bytes).finish()
}

/** @throws DecodeError */
export function deserializeMerkleProof(reader: ByteReader): MerkleProof {
  const total = reader.u32le()
  const hashes = Array.from({ length: reader.count(32) }, () => reader.bytes(32))
  const bytes = reader.varBytes()
  const flags = Array.from({ length: bytes.length * 8 }, (_, at) => (bytes[at >> 3]! & (1 << (at & 7))) !== 0)
  return { total, hashes, flags }
}
