import type { Random } from '../core/index.ts'
import { fromHex } from '../util/index.ts'
import { CIRCUITS, type Circuit, GROTH16_COMMON } from './groth16Keys.ts'
import { type PairingLibrary, type Pointer, SIZE } from './pairingLibrary.ts'

export interface Groth16Proof {
  readonly circuit: Circuit
  /** public inputs, each 32 bytes little-endian and below the scalar prime */
  readonly inputs: readonly Uint8Array[]
  /** 192 bytes: A, B, C */
  readonly proof: Uint8Array
}

/** Returns true if all of at most MAX_BATCH proofs are valid. The probability of wrongly returning true is 2^-127. */
export type VerifyGroth16 = (proofs: readonly Groth16Proof[]) => boolean

/** Maximum number of proofs per batch. Larger batches would save less than a hundredth of the time. */
export const MAX_BATCH = 64
/** Bytes of a random coefficient. */
const COEFFICIENT_BYTES = 16

const NAMES = Object.keys(CIRCUITS) as Circuit[]
/** Maximum number of inputs of any circuit, including the constant one. */
const MAX_INPUTS = Math.max(...NAMES.map((name) => CIRCUITS[name].ic.length))
/** Number of additional pairs: one per circuit, one for the inputs, one for alpha and beta. */
const EXTRA_PAIRS = NAMES.length + 2

interface Key {
  readonly minusDelta: Pointer
  readonly ic: Pointer
  readonly icCount: number
}

interface Groth16 {
  readonly lib: PairingLibrary
  readonly random: Random
  readonly keys: Readonly<Record<Circuit, Key>>
  readonly alpha: Pointer
  readonly beta: Pointer
  readonly minusGamma: Pointer
  /** G1 and G2 sides of the product of pairings */
  readonly left: Pointer
  readonly right: Pointer
  /** points C and coefficients of the current circuit */
  readonly cs: Pointer
  readonly coefficients: Pointer
  /** sums of coefficient times input, by index in the key */
  readonly sums: Pointer
  readonly coefficientSum: Pointer
  readonly inputsPoint: Pointer
  readonly point: Pointer
  readonly scalar: Pointer
  readonly result: Pointer
}

/**
 * Creates the batch verifier for proofs of the three circuits. Each proof is multiplied by a random number, so that the
 * sum of invalid proofs is invalid too. n proofs take n Miller loops, about five more for all together, and one final
 * exponentiation (shielded.md §14).
 */
export function createGroth16(lib: PairingLibrary, random: Random): VerifyGroth16 {
  const room = (size: number, count = 1) => lib.alloc(size * count)
  const point = room(SIZE.g1)
  const space: Groth16 = {
    lib,
    random,
    keys: { spend: loadKey(lib, 'spend'), output: loadKey(lib, 'output'), joinSplit: loadKey(lib, 'joinSplit') },
    alpha: loadG1(lib, GROTH16_COMMON.alpha, room(SIZE.g1)),
    beta: loadG2(lib, GROTH16_COMMON.beta),
    minusGamma: negated(lib, loadG2(lib, GROTH16_COMMON.gamma)),
    left: room(SIZE.g1, MAX_BATCH + EXTRA_PAIRS),
    right: room(SIZE.g2, MAX_BATCH + EXTRA_PAIRS),
    cs: room(SIZE.g1, MAX_BATCH),
    coefficients: room(SIZE.fr, MAX_BATCH),
    sums: room(SIZE.fr, MAX_INPUTS),
    coefficientSum: room(SIZE.fr),
    inputsPoint: room(SIZE.g1),
    point,
    scalar: room(SIZE.fr),
    result: room(SIZE.gt),
  }
  return (proofs) => verifyBatch(space, proofs)
}

function loadKey(lib: PairingLibrary, circuit: Circuit): Key {
  const { delta, ic } = CIRCUITS[circuit]
  const points = lib.alloc(ic.length * SIZE.g1)
  ic.forEach((encoding, i) => {
    loadG1(lib, encoding, points + i * SIZE.g1)
  })
  return { minusDelta: negated(lib, loadG2(lib, delta)), ic: points, icCount: ic.length }
}

function loadG1(lib: PairingLibrary, encoding: string, at: Pointer): Pointer {
  if (!readG1(lib, at, fromHex(encoding))) throw new Error('a verifying key is damaged')
  return at
}

function loadG2(lib: PairingLibrary, encoding: string): Pointer {
  const at = lib.alloc(SIZE.g2)
  if (!readG2(lib, at, fromHex(encoding))) throw new Error('a verifying key is damaged')
  return at
}

function negated(lib: PairingLibrary, point: Pointer): Pointer {
  lib.fn.mclBnG2_neg(point, point)
  return point
}

/**
 * Returns true if the point is compressed and not infinity: the library accepts infinity with any bytes after the flag.
 */
const isFinitePoint = (encoding: Uint8Array): boolean => (encoding[0]! & 0xc0) === 0x80

/** The library rejects non-canonical coordinates and points outside the curve or subgroup. */
function readG1({ fn, put }: PairingLibrary, out: Pointer, encoding: Uint8Array): boolean {
  return isFinitePoint(encoding) && fn.mclBnG1_deserialize(out, put(encoding), encoding.length) === encoding.length
}

function readG2({ fn, put }: PairingLibrary, out: Pointer, encoding: Uint8Array): boolean {
  return isFinitePoint(encoding) && fn.mclBnG2_deserialize(out, put(encoding), encoding.length) === encoding.length
}

function verifyBatch(space: Groth16, proofs: readonly Groth16Proof[]): boolean {
  if (proofs.length > MAX_BATCH) throw new RangeError('too many proofs for a batch')
  if (proofs.length === 0) return true
  const { lib, left, right, result } = space
  const { fn } = lib
  const zero = new Uint8Array(SIZE.g1)
  lib.write(space.coefficientSum, zero.subarray(0, SIZE.fr))
  lib.write(space.inputsPoint, zero)
  let pairs = 0
  const addPair = (g1: Pointer, g2: Pointer): void => {
    lib.copy(left + pairs * SIZE.g1, g1, SIZE.g1)
    lib.copy(right + pairs * SIZE.g2, g2, SIZE.g2)
    pairs++
  }
  for (const name of NAMES) {
    const some = proofs.filter(({ circuit }) => circuit === name)
    if (some.length === 0) continue
    if (!addProofs(space, some, pairs)) return false
    pairs += some.length
    addInputs(space, name, some)
    fn.mclBnG1_mulVec(space.point, space.cs, space.coefficients, some.length)
    addPair(space.point, space.keys[name].minusDelta)
  }
  addPair(space.inputsPoint, space.minusGamma)
  fn.mclBnG1_mul(space.point, space.alpha, space.coefficientSum)
  fn.mclBnG1_neg(space.point, space.point)
  addPair(space.point, space.beta)
  fn.mclBn_millerLoopVec(result, left, right, pairs)
  fn.mclBn_finalExp(result, result)
  return fn.mclBnGT_isOne(result) === 1
}

/**
 * Decodes the proofs, with a random multiple of A, into the pairs from index `first` on. Returns false if a proof
 * cannot be decoded.
 */
function addProofs(space: Groth16, proofs: readonly Groth16Proof[], first: number): boolean {
  const { lib, left, right, cs, coefficients, random } = space
  const { fn } = lib
  const randomBytes = random.bytes(proofs.length * COEFFICIENT_BYTES)
  for (const [i, { proof }] of proofs.entries()) {
    const a = left + (first + i) * SIZE.g1
    if (!readG1(lib, a, proof.subarray(0, 48))) return false
    if (!readG1(lib, cs + i * SIZE.g1, proof.subarray(144, 192))) return false
    if (!readG2(lib, right + (first + i) * SIZE.g2, proof.subarray(48, 144))) return false
    const coefficient = randomBytes.slice(i * COEFFICIENT_BYTES, (i + 1) * COEFFICIENT_BYTES)
    // Coefficients are never zero.
    coefficient[0]! |= 1
    fn.mclBnFr_setLittleEndian(coefficients + i * SIZE.fr, lib.put(coefficient), COEFFICIENT_BYTES)
    fn.mclBnG1_mul(a, a, coefficients + i * SIZE.fr)
  }
  return true
}

/**
 * Adds the proofs' public inputs to `inputsPoint`, and their coefficients, which are already computed, to the sum of
 * all.
 */
function addInputs(space: Groth16, circuit: Circuit, proofs: readonly Groth16Proof[]): void {
  const { lib, coefficients, sums, scalar, coefficientSum, inputsPoint, point } = space
  const { fn } = lib
  const { ic, icCount } = space.keys[circuit]
  lib.write(sums, new Uint8Array(icCount * SIZE.fr))
  for (const [i, { inputs }] of proofs.entries()) {
    if (inputs.length !== icCount - 1) throw new RangeError('wrong number of public inputs')
    const coefficient = coefficients + i * SIZE.fr
    fn.mclBnFr_add(sums, sums, coefficient)
    for (const [j, input] of inputs.entries()) {
      const sum = sums + (j + 1) * SIZE.fr
      fn.mclBnFr_setLittleEndian(scalar, lib.put(input), SIZE.fr)
      fn.mclBnFr_mul(scalar, scalar, coefficient)
      fn.mclBnFr_add(sum, sum, scalar)
    }
  }
  fn.mclBnFr_add(coefficientSum, coefficientSum, sums)
  fn.mclBnG1_mulVec(point, ic, sums, icCount)
  fn.mclBnG1_add(inputsPoint, inputsPoint, point)
}
