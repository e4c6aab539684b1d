import { isCanonicalScalar, littleEndianBytes } from './fieldBytes.ts'
import { type PairingLibrary, type Pointer, SIZE } from './pairingLibrary.ts'

/**
 * Point of Jubjub (−u² + v² = 1 + d·u²·v² over the scalar field of BLS12-381) in extended coordinates U, V, Z, T with u
 * = U/Z, v = V/Z, T = UV/Z: four consecutive field elements.
 */
export type JubjubPoint = Pointer

/** Points in the form that `addPrepared` takes as its second point: V − U, V + U, 2d·T, 2Z. */
export type PreparedTable = Pointer

/** Precomputed multiples of one point: 16 for each of the 64 hexadecimal digits of a scalar. */
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
/** Number of hexadecimal digits of a scalar. */
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
  const newElement = () => lib.alloc(F)
  const arithmetic: Arithmetic = {
    lib,
    d: constant(D),
    d2: constant(2n * D),
    one: constant(1n),
    registers: {
      a: newElement(),
      b: newElement(),
      c: newElement(),
      d: newElement(),
      e: newElement(),
      f: newElement(),
      g: newElement(),
      h: newElement(),
    },
    prepared: lib.alloc(POINT_BYTES),
    spare: lib.alloc(POINT_BYTES),
    multiples: lib.alloc(DIGITS * POINT_BYTES),
  }
  const { prepared } = arithmetic
  return {
    newPoint: () => lib.alloc(POINT_BYTES),
    decode: (out, bytes) => decodePoint(arithmetic, out, bytes),
    encode: (point) => encodePoint(arithmetic, point),
    affineU: (point) => affineU(arithmetic, point),
    add(out, p, q) {
      prepare(arithmetic, prepared, q)
      addPrepared(arithmetic, out, p, prepared)
    },
    subtract(out, p, q) {
      negate(arithmetic, arithmetic.spare, q)
      prepare(arithmetic, prepared, arithmetic.spare)
      addPrepared(arithmetic, out, p, prepared)
    },
    setNeutral: (out) => setNeutral(arithmetic, out),
    isSmallOrder: (point) => isSmallOrder(arithmetic, point),
    multiply: (out, point, scalar) => multiply(arithmetic, out, point, scalar),
    fixedBase: (point) => fixedBase(arithmetic, point),
    multiplyFixed: (out, base, scalar) => multiplyFixed(arithmetic, out, base, scalar),
    newTable: (entries) => lib.alloc(entries * POINT_BYTES),
    setEntry: (table, entry, point) => prepare(arithmetic, table + entry * POINT_BYTES, point),
    addEntry: (out, table, entry) => addPrepared(arithmetic, out, out, table + entry * POINT_BYTES),
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
 * Computes p + q for any two points of the curve (Hisil, Wong, Carter, Dawson 2008, §3.1).
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

/** Computes 2p (Hisil et al., §3.3, with a = −1). */
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

/** Computes the last step of `addPrepared` and `double`: U = EF, V = GH, Z = FG, T = EH. */
function multiplyOut(lib: PairingLibrary, out: JubjubPoint, { e, f, g, h }: Registers): void {
  const mul = lib.fn.mclBnFr_mul
  mul(out, e, f)
  mul(out + F, g, h)
  mul(out + 2 * F, f, g)
  mul(out + 3 * F, e, h)
}

function isSmallOrder(arithmetic: Arithmetic, point: JubjubPoint): boolean {
  const { lib, spare } = arithmetic
  double(arithmetic, spare, point)
  double(arithmetic, spare, spare)
  double(arithmetic, spare, spare)
  return lib.fn.mclBnFr_isZero(spare) === 1 && lib.fn.mclBnFr_isEqual(spare + F, spare + 2 * F) === 1
}

/** Writes the prepared multiples 0 to 15 of the point, and leaves 16 times the point in `spare`. */
function writeMultiples(arithmetic: Arithmetic, out: Pointer, point: JubjubPoint): void {
  const { spare, prepared } = arithmetic
  prepare(arithmetic, prepared, point)
  setNeutral(arithmetic, spare)
  for (let digit = 0; digit < DIGITS; digit++) {
    prepare(arithmetic, out + digit * POINT_BYTES, spare)
    addPrepared(arithmetic, spare, spare, prepared)
  }
}

function multiply(arithmetic: Arithmetic, out: JubjubPoint, point: JubjubPoint, scalar: bigint): void {
  const { multiples } = arithmetic
  writeMultiples(arithmetic, multiples, point)
  setNeutral(arithmetic, out)
  for (const digit of scalar.toString(16)) {
    for (let i = 0; i < 4; i++) double(arithmetic, out, out)
    const value = Number.parseInt(digit, 16)
    if (value !== 0) addPrepared(arithmetic, out, out, multiples + value * POINT_BYTES)
  }
}

/** Builds the table: digit d of window w adds d · 16^w times the point. */
function fixedBase(arithmetic: Arithmetic, point: JubjubPoint): FixedBase {
  const { lib, spare } = arithmetic
  const base = lib.alloc(WINDOWS * DIGITS * POINT_BYTES)
  const shifted = lib.alloc(POINT_BYTES)
  lib.copy(shifted, point, POINT_BYTES)
  for (let window = 0; window < WINDOWS; window++) {
    writeMultiples(arithmetic, base + window * DIGITS * POINT_BYTES, shifted)
    lib.copy(shifted, spare, POINT_BYTES)
  }
  return base
}

function multiplyFixed(arithmetic: Arithmetic, out: JubjubPoint, base: FixedBase, scalar: bigint): void {
  setNeutral(arithmetic, out)
  const digits = scalar.toString(16)
  for (let window = 0; window < digits.length; window++) {
    const value = Number.parseInt(digits.charAt(digits.length - 1 - window), 16)
    if (value !== 0) addPrepared(arithmetic, out, out, base + (window * DIGITS + value) * POINT_BYTES)
  }
}
