import { createRequire } from 'node:module'
import { isScalarPairInRange, normalizeS } from './ecdsaSignature.ts'
import { RepeatedKeys } from './repeatedKeys.ts'

export interface RecoverableSignature {
  /** r ‖ s, low s */
  readonly signature: Uint8Array
  /** 0..3 */
  readonly recoveryId: number
}

/**
 * ECDSA over secp256k1. Signatures are compact (r ‖ s, 64 bytes), hashes 32 bytes, private keys 32 bytes, public keys
 * 33 or 65 bytes. The hybrid form 06/07 is included, because the chain accepts it.
 */
export interface Secp256k1 {
  /**
   * Returns false for invalid input of any length. High s is accepted, because the chain normalises before it verifies.
   */
  verify(signature: Uint8Array, hash: Uint8Array, publicKey: Uint8Array): boolean
  /** Signs deterministically (RFC 6979) with low s. @throws Error if the private key is invalid */
  sign(hash: Uint8Array, privateKey: Uint8Array): Uint8Array
  /**
   * Signs like `sign`, with 32 further bytes for the nonce (RFC 6979 §3.6). Other bytes give another signature of the
   * same hash.
   */
  signWith(hash: Uint8Array, privateKey: Uint8Array, entropy: Uint8Array): Uint8Array
  /**
   * Signs like `sign`, and returns the recovery id of the public key too.
   * @throws Error if the private key is invalid
   */
  signRecoverable(hash: Uint8Array, privateKey: Uint8Array): RecoverableSignature
  /** Recovers the public key of a signature. @returns undefined if there is no such key */
  recover(signature: Uint8Array, recoveryId: number, hash: Uint8Array, compressed?: boolean): Uint8Array | undefined
  /** Returns the public key of a private key, compressed by default. @throws Error if the private key is invalid */
  publicKey(privateKey: Uint8Array, compressed?: boolean): Uint8Array
  /** Returns true if the bytes encode a point of the curve. */
  isPublicKey(bytes: Uint8Array): boolean
  /** Returns true if the 32 bytes are a number from 1 to the group order minus 1. */
  isPrivateKey(bytes: Uint8Array): boolean
  /**
   * Adds a 32-byte number to a private key, modulo the group order.
   * @returns undefined if BIP32 defines no key for the result
   */
  addToPrivateKey(privateKey: Uint8Array, number: Uint8Array): Uint8Array | undefined
  /** Derives the compressed public key of the result of `addToPrivateKey` from the public key alone. */
  addToPublicKey(publicKey: Uint8Array, number: Uint8Array): Uint8Array | undefined
}

// Not named `require`, because the bundler puts a constant with that name on top of a module that seems to need it.
const loadModule = createRequire(import.meta.url)

function hasVerifiableShape(signature: Uint8Array, hash: Uint8Array): boolean {
  return signature.length === 64 && hash.length === 32 && isScalarPairInRange(signature)
}

function isRecoverable(signature: Uint8Array, recoveryId: number, hash: Uint8Array): boolean {
  return hasVerifiableShape(signature, hash) && Number.isInteger(recoveryId) && recoveryId >= 0 && recoveryId <= 3
}

/** Error message of the native binding, the same for private and public keys. */
const NO_SUM = ['The tweak was out of range or the resulted private key is invalid']

/**
 * Returns undefined if `run` throws one of the messages by which both libraries reject a key or a signature. Rethrows
 * any other error.
 */
function orUndefined<T>(run: () => T, refusals: readonly string[]): T | undefined {
  try {
    return run()
  } catch (error) {
    if (error instanceof Error && refusals.includes(error.message)) return undefined
    throw error
  }
}

/**
 * Allocates the arguments of every verification once. V8 stores short arrays in its heap. To pass one to a binding, it
 * has to move the array to separate memory, which must be freed again. These two arrays have separate memory from the
 * start.
 */
function createArguments() {
  return { signature: new Uint8Array(new ArrayBuffer(64)), hash: new Uint8Array(new ArrayBuffer(32)) }
}

/**
 * Creates the native binding.
 * @throws Error if there is no binary for this platform. (The package's main entry would silently fall back to a
 *   JavaScript implementation that is thirty times slower.)
 */
export function createNativeSecp256k1(): Secp256k1 {
  const native = loadModule('secp256k1/bindings') as typeof import('secp256k1')
  const isPublicKey = (bytes: Uint8Array) =>
    (bytes.length === 33 || bytes.length === 65) && native.publicKeyVerify(bytes)
  const repeated = new RepeatedKeys((key, target) => void native.publicKeyConvert(key, false, target))
  const given = createArguments()
  return {
    isPublicKey,
    isPrivateKey: (bytes) => bytes.length === 32 && native.privateKeyVerify(bytes),
    publicKey: (privateKey, compressed = true) => native.publicKeyCreate(privateKey, compressed),
    addToPrivateKey: (privateKey, number) =>
      orUndefined(() => native.privateKeyTweakAdd(Uint8Array.from(privateKey), number), NO_SUM),
    addToPublicKey: (publicKey, number) => orUndefined(() => native.publicKeyTweakAdd(publicKey, number, true), NO_SUM),
    sign: (hash, privateKey) => native.ecdsaSign(hash, privateKey).signature,
    signWith: (hash, privateKey, data) => native.ecdsaSign(hash, privateKey, { data }).signature,
    signRecoverable(hash, privateKey) {
      const { signature, recid } = native.ecdsaSign(hash, privateKey)
      return { signature, recoveryId: recid }
    },
    verify(signature, hash, publicKey) {
      if (!hasVerifiableShape(signature, hash)) return false
      const isShort = publicKey.length === 33
      if (!isShort && publicKey.length !== 65) return false
      given.signature.set(normalizeS(signature))
      given.hash.set(hash)
      const run = () => native.ecdsaVerify(given.signature, given.hash, isShort ? repeated.form(publicKey) : publicKey)
      return orUndefined(run, ['Public Key could not be parsed']) ?? false
    },
    recover(signature, recoveryId, hash, compressed = true) {
      if (!isRecoverable(signature, recoveryId, hash)) return undefined
      return orUndefined(
        () => native.ecdsaRecover(signature, recoveryId, hash, compressed),
        ['Public key could not be recover', 'Signature could not be parsed'],
      )
    },
  }
}

/** Creates the same curve code as WebAssembly, which runs on every platform, at about a quarter of the native speed. */
export function createWasmSecp256k1(): Secp256k1 {
  const wasm = loadModule('tiny-secp256k1') as typeof import('tiny-secp256k1')
  const isPublicKey = (bytes: Uint8Array) => (bytes.length === 33 || bytes.length === 65) && wasm.isPoint(bytes)
  return {
    isPublicKey,
    isPrivateKey: (bytes) => bytes.length === 32 && wasm.isPrivate(bytes),
    publicKey(privateKey, compressed = true) {
      const point = wasm.pointFromScalar(privateKey, compressed)
      if (!point) throw new Error('invalid private key')
      return point
    },
    addToPrivateKey: (privateKey, number) =>
      orUndefined(() => wasm.privateAdd(privateKey, number), ['Expected Tweak']) ?? undefined,
    addToPublicKey: (publicKey, number) =>
      orUndefined(() => wasm.pointAddScalar(publicKey, number, true), ['Expected Tweak']) ?? undefined,
    sign: (hash, privateKey) => wasm.sign(hash, privateKey),
    signWith: (hash, privateKey, entropy) => wasm.sign(hash, privateKey, entropy),
    signRecoverable: (hash, privateKey) => wasm.signRecoverable(hash, privateKey),
    verify(signature, hash, publicKey) {
      if (!hasVerifiableShape(signature, hash) || !isPublicKey(publicKey)) return false
      return wasm.verify(hash, publicKey, normalizeS(signature))
    },
    recover(signature, recoveryId, hash, compressed = true) {
      if (!isRecoverable(signature, recoveryId, hash)) return undefined
      const run = () => wasm.recover(hash, signature, recoveryId as 0 | 1 | 2 | 3, compressed)
      return orUndefined(run, ['Bad Recovery Id', 'Bad Signature', 'Expected Signature']) ?? undefined
    },
  }
}
