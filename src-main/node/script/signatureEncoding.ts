import { isLowS, parseDerLax } from '../crypto/index.ts'
import { SCRIPT_FLAGS } from './flags.ts'
import type { ScriptError } from './scriptError.ts'

const ANYONE_CAN_PAY = 0x80

/**
 * Returns true if a signature with its hash type is in strict DER: two positive integers in shortest form, every length
 * exact (BIP 66, consensus from the first block on).
 */
export function isStrictSignature(signature: Uint8Array): boolean {
  const size = signature.length
  if (size < 9 || size > 73 || signature[0] !== 0x30 || signature[1] !== size - 3) return false
  const rLength = signature[3] as number
  if (5 + rLength >= size) return false
  const sLength = signature[5 + rLength] as number
  return (
    rLength + sLength + 7 === size &&
    isStrictInteger(signature, 2, rLength) &&
    isStrictInteger(signature, 4 + rLength, sLength)
  )
}

function isStrictInteger(bytes: Uint8Array, at: number, length: number): boolean {
  if (bytes[at] !== 0x02 || length === 0) return false
  const first = bytes[at + 2] as number
  if (first & 0x80) return false
  return !(length > 1 && first === 0 && ((bytes[at + 3] as number) & 0x80) === 0)
}

/** Returns true if the signature has one of the six defined hash types. */
function hasDefinedHashType(signature: Uint8Array): boolean {
  const type = (signature[signature.length - 1] as number) & ~ANYONE_CAN_PAY
  return type >= 1 && type <= 3
}

/** Returns the encoding error of a signature under these flags. An empty signature is well-formed, but never valid. */
export function signatureEncodingError(signature: Uint8Array, flags: number): ScriptError | undefined {
  if (signature.length === 0) return undefined
  if (!isStrictSignature(signature)) return 'SIG_DER'
  if (flags & SCRIPT_FLAGS.LOW_S) {
    const compact = parseDerLax(signature.subarray(0, -1))
    if (!compact || !isLowS(compact)) return 'SIG_HIGH_S'
  }
  if (flags & SCRIPT_FLAGS.STRICTENC && !hasDefinedHashType(signature)) return 'SIG_HASHTYPE'
  return undefined
}

/** Returns the encoding error of a public key under these flags: hybrid keys and other lengths are not standard. */
export function publicKeyEncodingError(key: Uint8Array, flags: number): ScriptError | undefined {
  if ((flags & SCRIPT_FLAGS.STRICTENC) === 0) return undefined
  const strict = key[0] === 4 ? key.length === 65 : (key[0] === 2 || key[0] === 3) && key.length === 33
  return strict ? undefined : 'PUBKEYTYPE'
}
