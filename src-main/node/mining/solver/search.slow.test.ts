import { describe, expect, it } from 'vitest'
import { verifyEquihash } from '../../primitives/index.ts'
import { equal } from '../../util/index.ts'
import { loadSolver } from './module.ts'
import { createHeaderSearch } from './search.ts'
import { createSolver, type EquihashSolver } from './solver.ts'

const EVERYTHING = 2n ** 256n
const job = (target: bigint) => ({ id: 5, header: new Uint8Array(140).fill(9), target })

describe('createHeaderSearch', () => {
  it('counts and returns exactly the solutions that the verifier accepts', async () => {
    const real = createSolver(await loadSolver(), { isCancelled: () => false })
    const seen: Uint8Array[] = []
    const solver: EquihashSolver = {
      solve(header) {
        seen.push(header.slice())
        const found = real.solve(header)!
        const tampered = found.map((solution) => solution.map((byte, at) => (at === 700 ? byte ^ 1 : byte)))
        return [...tampered, new Uint8Array(1344), ...found]
      },
    }
    const search = createHeaderSearch(job(EVERYTHING), solver, undefined)
    const results = [search.next()!, search.next()!]
    expect(seen.map((header) => header.subarray(108, 111).join())).toEqual(['9,9,9', '10,9,9'])
    results.forEach(({ solutions, finds }, at) => {
      expect(solutions).toBe(finds.length)
      for (const { job: id, header, solution } of finds) {
        expect(id).toBe(5)
        expect(equal(header, seen[at]!)).toBe(true)
        expect(verifyEquihash({ n: 200, k: 9 }, header, solution)).toBe(true)
      }
    })
    expect(results[0]!.solutions + results[1]!.solutions).toBeGreaterThan(0)
  })

  it('returns no find if no hash meets the target, and undefined when cancelled', async () => {
    const answers = [[], undefined]
    const search = createHeaderSearch(job(0n), { solve: () => answers.shift() }, 'NandKPoW')
    expect(search.next()).toEqual({ solutions: 0, finds: [] })
    expect(search.next()).toBeUndefined()
  })
})
