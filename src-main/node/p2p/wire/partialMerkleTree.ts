/** Partial Merkle tree that proves which transactions are in a block (BIP37). */
import { sha256d } from '../../crypto/index.ts'
import type { BlockHeader } from '../../primitives/index.ts'
import { DecodeError, equal } from '../../util/index.ts'
import type { MerkleBlockMessage } from './types.ts'

/** Maximum number of transactions: the smallest takes 60 bytes of a 4 MiB block. */
const MAX_TREE_TRANSACTIONS = Math.floor(4_194_304 / 60)

export interface PartialTree {
  readonly txCount: number
  /** hashes in depth-first order */
  readonly hashes: readonly Uint8Array[]
  /** flag bits of the traversal, least significant first */
  readonly flags: Uint8Array
}

const widthAt = (txCount: number, height: number) => Math.floor((txCount + 2 ** height - 1) / 2 ** height)

function treeHeight(txCount: number): number {
  let height = 0
  while (widthAt(txCount, height) > 1) height++
  return height
}

/** @param txids all transactions of the block, at least one @param matched one entry per transaction */
export function buildPartialTree(txids: readonly Uint8Array[], matched: readonly boolean[]): PartialTree {
  const levels: (readonly Uint8Array[])[] = [txids]
  const found: (readonly boolean[])[] = [matched]
  const top = treeHeight(txids.length)
  for (let height = 1; height <= top; height++) {
    const hashes = levels[height - 1] ?? []
    const marks = found[height - 1] ?? []
    const parents = Array.from({ length: widthAt(txids.length, height) }, (_, index) => 2 * index)
    levels.push(parents.map((left) => pair(hashes[left], hashes[left + 1])))
    found.push(parents.map((left) => marks[left] === true || marks[left + 1] === true))
  }
  const hashes: Uint8Array[] = []
  const bits: boolean[] = []
  const visit = (height: number, index: number) => {
    const hash = levels[height]?.[index]
    if (hash === undefined) return
    const below = found[height]?.[index] === true
    bits.push(below)
    if (height === 0 || !below) {
      hashes.push(hash)
      return
    }
    visit(height - 1, 2 * index)
    visit(height - 1, 2 * index + 1)
  }
  visit(top, 0)
  const flags = new Uint8Array(Math.ceil(bits.length / 8))
  bits.forEach((bit, index) => {
    if (bit) flags[index >> 3] = (flags[index >> 3] ?? 0) | (1 << (index & 7))
  })
  return { txCount: txids.length, hashes, flags }
}

/** The last node of an odd row is paired with itself. */
function pair(left: Uint8Array | undefined, right: Uint8Array | undefined): Uint8Array {
  if (left === undefined) throw new RangeError('missing left node in a row')
  return sha256d(left, right ?? left)
}

/** Builds the merkleblock message of a block; its matching transactions follow as `tx` messages. */
export function buildMerkleBlock(
  header: BlockHeader,
  txids: readonly Uint8Array[],
  matched: readonly boolean[],
): MerkleBlockMessage {
  return { type: 'merkleblock', header, ...buildPartialTree(txids, matched) }
}

export interface MerkleMatch {
  readonly hash: Uint8Array
  /** position in the block */
  readonly index: number
}

/**
 * Traverses a partial tree. The caller must compare the root with the header's.
 * @throws DecodeError for a tree that no honest builder creates
 */
export function readPartialTree(tree: PartialTree): { readonly root: Uint8Array; readonly matches: MerkleMatch[] } {
  const { txCount, hashes, flags } = tree
  if (txCount === 0 || txCount > MAX_TREE_TRANSACTIONS) throw new DecodeError('impossible number of transactions')
  if (hashes.length > txCount || flags.length * 8 < hashes.length) throw new DecodeError('too many hashes')
  const matches: MerkleMatch[] = []
  let bitsUsed = 0
  let hashesUsed = 0
  const visit = (height: number, index: number): Uint8Array => {
    if (bitsUsed >= flags.length * 8) throw new DecodeError('not enough bits')
    const below = ((flags[bitsUsed >> 3] ?? 0) >> (bitsUsed & 7)) & 1
    bitsUsed++
    if (height === 0 || !below) {
      const hash = hashes[hashesUsed++]
      if (hash === undefined) throw new DecodeError('not enough hashes')
      if (height === 0 && below) matches.push({ hash, index })
      return hash
    }
    const left = visit(height - 1, 2 * index)
    if (2 * index + 1 >= widthAt(txCount, height - 1)) return sha256d(left, left)
    const right = visit(height - 1, 2 * index + 1)
    // Equal siblings would allow repeating a row without changing the root (CVE-2012-2459).
    if (equal(left, right)) throw new DecodeError('duplicate transaction')
    return sha256d(left, right)
  }
  const root = visit(treeHeight(txCount), 0)
  if (Math.ceil(bitsUsed / 8) !== flags.length || hashesUsed !== hashes.length)
    throw new DecodeError('unused hashes or flags')
  return { root, matches }
}
