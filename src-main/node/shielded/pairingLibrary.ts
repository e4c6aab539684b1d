import { randomFillSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const loadModule = createRequire(import.meta.url)

/** Address of a value in the memory of the library. */
export type Pointer = number

/** Bytes of a value in that memory, the same for both curves. */
export const SIZE = { fr: 32, fp: 48, fp2: 96, g1: 144, g2: 288, gt: 576 } as const

/** Number of words of the library's types, which its initialisation requires. */
const COMPILED_FOR = 46
/** Curve numbers of the library. */
const CURVE = { 'BLS12-381': 5, BN254: 4 } as const
export type Curve = keyof typeof CURVE

type Unary = (out: Pointer, x: Pointer) => number
type Binary = (out: Pointer, x: Pointer, y: Pointer) => number
type Predicate = (x: Pointer) => number
/** Reads bytes into a value. 0 means success for `setLittleEndian`, failure for `deserialize`. */
type Reader = (out: Pointer, bytes: Pointer, length: number) => number

/** Functions of mcl that are used here, with their own names. */
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
  /** returns 0 if a root exists */
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

/** Instance of mcl for one curve. Values are stored in its own memory, and allocated memory is never freed. */
export interface PairingLibrary {
  readonly fn: Functions
  /** allocates zeroed memory */
  alloc(bytes: number): Pointer
  /** copies the bytes to an address that the next call reuses */
  put(bytes: Uint8Array): Pointer
  write(at: Pointer, bytes: Uint8Array): void
  /** returns a copy */
  read(at: Pointer, length: number): Uint8Array
  copy(to: Pointer, from: Pointer, length: number): void
}

/** Maximum length of the argument of `put`. */
const SCRATCH_BYTES = 128

/**
 * Starts an instance, which takes about 40 ms. Each has its own memory, so both curves can be used at the same time.
 * @throws Error if the library does not start
 */
export function loadPairingLibrary(curve: Curve): PairingLibrary {
  const { fn, memory } = instantiate()
  if (fn.mclBn_init(CURVE[curve], COMPILED_FOR) !== 0) throw new Error(`mcl: curve ${curve} is not available`)
  fn.mclBn_setETHserialization(1)
  fn.mclBn_verifyOrderG1(1)
  fn.mclBn_verifyOrderG2(1)
  let view = new Uint8Array(memory.buffer)
  const heap = (): Uint8Array => {
    // Growing the memory replaces the buffer, and leaves a view of the old one empty.
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
      if (bytes.length > SCRATCH_BYTES) throw new RangeError('mcl: argument too long')
      heap().set(bytes, scratch)
      return scratch
    },
    write: (at, bytes) => heap().set(bytes, at),
    read: (at, length) => heap().slice(at, at + length),
    copy: (to, from, length) => heap().copyWithin(to, from, from + length),
  }
}

/** Initial pages of 64 kB of its memory, which grows automatically. */
const INITIAL_PAGES = 32

/**
 * Instantiates the WebAssembly inside the package, without the package's JavaScript, which starts it through a promise.
 * A block is connected in one synchronous turn, and a verification thread never runs its event loop. Neither could wait
 * for the promise at the first shielded transaction.
 * @throws Error if this version of the package stores the WebAssembly elsewhere
 */
function instantiate(): RawModule {
  const source = readFileSync(loadModule.resolve('mcl-wasm/dist/mcl_c.js'), 'latin1')
  const base64 = /wasmBase64 = '([A-Za-z0-9+/=]+)'/.exec(source)?.[1]
  if (base64 === undefined) throw new Error('mcl: the package contains no WebAssembly')
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
