import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256d } from '../crypto/index.ts'
import { merkleBranch, merkleRoot, merkleRootFromBranch } from './index.ts'

const leaf = (i: number) => sha256d(Uint8Array.of(i))
const leaves = (count: number) => Array.from({ length: count }, (_, i) => leaf(i))
const join = (left: Uint8Array, right: Uint8Array) => sha256d(left, right)

describe('merkleRoot', () => {
  it('returns the only hash, or zero for an empty list', () => {
    expect(merkleRoot([leaf(1)])).toEqual({ root: leaf(1), mutated: false })
    expect(merkleRoot([])).toEqual({ root: new Uint8Array(32), mutated: false })
  })

  it('repeats the last hash of an odd level', () => {
    const [a, b, c] = [leaf(0), leaf(1), leaf(2)]
    expect(merkleRoot([a, b]).root).toEqual(join(a, b))
    expect(merkleRoot([a, b, c]).root).toEqual(join(join(a, b), join(c, c)))
  })

  it('detects a repeated end, which has the same root as the shorter list', () => {
    const six = leaves(6)
    const eight = [...six, ...six.slice(4)]
    expect(merkleRoot(six).mutated).toBe(false)
    expect(merkleRoot(eight)).toEqual({ root: merkleRoot(six).root, mutated: true })
    expect(merkleRoot([leaf(0), leaf(1), leaf(1)]).mutated).toBe(false)
    expect(merkleRoot([leaf(1), leaf(1)]).mutated).toBe(true)
  })

  it('detects every way to repeat an end, and accepts lists of different hashes', () => {
    for (let count = 1; count <= 33; count++) {
      const list = leaves(count)
      const { root, mutated } = merkleRoot(list)
      expect(mutated).toBe(false)
      for (let repeated = 1; repeated <= count; repeated++) {
        const longer = [...list, ...list.slice(count - repeated)]
        const result = merkleRoot(longer)
        if (Buffer.compare(result.root, root) === 0) expect(result.mutated).toBe(true)
      }
    }
  })
})

describe('merkleBranch', () => {
  it('proves each leaf at its position only', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), fc.nat(), (count, place) => {
        const list = leaves(count)
        const index = place % count
        const branch = merkleBranch(list, index)
        const { root } = merkleRoot(list)
        expect(merkleRootFromBranch(leaf(index), branch, index)).toEqual(root)
        expect(merkleRootFromBranch(leaf(99), branch, index)).not.toEqual(root)
      }),
      { numRuns: 40 },
    )
    expect(merkleBranch([leaf(0)], 0)).toEqual([])
  })
})
