import { describe, expect, it } from 'vitest'
import { sha256 } from '../../crypto/index.ts'
import { parseBlock, serializeHeaderWithoutSolution, verifyEquihash } from '../../primitives/index.ts'
import { readVector } from '../../testing/vectors.ts'
import { fromHex, toHex } from '../../util/index.ts'
import { loadSolver } from './module.ts'
import { createSolver } from './solver.ts'

const MAIN = { n: 200, k: 9 } as const

const createHeader = (seed: number) => {
  const header = new Uint8Array(140)
  for (let i = 0; i < 5; i++) header.set(sha256(Uint8Array.of(seed, i)).subarray(0, 140 - 32 * i), 32 * i)
  return header
}

/** The two builds are created once, because each has a large memory. */
let isCancelled = () => false
const simd = createSolver(await loadSolver(), { isCancelled: () => isCancelled() })
const scalar = createSolver(await loadSolver('scalar'), { isCancelled: () => false })

describe('createSolver', () => {
  it('finds valid solutions, the same with and without 128-bit registers', () => {
    const header = createHeader(3)
    const found = simd.solve(header)!
    expect(found.length).toBeGreaterThan(0)
    for (const solution of found) {
      expect(verifyEquihash(MAIN, header, solution)).toBe(true)
      for (const bit of [0, 5_000, 1344 * 8 - 1]) {
        const tampered = solution.slice()
        tampered[bit >> 3]! ^= 0x80 >> (bit & 7)
        expect(verifyEquihash(MAIN, header, tampered)).toBe(false)
      }
      expect(verifyEquihash(MAIN, createHeader(4), solution)).toBe(false)
    }
    expect(new Set(found.map(toHex)).size).toBe(found.length)
    expect(scalar.solve(header)!.map(toHex)).toEqual(found.map(toHex))
  })

  it('finds the solution of a recorded block', () => {
    const { hex } = JSON.parse(readVector('tst1/blocks.jsonl').split('\n')[1]!) as { hex: string }
    const { header } = parseBlock(fromHex(hex))
    const found = simd.solve(serializeHeaderWithoutSolution(header))!
    expect(found.map(toHex)).toContain(toHex(header.solution))
  })

  it('stops when it is cancelled, at any point', () => {
    // The solver checks 128 times while hashing, and 32 times in each of the nine rounds.
    for (const limit of [0, 100, 150, 300]) {
      let asked = 0
      isCancelled = () => ++asked > limit
      expect(simd.solve(createHeader(1))).toBeUndefined()
      expect(asked).toBe(limit + 1)
    }
    isCancelled = () => false
  })

  it('throws RangeError unless the input has 140 bytes', () => {
    expect(() => simd.solve(new Uint8Array(139))).toThrow(RangeError)
  })
})
