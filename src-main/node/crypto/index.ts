/**
 * crypto: hashes, personalised BLAKE2b, secp256k1, Base58Check.
 *
 * Purpose: the cryptographic primitives of the protocol, each synchronous and as fast as the platform allows.
 * Non-goals: address and key formats (script), strict DER and other script rules (script), password encryption
 * (wallet). Invariants: importing this folder is enough. WebAssembly is ready when the import resolves and has passed a
 * known-answer test, so that a wrong build fails the import instead of hashing wrongly. Functions neither keep nor
 * change their arguments. Verification of hostile input returns false and does not throw. Thread: any; each thread has
 * its own WebAssembly memory.
 */
export { decodeBase58, decodeBase58Check, encodeBase58, encodeBase58Check } from './base58.ts'
export { type Blake2bPersonal, type Blake2bPrefix, blake2bPersonal } from './blake2b.ts'
export { derEncode, isLowS, isScalarPairInRange, normalizeS, parseDerLax } from './ecdsaSignature.ts'
export { verifyEd25519 } from './ed25519.ts'
export { hash160, hmacSha256, ripemd160, sha1, sha256, sha256d } from './hashes.ts'
export { secp256k1, secp256k1Backend } from './secp256k1.ts'
export type { Secp256k1 } from './secp256k1Backends.ts'
export { x25519Shared } from './x25519.ts'
