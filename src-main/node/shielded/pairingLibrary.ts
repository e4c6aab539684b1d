import { randomFillSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const loadModule = createRequire(import.meta.url)

/** Where a value lies in the memory of the library. */
export type Pointer = number

/** Bytes of a value in that memory. They are the same for both curves. */
export const SIZE = { fr: 32, fp: 48, fp2: 96, g1: 144, g2: 288, gt: 576 } as const

/** Number of words of its types, which the library wants to be told. */
const COMPILED_FOR = 46
/** The library's own numbers. */
const CURVE = { 'BLS12-381': 5, BN254: 4 } as const
export type Curve = keyof typeof CURVE

type Unary = (out: Pointer, x: Pointer) => number
type Binary = (out: Pointer, x: Pointer, y: Pointer) => number
type Predicate = (x: Pointer) => number
/** Reads bytes into a value; 0 is success for `setLittleEndian`, failure for `deserialize`. */
type Reader = (out: Pointer, bytes: Pointer, length: number) => number

/** The functions of mcl that are used here, under their own names. */
interface Functions {
  readonly __wasm_call_ctors: () => void
  readonly malloc: (bytes: number) => Pointer
  readonly mclBn_init: (curve: number, compiledFor: number) => number
  readonly mclBn_setETHserialization: (on: number) => void
  readonly mclBn_verifyOrderG1: (on: number) => void
  readonly mclBn_verifyOrderG2: (on: number) => void
  readonly mclBnFr_setInt32: (out: Pointer, value: number) => void
  readonly mclBnFr_setLittleEndian: Reader
  readonly mclBnFr_getLittleEndian: (bytes: Pointer, length: number, x: Pointer) => number
  readonly mclBnFr_add: Binary
  readonly mclBnFr_sub: Binary
  readonly mclBnFr_mul: Binary
  readonly mclBnFr_sqr: Unary
  readonly mclBnFr_neg: Unary
  readonly mclBnFr_inv: Unary
  /** 0 if there is a root */
  readonly mclBnFr_squareRoot: Unary
  readonly mclBnFr_isZero: Predicate
  readonly mclBnFr_isOdd: Predicate
  readonly mclBnFr_isEqual: (x: Pointer, y: Pointer) => number
  readonly mclBnFp_setInt32: (out: Pointer, value: number) => void
  readonly mclBnFp_setLittleEndian: Reader
  readonly mclBnFp_getLittleEndian: (bytes: Pointer, length: number, x: Pointer) => number
  readonly mclBnFp_add: Binary
  readonly mclBnFp_mul: Binary
  readonly mclBnFp_sqr: Unary
  readonly mclBnFp_neg: Unary
  readonly mclBnFp_squareRoot: Unary
  readonly mclBnFp_isOdd: Predicate
  readonly mclBnFp2_add: Binary
  readonly mclBnFp2_mul: Binary
  readonly mclBnFp2_sqr: Unary
  readonly mclBnFp2_neg: Unary
  readonly mclBnFp2_inv: Unary
  readonly mclBnFp2_squareRoot: Unary
  readonly mclBnG1_deserialize: Reader
  readonly mclBnG1_add: Binary
  readonly mclBnG1_mul: Binary
  readonly mclBnG1_mulVec: (out: Pointer, points: Pointer, scalars: Pointer, count: number) => void
  readonly mclBnG1_neg: Unary
  readonly mclBnG1_isValid: Predicate
  readonly mclBnG2_deserialize: Reader
  readonly mclBnG2_neg: Unary
  readonly mclBnG2_isValid: Predicate
  readonly mclBnG2_isValidOrder: Predicate
  readonly mclBn_millerLoopVec: (out: Pointer, g1: Pointer, g2: Pointer, count: number) => void
  readonly mclBn_finalExp: Unary
  readonly mclBnGT_isOne: Predicate
}

interface RawModule {
  readonly fn: Functions
  readonly memory: WebAssembly.Memory
}

/** One instance of mcl, which knows one curve. Values live in its own memory; what is allocated there stays for good. */
export interface PairingLibrary {
  readonly fn: Functions
  /** room for so many bytes, zeroed */
  alloc(bytes: number): Pointer
  /** copies the bytes to a place that the next call uses again */
  put(bytes: Uint8Array): Pointer
  write(at: Pointer, bytes: Uint8Array): void
  /** a copy */
  read(at: Pointer, length: number): Uint8Array
  copy(to: Pointer, from: Pointer, length: number): void
}

/** Longest argument of `put`. */
const SCRATCH_BYTES = 128

/**
 * Starts an instance, which takes some 40 ms. Each has its own memory, so both curves work side by side.
 * @throws Error if the library does not start
 */
export function loadPairingLibrary(curve: Curve): PairingLibrary {
  const { fn, memory } = instantiate()
  if (fn.mclBn_init(CURVE[curve], COMPILED_FOR) !== 0) throw new Error(`mcl: no ${curve}`)
  fn.mclBn_setETHserialization(1)
  fn.mclBn_verifyOrderG1(1)
  fn.mclBn_verifyOrderG2(1)
  let view = new Uint8Array(memory.buffer)
  const heap = (): Uint8Array => {
    // Growing replaces the buffer, and leaves a view of the old one empty.
    if (view.length === 0) view = new Uint8Array(memory.buffer)
    return view
  }
  const alloc = (bytes: number): Pointer => {
    const at = fn.malloc(bytes)
    if (at === 0) throw new Error('mcl: out of memory')
    heap().fill(0, at, at + bytes)
    return at
  }
  const scratch = alloc(SCRATCH_BYTES)
  return {
    fn,
    alloc,
    put(bytes) {
      if (bytes.length > SCRATCH_BYTES) throw new RangeError('mcl: too long an argument')
      heap().set(bytes, scratch)
      return scratch
    },
    write: (at, bytes) => heap().set(bytes, at),
    read: (at, length) => heap().slice(at, at + length),
    copy: (to, from, length) => heap().copyWithin(to, from, from + length),
  }
}

/** Pages of 64 kB that its memory begins with; it grows by itself. */
const INITIAL_PAGES = 32

/**
 * The WebAssembly inside the package, without the package's JavaScript: that starts it through a promise, but a block is
 * connected in one synchronous turn and a verification thread never runs its event loop, so neither could wait when it meets
 * the first shielded transaction.
 * @throws Error if it is not where this version of the package has it
 */
function instantiate(): RawModule {
  const source = readFileSync(loadModule.resolve('mcl-wasm/dist/mcl_c.js'), 'latin1')
  const base64 = /wasmBase64 = '([A-Za-z0-9+/=]+)'/.exec(source)?.[1]
  if (base64 === undefined) throw new Error('mcl: the package holds no WebAssembly')
  const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES })
  const cryptoGetRandomValues = (at: Pointer, length: number): void => {
    randomFillSync(new Uint8Array(memory.buffer, at, length))
  }
  const module = new WebAssembly.Module(Buffer.from(base64, 'base64'))
  const { exports } = new WebAssembly.Instance(module, { env: { memory, cryptoGetRandomValues } })
  const fn = exports as unknown as Functions
  fn.__wasm_call_ctors()
  return { memory, fn }
}
