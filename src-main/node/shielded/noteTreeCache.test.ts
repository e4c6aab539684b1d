import { describe, expect, it } from 'vitest'
import { EMPTY_FRONTIER, EMPTY_ROOTS, growTree, type NoteTree, type TreeKind } from './index.ts'
import { createNoteTreeCache } from './noteTreeCache.ts'
import { sha256Compress } from './sha256Compression.ts'

/** Returns a tree kind that counts hashes. */
function counting() {
  let hashes = 0
  const kind: TreeKind = {
    depth: 4,
    combine(_, left, right) {
      hashes++
      return sha256Compress(left, right)
    },
    emptyRoot: () => new Uint8Array(32),
  }
  return { kind, hashes: () => hashes }
}
const before: NoteTree = { frontier: EMPTY_FRONTIER, root: EMPTY_ROOTS.sprout }
const leaves = [1, 2, 3].map((number) => new Uint8Array(32).fill(number))

describe('createNoteTreeCache', () => {
  it('hashes each tree only once', () => {
    const { kind, hashes } = counting()
    const trees = createNoteTreeCache(kind)
    expect(trees.isKnown(before, leaves)).toBe(false)
    const tree = trees.grow(before, leaves)
    const once = hashes()
    expect(tree).toEqual(growTree(counting().kind, before, leaves))
    expect(trees.grow(before, leaves, new Uint8Array(32))).toBe(tree)
    expect([hashes(), trees.isKnown(before, leaves)]).toEqual([once, true])
    expect(trees.grow(tree, leaves)).not.toEqual(tree)
    expect(trees.grow(before, [])).toBe(before)
  })

  it('uses the tree of another thread only if its root equals that of the header', () => {
    const { kind, hashes } = counting()
    const trees = createNoteTreeCache(kind)
    const right = growTree(counting().kind, before, leaves)
    trees.learn(before, leaves, right)
    expect(trees.grow(before, leaves, right.root)).toBe(right)
    expect(hashes()).toBe(0)
    // The header has another root, so a rejection would depend on the tree.
    expect(trees.grow(before, leaves, new Uint8Array(32))).toEqual(right)
    expect(hashes()).toBeGreaterThan(0)
    const wrong = createNoteTreeCache(kind)
    wrong.learn(before, leaves, { ...right, root: new Uint8Array(32) })
    expect(wrong.grow(before, leaves, right.root)).toEqual(right)
    expect(wrong.grow(before, leaves)).toEqual(right)
  })
})
