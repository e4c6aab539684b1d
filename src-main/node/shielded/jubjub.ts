import { isCanonicalScalar, littleEndianBytes } from './fieldBytes.ts'
import { type PairingLibrary, type Pointer, SIZE } from './pairingLibrary.ts'

/**
 * Point of Jubjub (−u² + v² = 1 + d·u²·v² over the scalar field of BLS12-381) in extended coordinates U, V, Z, T with u
 * = U/Z, v = V/Z, T = UV/Z: four consecutive field elements.
 */
export type JubjubPoint = Pointer

/** Points in the form that is added fastest. */
export type PreparedTable = Pointer

/** Multiples of one point: for each window of four bits, those by 0 to 15. */
export type FixedBase = PreparedTable

export interface Jubjub {
  newPoint(): JubjubPoint
  /**
   * returns false if the 32 bytes encode no point: v is not canonical, or no u exists. A zero u may have its sign bit
   * set (shielded.md §4).
   */
  decode(out: JubjubPoint, bytes: Uint8Array): boolean
  encode(point: JubjubPoint): Uint8Array
  /** 32 bytes little-endian */
  affineU(point: JubjubPoint): Uint8Array
  add(out: JubjubPoint, p: JubjubPoint, q: JubjubPoint): void
  subtract(out: JubjubPoint, p: JubjubPoint, q: JubjubPoint): void
  setNeutral(out: JubjubPoint): void
  /** returns true if eight times the point is the neutral element */
  isSmallOrder(point: JubjubPoint): boolean
  /** @param scalar 0 ≤ scalar < 2^256 */
  multiply(out: JubjubPoint, point: JubjubPoint, scalar: bigint): void
  fixedBase(point: JubjubPoint): FixedBase
  multiplyFixed(out: JubjubPoint, base: FixedBase, scalar: bigint): void
  /** creates a table of `entries` points for `addEntry` */
  newTable(entries: number): PreparedTable
  setEntry(table: PreparedTable, entry: number, point: JubjubPoint): void
  /** adds an entry of the table to `out` */
  addEntry(out: JubjubPoint, table: PreparedTable, entry: number): void
}

/** Order of the prime subgroup (shielded.md §4). */
export const JUBJUB_ORDER = 0x0e7db4ea6533afa906673b0101343b00a6682093ccc81082d0970e5ed6f72cb7n
const D = 0x2a9318e74bfa2b48f5fd9207e6bd7fd4292d7f6d37579d2601065fd6d6343eb1n

const F = SIZE.fr
const POINT_BYTES = 4 * F
/** Scalars are processed in hexadecimal digits. */
const WINDOWS = 64
const DIGITS = 16

type Registers = Readonly<Record<'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h', Pointer>>

/** Constants and working memory of the arithmetic. */
interface Arithmetic {
  readonly lib: PairingLibrary
  readonly d: Pointer
  readonly d2: Pointer
  readonly one: Pointer
  readonly registers: Registers
  /** for the second point of an addition */
  readonly prepared: Pointer
  /** temporary point for functions that return no point */
  readonly spare: JubjubPoint
  /** prepared multiples 0 to 15 of a point */
  readonly multiples: Pointer
}

export function createJubjub(lib: PairingLibrary): Jubjub {
  const constant = (value: bigint): Pointer => {
    const at = lib.alloc(F)
    lib.fn.mclBnFr_setLittleEndian(at, lib.put(littleEndianBytes(value)), F)
    return at
  }
  const room = () => lib.alloc(F)
  const space: Arithmetic = {
    lib,
    d: constant(D),
    d2: constant(2n * D),
    one: constant(1n),
    registers: { a: room(), b: room(), c: room(), d: room(), e: room(), f: room(), g: room(), h: room() },
    prepared: lib.alloc(POINT_BYTES),
    spare: lib.alloc(POINT_BYTES),
    multiples: lib.alloc(DIGITS * POINT_BYTES),
  }
  const { prepared } = space
  return {
    newPoint: () => lib.alloc(POINT_BYTES),
    decode: (out, bytes) => decodePoint(space, out, bytes),
    encode: (point) => encodePoint(space, point),
    affineU: (point) => affineU(space, point),
    add(out, p, q) {
      prepare(space, prepared, q)
      addPrepared(space, out, p, prepared)
    },
    subtract(out, p, q) {
      negate(space, space.spare, q)
      prepare(space, prepared, space.spare)
      addPrepared(space, out, p, prepared)
    },
    setNeutral: (out) => setNeutral(space, out),
    isSmallOrder: (point) => isSmallOrder(space, point),
    multiply: (out, point, scalar) => multiply(space, out, point, scalar),
    fixedBase: (point) => fixedBase(space, point),
    multiplyFixed: (out, base, scalar) => multiplyFixed(space, out, base, scalar),
    newTable: (entries) => lib.alloc(entries * POINT_BYTES),
    setEntry: (table, entry, point) => prepare(space, table + entry * POINT_BYTES, point),
    addEntry: (out, table, entry) => addPrepared(space, out, out, table + entry * POINT_BYTES),
  }
}

function readElement(lib: PairingLibrary, element: Pointer): Uint8Array {
  const scratch = lib.put(new Uint8Array(F))
  lib.fn.mclBnFr_getLittleEndian(scratch, F, element)
  return lib.read(scratch, F)
}

/** Solves u² = (v² − 1) / (d·v² + 1), where the divisor is never zero. */
function decodePoint({ lib, d, one, registers }: Arithmetic, out: JubjubPoint, bytes: Uint8Array): boolean {
  const { fn } = lib
  const encoded = bytes.slice(0, F)
  const odd = encoded[F - 1]! >> 7
  encoded[F - 1]! &= 0x7f
  if (!isCanonicalScalar(encoded)) return false
  const [u, v, z, t] = [out, out + F, out + 2 * F, out + 3 * F]
  const { a: square, b: divisor } = registers
  fn.mclBnFr_setLittleEndian(v, lib.put(encoded), F)
  fn.mclBnFr_sqr(square, v)
  fn.mclBnFr_mul(divisor, square, d)
  fn.mclBnFr_add(divisor, divisor, one)
  fn.mclBnFr_sub(square, square, one)
  fn.mclBnFr_inv(divisor, divisor)
  fn.mclBnFr_mul(square, square, divisor)
  if (fn.mclBnFr_squareRoot(u, square) !== 0) return false
  if (fn.mclBnFr_isOdd(u) !== odd) fn.mclBnFr_neg(u, u)
  lib.copy(z, one, F)
  fn.mclBnFr_mul(t, u, v)
  return true
}

function encodePoint({ lib, registers }: Arithmetic, point: JubjubPoint): Uint8Array {
  const { fn } = lib
  const { a: inverse, b: u, c: v } = registers
  fn.mclBnFr_inv(inverse, point + 2 * F)
  fn.mclBnFr_mul(u, point, inverse)
  fn.mclBnFr_mul(v, point + F, inverse)
  const bytes = readElement(lib, v)
  if (fn.mclBnFr_isOdd(u) === 1) bytes[F - 1]! |= 0x80
  return bytes
}

function affineU({ lib, registers }: Arithmetic, point: JubjubPoint): Uint8Array {
  const { a: inverse, b: u } = registers
  lib.fn.mclBnFr_inv(inverse, point + 2 * F)
  lib.fn.mclBnFr_mul(u, point, inverse)
  return readElement(lib, u)
}

function setNeutral({ lib, one }: Arithmetic, out: JubjubPoint): void {
  lib.write(out, new Uint8Array(POINT_BYTES))
  lib.copy(out + F, one, F)
  lib.copy(out + 2 * F, one, F)
}

function negate({ lib }: Arithmetic, out: JubjubPoint, p: JubjubPoint): void {
  lib.copy(out, p, POINT_BYTES)
  lib.fn.mclBnFr_neg(out, p)
  lib.fn.mclBnFr_neg(out + 3 * F, p + 3 * F)
}

/** Prepares the second point of an addition: V − U, V + U, 2d·T, 2Z. */
function prepare({ lib, d2 }: Arithmetic, out: Pointer, p: JubjubPoint): void {
  const { fn } = lib
  fn.mclBnFr_sub(out, p + F, p)
  fn.mclBnFr_add(out + F, p + F, p)
  fn.mclBnFr_mul(out + 2 * F, p + 3 * F, d2)
  fn.mclBnFr_add(out + 3 * F, p + 2 * F, p + 2 * F)
}

/**
 * Computes p + q, complete for all points of the curve (Hisil, Wong, Carter, Dawson 2008, §3.1).
 * @param q made by `prepare`
 */
function addPrepared({ lib, registers }: Arithmetic, out: JubjubPoint, p: JubjubPoint, q: Pointer): void {
  const { mclBnFr_add: add, mclBnFr_sub: sub, mclBnFr_mul: mul } = lib.fn
  const { a, b, c, d, e, f, g, h } = registers
  sub(a, p + F, p)
  mul(a, a, q)
  add(b, p + F, p)
  mul(b, b, q + F)
  mul(c, p + 3 * F, q + 2 * F)
  mul(d, p + 2 * F, q + 3 * F)
  sub(e, b, a)
  sub(f, d, c)
  add(g, d, c)
  add(h, b, a)
  multiplyOut(lib, out, registers)
}

/** Computes 2p (same paper, §3.3, with a = −1). */
function double({ lib, registers }: Arithmetic, out: JubjubPoint, p: JubjubPoint): void {
  const { mclBnFr_add: add, mclBnFr_sub: sub, mclBnFr_sqr: sqr, mclBnFr_neg: neg } = lib.fn
  const { a, b, c, d, e, f, g, h } = registers
  sqr(a, p)
  sqr(b, p + F)
  sqr(c, p + 2 * F)
  add(c, c, c)
  add(d, a, b)
  add(e, p, p + F)
  sqr(e, e)
  sub(e, e, d)
  sub(g, b, a)
  sub(f, g, c)
  neg(h, d)
  multiplyOut(lib, out, registers)
}

/** Computes the last step of both operations: U = EF, V = GH, Z = FG, T = EH. */
function multiplyOut(lib: PairingLibrary, out: JubjubPoint, { e, f, g, h }: Registers): void {
  const mul = lib.fn.mclBnFr_mul
  mul(out, e, f)
  mul(out + F, g, h)
  mul(out + 2 * F, f, g)
  mul(out + 3 * F, e, h)
}

function isSmallOrder(space: Arithmetic, point: JubjubPoint): boolean {
  const { lib, spare } = space
  double(space, spare, point)
  double(space, spare, spare)
  double(space, spare, spare)
  return lib.fn.mclBnFr_isZero(spare) === 1 && lib.fn.mclBnFr_isEqual(spare + F, spare + 2 * F) === 1
}

/** Writes the prepared multiples 0 to 15 of the point, and leaves 16 times the point in `spare`. */
function writeMultiples(space: Arithmetic, out: Pointer, point: JubjubPoint): void {
  const { spare, prepared } = space
  prepare(space, prepared, point)
  setNeutral(space, spare)
  for (let digit = 0; digit < DIGITS; digit++) {
    prepare(space, out + digit * POINT_BYTES, spare)
    addPrepared(space, spare, spare, prepared)
  }
}

function multiply(space: Arithmetic, out: JubjubPoint, point: JubjubPoint, scalar: bigint): void {
  const { multiples } = space
  writeMultiples(space, multiples, point)
  setNeutral(space, out)
  for (const digit of scalar.toString(16)) {
    for (let i = 0; i < 4; i++) double(space, out, out)
    const value = Number.parseInt(digit, 16)
    if (value !== 0) addPrepared(space, out, out, multiples + value * POINT_BYTES)
  }
}

/** Builds the table: window w has 0 to 15 times 16^w times the point. */
function fixedBase(space: Arithmetic, point: JubjubPoint): FixedBase {
  const { lib, spare } = space
  const base = lib.alloc(WINDOWS * DIGITS * POINT_BYTES)
  const shifted = lib.alloc(POINT_BYTES)
  lib.copy(shifted, point, POINT_BYTES)
  for (let window = 0; window < WINDOWS; window++) {
    writeMultiples(space, base + window * DIGITS * POINT_BYTES, shifted)
    lib.copy(shifted, spare, POINT_BYTES)
  }
  return base
}

function multiplyFixed(space: Arithmetic, out: JubjubPoint, base: FixedBase, scalar: bigint): void {
  setNeutral(space, out)
  const digits = scalar.toString(16)
  for (let window = 0; window < digits.length; window++) {
    const value = Number.parseInt(digits.charAt(digits.length - 1 - window), 16)
    if (value !== 0) addPrepared(space, out, out, base + (window * DIGITS + value) * POINT_BYTES)
  }
}
