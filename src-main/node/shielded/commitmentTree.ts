import { ByteReader, ByteWriter, DecodeError } from '../util/index.ts'

/** Hash functions of a tree of note commitments; nodes have 32 bytes. */
export interface TreeKind {
  readonly depth: number
  /** hash of two nodes; level 0 is that of the leaves */
  combine(level: number, left: Uint8Array, right: Uint8Array): Uint8Array
  /** root of an empty subtree of this height; at height 0 the empty leaf */
  emptyRoot(height: number): Uint8Array
}

/**
 * Frontier of a tree that only grows: its newest leaves and, level by level upwards, the full subtrees to their left.
 * Immutable: `appendLeaf` returns a new one.
 */
export interface Frontier {
  /** the newest leaves: empty, a left one, or a pair */
  readonly left: Uint8Array | undefined
  readonly right: Uint8Array | undefined
  /** the last element is never undefined */
  readonly parents: readonly (Uint8Array | undefined)[]
}

export const EMPTY_FRONTIER: Frontier = { left: undefined, right: undefined, parents: [] }

/** @throws RangeError if the tree is full, which takes 2^29 leaves of Sprout or 2^32 of Sapling */
export function appendLeaf(kind: TreeKind, { left, right, parents }: Frontier, leaf: Uint8Array): Frontier {
  if (left === undefined) return { left: leaf, right, parents }
  if (right === undefined) return { left, right: leaf, parents }
  const grown = [...parents]
  let node = kind.combine(0, left, right)
  for (let at = 0; at < kind.depth - 1; at++) {
    const sibling = grown[at]
    if (sibling === undefined) {
      grown[at] = node
      return { left: leaf, right: undefined, parents: grown }
    }
    node = kind.combine(at + 1, sibling, node)
    grown[at] = undefined
  }
  throw new RangeError('the tree of note commitments is full')
}

/** Computes the root, 32 bytes. */
export function treeRoot(kind: TreeKind, { left, right, parents }: Frontier): Uint8Array {
  if (left === undefined) return kind.emptyRoot(kind.depth)
  let node = kind.combine(0, left, right ?? kind.emptyRoot(0))
  for (let level = 1; level < kind.depth; level++) {
    const sibling = parents[level - 1]
    node = sibling ? kind.combine(level, sibling, node) : kind.combine(level, node, kind.emptyRoot(level))
  }
  return node
}

/** Tree of note commitments after a block. */
export interface NoteTree {
  readonly frontier: Frontier
  readonly root: Uint8Array
}

/** Appends leaves to a tree. @throws RangeError if there is no room for them */
export function growTree(kind: TreeKind, before: NoteTree, leaves: readonly Uint8Array[]): NoteTree {
  if (leaves.length === 0) return before
  const frontier = leaves.reduce((tree, leaf) => appendLeaf(kind, tree, leaf), before.frontier)
  return { frontier, root: treeRoot(kind, frontier) }
}

/** Returns the number of leaves. */
export function treeSize({ left, right, parents }: Frontier): number {
  let size = (left ? 1 : 0) + (right ? 1 : 0)
  for (const [at, parent] of parents.entries()) if (parent) size += 2 ** (at + 1)
  return size
}

/** Serialises a frontier in the form that other nodes show and store (shielded.md §7): at most 1.1 kB. */
export function serializeFrontier({ left, right, parents }: Frontier): Uint8Array {
  const nodes = [left, right, ...parents]
  const writer = new ByteWriter(1 + nodes.length * 33)
  writeNode(writer, left)
  writeNode(writer, right)
  writer.compactSize(parents.length)
  for (const parent of parents) writeNode(writer, parent)
  return writer.finish()
}

function writeNode(writer: ByteWriter, node: Uint8Array | undefined): void {
  writer.u8(node ? 1 : 0)
  if (node) writer.bytes(node)
}

/** @throws DecodeError if the bytes are not a frontier of this kind of tree */
export function parseFrontier(kind: TreeKind, bytes: Uint8Array): Frontier {
  const reader = new ByteReader(bytes)
  const left = readNode(reader)
  const right = readNode(reader)
  const count = reader.count(1)
  if (count >= kind.depth) throw new DecodeError('too many parents for the tree')
  const parents: (Uint8Array | undefined)[] = []
  for (let i = 0; i < count; i++) parents.push(readNode(reader))
  reader.end()
  if (left === undefined && (right !== undefined || count > 0)) throw new DecodeError('missing left leaf of the tree')
  if (count > 0 && parents[count - 1] === undefined) throw new DecodeError('the last parent is empty')
  return { left, right, parents }
}

function readNode(reader: ByteReader): Uint8Array | undefined {
  const present = reader.u8()
  if (present > 1) throw new DecodeError('expected 0 or 1 before an optional node')
  return present === 1 ? reader.bytes(32).slice() : undefined
}
