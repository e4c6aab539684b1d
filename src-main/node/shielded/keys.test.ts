import { describe, expect, it } from 'vitest'
import { systemRandom } from '../core/index.ts'
import { sha256 } from '../crypto/index.ts'
import { concat, fromHex, toHex } from '../util/index.ts'
import { readJoinSplit } from './descriptions.ts'
import { createGroth16 } from './groth16.ts'
import { CIRCUITS, type Circuit, GROTH16_COMMON } from './groth16Keys.ts'
import { loadPairingLibrary, SIZE } from './pairingLibrary.ts'
import { createPhgr13 } from './phgr13.ts'
import { PHGR13_KEY } from './phgr13Key.ts'
import { joinSplitInputs } from './sprout.ts'
import { jsonVector, parseVectorJob, transactionVectors } from './testing/vectors.ts'

const computeHash = (texts: readonly string[]) => toHex(sha256(concat(...texts.map(fromHex))))

interface UncompressedKey {
  readonly alphaG1: string
  readonly betaG2: string
  readonly gammaG2: string
  readonly deltaG2: string
  readonly ic: readonly string[]
}

describe('verifying keys', () => {
  it('match the hashes recorded when they were compared with the published keys', () => {
    const { alpha, beta, gamma } = GROTH16_COMMON
    const hashes = Object.entries(CIRCUITS).map(([name, { delta, ic }]) => [
      name,
      computeHash([alpha, beta, gamma, delta, ...ic]),
    ])
    expect(Object.fromEntries(hashes)).toEqual({
      joinSplit: '4722a163c5fc014065422d311709fb8e214e30020b19637c7c16d2005d6797ae',
      output: 'ac95100af01732ab18e67b9d8f8379503f69f5c738722af2ffc9c1e32ef5882d',
      spend: 'ffb48649224151e227dde363fa9c540c5a9c2684e6f4c002e60cfac03a6f00ad',
    })
    const { ic, ...points } = PHGR13_KEY
    expect(computeHash([...Object.values(points), ...ic])).toBe(
      '186f767e98e41593eccaa3190a0a6f1b006dce38b5288240f50847198db5fd6e',
    )
  })

  it.each([
    ['spend', 'vk-spend'],
    ['output', 'vk-output'],
    ['joinSplit', 'vk-joinsplit'],
  ] as const)('equal the keys of the vectors: %s', (circuit: Circuit, file) => {
    const vector = jsonVector<UncompressedKey>(file)
    const { delta, ic } = CIRCUITS[circuit]
    const { alpha, beta, gamma } = GROTH16_COMMON
    const own = [alpha, beta, gamma, delta, ...ic]
    const theirs = [vector.alphaG1, vector.betaG2, vector.gammaG2, vector.deltaG2, ...vector.ic]
    expect(own.length).toBe(theirs.length)
    for (const [i, encoding] of own.entries()) expect(uncompressed(encoding)).toBe(theirs[i])
  })

  it('equal the keys of the vectors: PHGR13', () => {
    const { _about, g2, ...rest } = jsonVector<Record<string, string[]> & { ic: string[][] }>('vk-phgr13')
    const { ic, generator, ...points } = PHGR13_KEY
    expect(ic).toEqual(rest['ic']!.map((point) => [...point].join('')))
    expect(generator).toBe(g2!.join(''))
    for (const [name, point] of Object.entries(points)) expect(point).toBe(rest[name]!.join(''))
  })
})

const library = loadPairingLibrary('BLS12-381')

/** Returns coordinates as in the vectors, most significant part first. */
function uncompressed(encoding: string): string {
  const isG1 = encoding.length === 96
  const point = library.alloc(SIZE.g2)
  const bytes = fromHex(encoding)
  const read = isG1 ? library.fn.mclBnG1_deserialize : library.fn.mclBnG2_deserialize
  expect(read(point, library.put(bytes), bytes.length)).toBe(bytes.length)
  const coordinate = (i: number) => {
    const out = library.alloc(SIZE.fp)
    library.fn.mclBnFp_getLittleEndian(out, SIZE.fp, point + i * SIZE.fp)
    return toHex(library.read(out, SIZE.fp).reverse())
  }
  return (isG1 ? [0, 1] : [1, 0, 3, 2]).map(coordinate).join('')
}

describe('products of pairings', () => {
  it('skip points at infinity, which a proof can cause', () => {
    const { fn, alloc, copy, put } = library
    const [left, right, result] = [alloc(3 * SIZE.g1), alloc(3 * SIZE.g2), alloc(SIZE.gt)]
    const [g1, g2] = [fromHex(GROTH16_COMMON.alpha), fromHex(GROTH16_COMMON.beta)]
    fn.mclBnG1_deserialize(left, put(g1), g1.length)
    fn.mclBnG1_neg(left + 2 * SIZE.g1, left)
    for (let i = 0; i < 3; i++) fn.mclBnG2_deserialize(right + i * SIZE.g2, put(g2), g2.length)
    const product = (count: number) => {
      fn.mclBn_millerLoopVec(result, left, right, count)
      fn.mclBn_finalExp(result, result)
      return fn.mclBnGT_isOne(result)
    }
    expect([product(1), product(2), product(3)]).toEqual([0, 0, 1])
    copy(left + SIZE.g1, left, SIZE.g1)
    expect(product(3)).toBe(0)
  })
})

describe('public inputs', () => {
  it('verify a PHGR13 proof only if each is unchanged', () => {
    const verify = createPhgr13(loadPairingLibrary('BN254'), systemRandom())
    const { tx } = parseVectorJob(transactionVectors('tx').find(({ kind }) => kind === 'joinsplit-phgr13')!)
    const joinSplit = readJoinSplit(tx.joinSplits[0]!)
    const inputs = joinSplitInputs(joinSplit, tx.joinSplitAuth.subarray(0, 32), 'phgr13')
    expect(verify(inputs, joinSplit.proof)).toBe(true)
    for (const [i, input] of inputs.entries()) {
      const other = input.slice()
      other[0]! ^= 1
      expect(verify(inputs.with(i, other), joinSplit.proof)).toBe(false)
    }
    expect(() => verify(inputs.slice(1), joinSplit.proof)).toThrow(RangeError)
  })

  it('require the number of inputs of the circuit', () => {
    const verify = createGroth16(library, systemRandom())
    const { tx } = parseVectorJob(transactionVectors('tx').find(({ kind }) => kind === 'joinsplit-groth16')!)
    const { proof } = readJoinSplit(tx.joinSplits[0]!)
    expect(() => verify([{ circuit: 'joinSplit', inputs: [], proof }])).toThrow(RangeError)
    expect(verify([])).toBe(true)
  })
})
