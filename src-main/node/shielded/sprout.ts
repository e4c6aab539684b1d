import { blake2bPersonal, verifyEd25519 } from '../crypto/index.ts'
import { concat, toHex } from '../util/index.ts'
import type { JoinSplitDescription } from './descriptions.ts'
import { littleEndianBytes, littleEndianInteger } from './fieldBytes.ts'

/** Bytes of joinSplitPubKey, which is followed by joinSplitSig in a transaction. */
const PUBLIC_KEY_BYTES = 32
/** Bits of a public input that are certain to fit the proof's field. */
const INPUT_BITS = { groth16: 254, phgr13: 253 } as const
/** Number of public inputs for the 2176 bits to which a proof commits. */
const INPUTS = 9

const ED25519_PRIME = 2n ** 255n - 19n
const ED25519_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n

/** y of the points of small order, including non-canonical forms, with the sign bit cleared. */
const SMALL_ORDER: ReadonlySet<string> = new Set([
  ...[0n, 1n, ED25519_PRIME - 1n, ED25519_PRIME, ED25519_PRIME + 1n].map((y) => toHex(littleEndianBytes(y))),
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
])

/**
 * Verifies joinSplitPubKey ‖ joinSplitSig for the hash under the rules of libsodium (shielded.md §6.1): S and the key
 * canonical, neither key nor R of small order, R compared by its bytes.
 */
export function verifyJoinSplitSignature(auth: Uint8Array, sighash: Uint8Array): boolean {
  const publicKey = auth.subarray(0, PUBLIC_KEY_BYTES)
  const signature = auth.subarray(PUBLIC_KEY_BYTES)
  if (littleEndianInteger(signature.subarray(32)) >= ED25519_ORDER) return false
  const key = withoutSign(publicKey)
  if (littleEndianInteger(key) >= ED25519_PRIME || isSmallOrder(key)) return false
  return !isSmallOrder(withoutSign(signature.subarray(0, 32))) && verifyEd25519(signature, sighash, publicKey)
}

function withoutSign(point: Uint8Array): Uint8Array {
  const y = point.slice()
  y[31]! &= 0x7f
  return y
}

const isSmallOrder = (y: Uint8Array): boolean => SMALL_ORDER.has(toHex(y))

const signatureSeed = blake2bPersonal(new TextEncoder().encode('ZcashComputehSig'), 32)

/**
 * Computes the public inputs of a JoinSplit's proof (shielded.md §6.2), 32 bytes little-endian each.
 * @param publicKey joinSplitPubKey, 32 bytes
 */
export function joinSplitInputs(
  { anchor, nullifiers, macs, commitments, randomSeed, vpubOld, vpubNew }: JoinSplitDescription,
  publicKey: Uint8Array,
  system: keyof typeof INPUT_BITS,
): Uint8Array[] {
  const amounts = new Uint8Array(16)
  const view = new DataView(amounts.buffer)
  view.setBigInt64(0, vpubOld, true)
  view.setBigInt64(8, vpubNew, true)
  const hSig = signatureSeed.hash(randomSeed, ...nullifiers, publicKey)
  const pairs = [nullifiers[0], macs[0], nullifiers[1], macs[1]]
  const committed = concat(anchor, hSig, ...pairs, ...commitments, amounts)
  let bits = littleEndianInteger(committed.map(reverseBits))
  const width = INPUT_BITS[system]
  return Array.from({ length: INPUTS }, () => {
    const input = littleEndianBytes(BigInt.asUintN(width, bits))
    bits >>= BigInt(width)
    return input
  })
}

/**
 * Reverses a byte: the most significant bit of each byte comes first, in inputs whose first bit is the least
 * significant.
 */
function reverseBits(byte: number): number {
  let reversed = 0
  for (let bit = 0; bit < 8; bit++) if (byte & (1 << bit)) reversed |= 0x80 >> bit
  return reversed
}
