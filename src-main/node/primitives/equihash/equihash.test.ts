import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../crypto/index.ts'
import { readVector } from '../../testing/vectors.ts'
import { fromHex, toHex } from '../../util/index.ts'
import { parseBlock, serializeHeaderWithoutSolution } from '../block.ts'
import {
  compressIndices,
  expandIndices,
  isEquihashParameters,
  solutionLength,
  solveEquihash48x5,
  verifyEquihash,
} from './index.ts'
import { hashGroups } from './rows.ts'

const SMALL = { n: 48, k: 5 } as const
const MAIN = { n: 200, k: 9 } as const

const createHeader = (seed: number) => {
  const header = new Uint8Array(140)
  for (let i = 0; i < 4; i++) header.set(sha256(Uint8Array.of(seed, seed >> 8, i)), 32 * i)
  return header
}
const headers = Array.from({ length: 60 }, (_, seed) => createHeader(seed))
const solved = headers.map((header) => ({ header, solutions: solveEquihash48x5(header) }))
const pairs = solved.flatMap(({ header, solutions }) => solutions.map((solution) => ({ header, solution })))

const decodeIndices = (solution: Uint8Array) => [...expandIndices(solution, 9)]
const verifyIndices = (header: Uint8Array, indices: number[]) =>
  verifyEquihash(SMALL, header, compressIndices(indices, 9))

describe('index packing', () => {
  it('round-trips indices of every width', () => {
    const lists = fc
      .integer({ min: 2, max: 31 })
      .chain((bits) => fc.tuple(fc.constant(bits), fc.array(fc.nat(2 ** bits - 1), { minLength: 8, maxLength: 8 })))
    fc.assert(
      fc.property(lists, ([bits, indices]) => {
        const packed = compressIndices(indices, bits)
        expect(packed.length).toBe(bits)
        expect([...expandIndices(packed, bits)]).toEqual(indices)
        const text = indices.map((index) => index.toString(2).padStart(bits, '0')).join('')
        expect(BigInt(`0x${toHex(packed)}`)).toBe(BigInt(`0b${text}`))
      }),
    )
  })

  it('pads the last byte with zero bits', () => {
    expect([...compressIndices([0b101, 0b111, 0b1], 3)]).toEqual([0b10111100, 0b10000000])
  })
})

describe('Equihash parameters', () => {
  it('give the solution sizes of the chains', () => {
    expect(solutionLength(MAIN)).toBe(1344)
    expect(solutionLength(SMALL)).toBe(36)
  })

  it.each([
    [200, 9, true],
    [48, 5, true],
    [96, 5, true],
    [144, 5, true],
    [96, 3, true],
    [192, 7, true],
    [200, 8, false],
    [201, 9, false],
    [0, 5, false],
    [48, 0, false],
    [48, 47, false],
    [520, 9, false],
    [48.5, 5, false],
    [16, 7, false],
    [400, 9, false],
    [150, 5, false],
  ])('%d,%d are defined: %s', (n, k, exists) => {
    expect(isEquihashParameters({ n, k })).toBe(exists)
    if (!exists) expect(() => verifyEquihash({ n, k }, new Uint8Array(140), new Uint8Array(1))).toThrow(RangeError)
  })
})

describe('solveEquihash48x5', () => {
  it('finds different solutions that all verify', () => {
    expect(pairs.length).toBeGreaterThan(20)
    for (const { header, solutions } of solved) {
      expect(new Set(solutions.map(toHex)).size).toBe(solutions.length)
      for (const solution of solutions) expect(verifyEquihash(SMALL, header, solution)).toBe(true)
    }
  })

  it('finds the same solutions as an exhaustive search', () => {
    for (const { header, solutions } of solved.slice(0, 10)) {
      expect(solutions.map(toHex).sort()).toEqual(searchPlainly(header).sort())
    }
  })

  it('solves with the other personalisation, whose solutions the default one rejects', () => {
    const own = headers
      .slice(0, 12)
      .flatMap((header) => solveEquihash48x5(header, 'NandKPoW').map((solution) => ({ header, solution })))
    expect(own.length).toBeGreaterThan(0)
    for (const { header, solution } of own) {
      expect(verifyEquihash({ ...SMALL, personal: 'NandKPoW' }, header, solution)).toBe(true)
      expect(verifyEquihash(SMALL, header, solution)).toBe(false)
    }
  })
})

describe('verifyEquihash', () => {
  it('rejects a solution with any bit changed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...pairs), fc.nat(36 * 8 - 1), ({ header, solution }, bit) => {
        const tampered = solution.slice()
        tampered[bit >> 3] = (tampered[bit >> 3] as number) ^ (0x80 >> (bit & 7))
        expect(verifyEquihash(SMALL, header, tampered)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  it('rejects a solution of any other length', () => {
    const { header, solution } = pairs[0] as (typeof pairs)[0]
    for (const length of [0, 1, 35, 37, 72, 1344]) {
      const other = new Uint8Array(length)
      other.set(solution.subarray(0, Math.min(36, length)))
      expect(verifyEquihash(SMALL, header, other)).toBe(false)
    }
  })

  it('rejects a solution of another header', () => {
    for (const { header, solution } of pairs) {
      const other = header.slice()
      other[139] = (other[139] as number) ^ 1
      expect(verifyEquihash(SMALL, other, solution)).toBe(false)
    }
  })

  it('rejects the correct indices in another order', () => {
    for (const { header, solution } of pairs.slice(0, 20)) {
      const indices = decodeIndices(solution)
      for (let half = 1; half < 32; half *= 2) {
        // swap the two halves of the first node of each level: every join still gives zero
        const swapped = [...indices.slice(half, 2 * half), ...indices.slice(0, half), ...indices.slice(2 * half)]
        expect(verifyIndices(header, swapped)).toBe(false)
      }
      expect(
        verifyIndices(
          header,
          [...indices].sort((a, b) => a - b),
        ),
      ).toBe(false)
    }
  })

  it('rejects repeated indices, which would make every join zero', () => {
    const header = createHeader(1)
    expect(verifyIndices(header, new Array<number>(32).fill(3))).toBe(false)
    const half = Array.from({ length: 16 }, (_, i) => i)
    expect(verifyIndices(header, [...half, ...half])).toBe(false)
    const { header: own, solution } = pairs[0] as (typeof pairs)[0]
    const firstHalf = decodeIndices(solution).slice(0, 16)
    expect(verifyIndices(own, [...firstHalf, ...firstHalf])).toBe(false)
  })

  it('never throws for any solution', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 36, maxLength: 36 }), (solution) => {
        expect(verifyEquihash(SMALL, createHeader(2), solution)).toBe(false)
      }),
    )
  })

  it('requires a header input of 140 bytes', () => {
    expect(() => verifyEquihash(SMALL, new Uint8Array(139), new Uint8Array(36))).toThrow(RangeError)
  })

  it('accepts the genesis block of main mode, and rejects it if modified', () => {
    const { header } = parseBlock(fromHex(readVector('genesis-mainnet.hex').trim()))
    const input = serializeHeaderWithoutSolution(header)
    expect(verifyEquihash(MAIN, input, header.solution)).toBe(true)
    expect(verifyEquihash({ ...MAIN, personal: 'NandKPoW' }, input, header.solution)).toBe(false)
    expect(verifyEquihash(MAIN, input, header.solution.subarray(1))).toBe(false)
    for (let bit = 0; bit < 1344 * 8; bit += 997) {
      const tampered = header.solution.slice()
      tampered[bit >> 3] = (tampered[bit >> 3] as number) ^ (1 << (bit & 7))
      expect(verifyEquihash(MAIN, input, tampered)).toBe(false)
    }
  })

  it('accepts every recorded block of main mode', () => {
    const lines = readVector('tst1/blocks.jsonl').trim().split('\n')
    expect(lines.length).toBe(86)
    for (const line of lines) {
      const { header } = parseBlock(fromHex((JSON.parse(line) as { hex: string }).hex))
      expect(verifyEquihash(MAIN, serializeHeaderWithoutSolution(header), header.solution)).toBe(true)
    }
  })
})

/** Reference search without optimisations: bit strings, and all pairs of a round compared. Slow and simple. */
function searchPlainly(header: Uint8Array): string[] {
  const hashGroup = hashGroups(SMALL, header)
  let rows = Array.from({ length: 512 }, (_, index) => {
    const start = (index % 10) * 6
    const value = BigInt(`0x${toHex(hashGroup(Math.floor(index / 10)).subarray(start, start + 6))}`)
    return { value, indices: [index] }
  })
  for (let round = 1; round <= 5; round++) {
    const rest = round === 5 ? 0n : BigInt(48 - 8 * round)
    const joined: typeof rows = []
    rows.forEach((a, i) => {
      for (const b of rows.slice(i + 1)) {
        const value = a.value ^ b.value
        if (value >> rest !== 0n || a.indices.some((index) => b.indices.includes(index))) continue
        const [left, right] = (a.indices[0] as number) < (b.indices[0] as number) ? [a, b] : [b, a]
        joined.push({ value, indices: [...left.indices, ...right.indices] })
      }
    })
    rows = joined
  }
  return [...new Set(rows.map((row) => toHex(compressIndices(row.indices, 9))))]
}
