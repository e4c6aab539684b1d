import type { Random } from '../core/index.ts'
import { littleEndianBytes, littleEndianInteger } from './fieldBytes.ts'
import { type PairingLibrary, type Pointer, SIZE } from './pairingLibrary.ts'
import { PHGR13_KEY } from './phgr13Key.ts'

/**
 * Verifies a proof of 296 bytes for its public inputs, each 32 bytes little-endian and below 2^253. The probability of
 * wrongly returning true is 2^-127.
 */
export type VerifyPhgr13 = (inputs: readonly Uint8Array[], proof: Uint8Array) => boolean

/** Prime of BN254's coordinates. */
const PRIME = 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n
const HALF_PRIME = PRIME >> 1n
const G1_BYTES = 33
const G2_BYTES = 65
/** Points of a proof, in order; B is in G2. */
const PARTS = ['a', 'a1', 'b', 'b1', 'c', 'c1', 'k', 'h'] as const
type Part = (typeof PARTS)[number]
const PAIRS = 7
/** Number of equations, each with a coefficient. */
const EQUATIONS = 5
const COEFFICIENT_BYTES = 16

type KeyPoint = Exclude<keyof typeof PHGR13_KEY, 'ic'>

interface Phgr13 {
  readonly lib: PairingLibrary
  readonly random: Random
  readonly key: Readonly<Record<KeyPoint, Pointer>>
  readonly ic: Pointer
  readonly proof: Readonly<Record<Part, Pointer>>
  readonly inputs: Pointer
  readonly coefficients: Pointer
  /** sum of the public inputs' points; temporary points */
  readonly x: Pointer
  readonly p: Pointer
  readonly q: Pointer
  readonly left: Pointer
  readonly right: Pointer
  readonly result: Pointer
  readonly fields: Fields
}

/** Temporary values and constants of the point encodings. */
interface Fields {
  readonly three: Pointer
  readonly one: Pointer
  readonly twist: Pointer
  readonly square: Pointer
}

/** Creates the verifier of PHGR13 proofs of the first JoinSplits, over BN254 (shielded.md §6.2). */
export function createPhgr13(lib: PairingLibrary, random: Random): VerifyPhgr13 {
  const { key, ic } = loadKey(lib)
  const space: Phgr13 = {
    lib,
    random,
    key,
    ic,
    proof: Object.fromEntries(PARTS.map((part) => [part, lib.alloc(SIZE.g2)])) as Record<Part, Pointer>,
    inputs: lib.alloc(PHGR13_KEY.ic.length * SIZE.fr),
    coefficients: lib.alloc(EQUATIONS * SIZE.fr),
    x: lib.alloc(SIZE.g1),
    p: lib.alloc(SIZE.g1),
    q: lib.alloc(SIZE.g1),
    left: lib.alloc(PAIRS * SIZE.g1),
    right: lib.alloc(PAIRS * SIZE.g2),
    result: lib.alloc(SIZE.gt),
    fields: createFields(lib),
  }
  return (inputs, proof) => readProof(space, proof) && holds(space, inputs)
}

/**
 * Returns true if each point of a proof begins with one of its two lead bytes. Other proofs cannot be parsed
 * (shielded.md §1).
 */
export function isPhgr13Encoding(proof: Uint8Array): boolean {
  let at = 0
  for (const part of PARTS) {
    if ((proof[at]! & 0xfe) !== (part === 'b' ? 0x0a : 0x02)) return false
    at += part === 'b' ? G2_BYTES : G1_BYTES
  }
  return true
}

function createFields({ fn, alloc }: PairingLibrary): Fields {
  const [three, one] = [alloc(SIZE.fp2), alloc(SIZE.fp2)]
  fn.mclBnFp_setInt32(three, 3)
  fn.mclBnFp_setInt32(one, 1)
  const twist = alloc(SIZE.fp2)
  fn.mclBnFp_setInt32(twist, 9)
  fn.mclBnFp_setInt32(twist + SIZE.fp, 1)
  fn.mclBnFp2_inv(twist, twist)
  fn.mclBnFp2_mul(twist, twist, three)
  return { three, one, twist, square: alloc(SIZE.fp2) }
}

function loadKey(lib: PairingLibrary): Pick<Phgr13, 'key' | 'ic'> {
  const { ic: icTexts, ...points } = PHGR13_KEY
  const one = lib.alloc(SIZE.fp)
  lib.fn.mclBnFp_setInt32(one, 1)
  const load = (text: string, at: Pointer): Pointer => {
    const coordinates = text.length / 64
    for (let i = 0; i < coordinates; i++) {
      writeCoordinate(lib, at + i * SIZE.fp, BigInt(`0x${text.slice(i * 64, i * 64 + 64)}`))
    }
    lib.copy(at + coordinates * SIZE.fp, one, SIZE.fp)
    const valid = coordinates === 2 ? lib.fn.mclBnG1_isValid(at) : lib.fn.mclBnG2_isValid(at)
    if (valid !== 1) throw new Error('a verifying key is damaged')
    return at
  }
  const key = Object.fromEntries(Object.entries(points).map(([name, text]) => [name, load(text, lib.alloc(SIZE.g2))]))
  const ic = lib.alloc(icTexts.length * SIZE.g1)
  icTexts.forEach((text, i) => {
    load(text, ic + i * SIZE.g1)
  })
  return { key: key as Record<KeyPoint, Pointer>, ic }
}

function writeCoordinate({ fn, put }: PairingLibrary, out: Pointer, value: bigint): void {
  fn.mclBnFp_setLittleEndian(out, put(littleEndianBytes(value)), 32)
}

function readCoordinate({ fn, put, read }: PairingLibrary, coordinate: Pointer): bigint {
  const scratch = put(new Uint8Array(SIZE.fp))
  return littleEndianInteger(read(scratch, fn.mclBnFp_getLittleEndian(scratch, SIZE.fp, coordinate)))
}

const bigEndianInteger = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

function readProof(space: Phgr13, proof: Uint8Array): boolean {
  if (!isPhgr13Encoding(proof)) return false
  let at = 0
  for (const part of PARTS) {
    const length = part === 'b' ? G2_BYTES : G1_BYTES
    const encoding = proof.subarray(at, at + length)
    const read = part === 'b' ? readG2 : readG1
    if (!read(space, space.proof[part], encoding)) return false
    at += length
  }
  return true
}

/** Solves y² = x³ + 3. The lead byte is the parity of y. The curve has no other subgroup. */
function readG1({ lib, fields }: Phgr13, out: Pointer, encoding: Uint8Array): boolean {
  const { fn } = lib
  const x = bigEndianInteger(encoding.subarray(1))
  if (x >= PRIME) return false
  const y = out + SIZE.fp
  const { square, three, one } = fields
  writeCoordinate(lib, out, x)
  fn.mclBnFp_sqr(square, out)
  fn.mclBnFp_mul(square, square, out)
  fn.mclBnFp_add(square, square, three)
  if (fn.mclBnFp_squareRoot(y, square) !== 0) return false
  if (fn.mclBnFp_isOdd(y) !== (encoding[0]! & 1)) fn.mclBnFp_neg(y, y)
  lib.copy(y + SIZE.fp, one, SIZE.fp)
  return true
}

/** Solves y² = x³ + 3/(9+i) over the extension. The lead byte selects the larger or smaller root y. */
function readG2({ lib, fields }: Phgr13, out: Pointer, encoding: Uint8Array): boolean {
  const { fn } = lib
  const x = bigEndianInteger(encoding.subarray(1))
  if (x >= PRIME * PRIME) return false
  const y = out + SIZE.fp2
  const { square, twist, one } = fields
  writeCoordinate(lib, out, x % PRIME)
  writeCoordinate(lib, out + SIZE.fp, x / PRIME)
  fn.mclBnFp2_sqr(square, out)
  fn.mclBnFp2_mul(square, square, out)
  fn.mclBnFp2_add(square, square, twist)
  if (fn.mclBnFp2_squareRoot(y, square) !== 0) return false
  const [c0, c1] = [readCoordinate(lib, y), readCoordinate(lib, y + SIZE.fp)]
  const larger = (c1 === 0n ? c0 : c1) > HALF_PRIME
  if (larger !== ((encoding[0]! & 1) === 1)) fn.mclBnFp2_neg(y, y)
  lib.copy(y + SIZE.fp2, one, SIZE.fp2)
  return fn.mclBnG2_isValidOrder(out) === 1
}

/**
 * Checks the five equations, each with a random coefficient, as one product of seven pairings: e(A,αA)=e(A′,𝒫) ·
 * e(αB,B)=e(B′,𝒫) · e(C,αC)=e(C′,𝒫) · e(K,γ)=e(X+A+C,γβ₂)·e(γβ₁,B) · e(X+A,B)=e(H,ζ)·e(C,𝒫).
 */
function holds(space: Phgr13, inputs: readonly Uint8Array[]): boolean {
  const { lib, key, proof, left, right, result } = space
  const { fn } = lib
  const [z1, z2, z3, z4, z5] = generateCoefficients(space)
  sumInputs(space, inputs)
  const { x, p, q } = space
  let pairs = 0
  const addPair = (g1: Pointer, g2: Pointer): void => {
    lib.copy(left + pairs * SIZE.g1, g1, SIZE.g1)
    lib.copy(right + pairs * SIZE.g2, g2, SIZE.g2)
    pairs++
  }
  const times = (out: Pointer, point: Pointer, coefficient: Pointer): Pointer => {
    fn.mclBnG1_mul(out, point, coefficient)
    return out
  }
  const negative = (point: Pointer): Pointer => {
    fn.mclBnG1_neg(point, point)
    return point
  }
  addPair(times(p, proof.a, z1), key.alphaA)
  addPair(times(p, proof.c, z3), key.alphaC)
  addPair(times(p, proof.k, z4), key.gamma)
  addPair(negative(times(p, proof.h, z5)), key.zeta)
  // −(z1·A′ + z2·B′ + z3·C′ + z5·C) with the generator
  times(p, proof.a1, z1)
  for (const [point, coefficient] of [
    [proof.b1, z2],
    [proof.c1, z3],
    [proof.c, z5],
  ] as const) {
    fn.mclBnG1_add(p, p, times(q, point, coefficient))
  }
  addPair(negative(p), key.generator)
  // z2·αB − z4·γβ₁ + z5·(X + A) with B
  fn.mclBnG1_add(x, x, proof.a)
  times(p, key.alphaB, z2)
  fn.mclBnG1_add(p, p, negative(times(q, key.gammaBeta1, z4)))
  fn.mclBnG1_add(p, p, times(q, x, z5))
  addPair(p, proof.b)
  // −z4·(X + A + C) with γβ₂
  fn.mclBnG1_add(x, x, proof.c)
  addPair(negative(times(p, x, z4)), key.gammaBeta2)
  fn.mclBn_millerLoopVec(result, left, right, pairs)
  fn.mclBn_finalExp(result, result)
  return fn.mclBnGT_isOne(result) === 1
}

type Coefficients = readonly [Pointer, Pointer, Pointer, Pointer, Pointer]

function generateCoefficients({ lib, random, coefficients }: Phgr13): Coefficients {
  const bytes = random.bytes(EQUATIONS * COEFFICIENT_BYTES)
  const writeCoefficient = (i: number): Pointer => {
    const coefficient = bytes.slice(i * COEFFICIENT_BYTES, (i + 1) * COEFFICIENT_BYTES)
    coefficient[0]! |= 1
    const at = coefficients + i * SIZE.fr
    lib.fn.mclBnFr_setLittleEndian(at, lib.put(coefficient), COEFFICIENT_BYTES)
    return at
  }
  return [writeCoefficient(0), writeCoefficient(1), writeCoefficient(2), writeCoefficient(3), writeCoefficient(4)]
}

function sumInputs({ lib, ic, inputs: scalars, x }: Phgr13, inputs: readonly Uint8Array[]): void {
  const { fn } = lib
  if (inputs.length !== PHGR13_KEY.ic.length - 1) throw new RangeError('wrong number of public inputs')
  fn.mclBnFr_setInt32(scalars, 1)
  inputs.forEach((input, i) => {
    fn.mclBnFr_setLittleEndian(scalars + (i + 1) * SIZE.fr, lib.put(input), SIZE.fr)
  })
  fn.mclBnG1_mulVec(x, ic, scalars, PHGR13_KEY.ic.length)
}
