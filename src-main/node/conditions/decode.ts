import { secp256k1 } from '../crypto/index.ts'
import { compareBytes, DecodeError } from '../util/index.ts'
import { type DerItem, DerReader, readInteger } from './der.ts'
import { isCompound } from './typeMask.ts'
import { type AnonCondition, CONDITION_TYPE, type ConditionTypeId, type Fulfillment } from './types.ts'

/**
 * Maximum fulfillment that fits the one push of an input's script together with its hash type (§3.2 of the script
 * sheet).
 */
const MAX_FULFILLMENT_SIZE = 2047

/**
 * Maximum nesting of thresholds and prefixes (crypto-conditions.md §9.4). The chain's own trees have 2 levels. The
 * network's limit comes from the stack of its decoder, and was measured: 76 levels pass and 77 do not.
 */
export const MAX_CONDITION_DEPTH = 76

const FINGERPRINT_LENGTH = 32
const ED25519_KEY_LENGTH = 32
const SECP256K1_KEY_LENGTH = 33
const SIGNATURE_LENGTH = 64

const TAG = { preimage: 0xa0, prefix: 0xa1, threshold: 0xa2, ed25519: 0xa4, secp256k1: 0xa5, eval: 0xaf } as const

const TYPE_OF_TAG: ReadonlyMap<number, ConditionTypeId> = new Map(
  Object.values(CONDITION_TYPE).map((typeId) => [0xa0 | typeId, typeId]),
)

/**
 * Parses a fulfillment as the network does (crypto-conditions.md §2 and §9.1–9.7): canonical DER, except that octet
 * strings and bit strings may have any length. Only the first bytes of an octet string count. One fulfillment therefore
 * has many encodings, and anyone who relays a transaction may choose another, which changes its id.
 *
 * @returns undefined for other encodings, order or types, public keys that are not on the curve, more than
 *   MAX_CONDITION_DEPTH levels, or more bytes than an input can push
 */
export function readFulfillment(bytes: Uint8Array): Fulfillment | undefined {
  // Most other data already differ in the first byte. The rest throws a DecodeError.
  if (bytes.length > MAX_FULFILLMENT_SIZE || !TYPE_OF_TAG.has(bytes[0] as number)) return undefined
  try {
    const reader = new DerReader(bytes)
    const fulfillment = fulfillmentOfItem(reader.item(), MAX_CONDITION_DEPTH)
    reader.end()
    return fulfillment
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

function fulfillmentOfItem({ tag, content }: DerItem, depth: number): Fulfillment {
  const reader = new DerReader(content)
  switch (tag) {
    case TAG.preimage:
      return ended(reader, { type: 'preimage', preimage: reader.content(0x80) })
    case TAG.eval:
      return ended(reader, { type: 'eval', code: reader.content(0x80) })
    case TAG.ed25519: {
      const publicKey = readOctets(reader.content(0x80), ED25519_KEY_LENGTH) ?? EMPTY_BYTES
      return ended(reader, { type: 'ed25519', publicKey, ...readSignature(reader) })
    }
    case TAG.secp256k1: {
      const publicKey = readOctets(reader.content(0x80), SECP256K1_KEY_LENGTH)
      const signature = readSignature(reader)
      if (!publicKey || !secp256k1.isPublicKey(publicKey)) throw new DecodeError('public key not on the curve')
      return ended(reader, { type: 'secp256k1', publicKey, ...signature })
    }
    case TAG.threshold: {
      const deeper = depthBelow(depth)
      const fulfilled = readSet(reader.content(0xa0), (item) => fulfillmentOfItem(item, deeper))
      const rest = readSet(reader.content(0xa1), conditionOfItem)
      return ended(reader, { type: 'threshold', threshold: fulfilled.length, subs: [...fulfilled, ...rest] })
    }
    case TAG.prefix: {
      const deeper = depthBelow(depth)
      const prefix = reader.content(0x80)
      const maxMessageLength = readInteger(reader.content(0x81))
      const inner = new DerReader(reader.content(0xa2))
      const sub = fulfillmentOfItem(inner.item(), deeper)
      inner.end()
      return ended(reader, { type: 'prefix', prefix, maxMessageLength, sub })
    }
    default:
      throw new DecodeError(`unknown fulfillment tag ${tag}`)
  }
}

function depthBelow(depth: number): number {
  if (depth === 0) throw new DecodeError('conditions nested too deep')
  return depth - 1
}

function ended(reader: DerReader, result: Fulfillment): Fulfillment {
  reader.end()
  return result
}

const EMPTY_BYTES = new Uint8Array(0)

/**
 * Returns the first bytes of an octet string. One missing byte reads as zero, because the network's decoder appends a
 * zero to every string.
 * @returns undefined for a shorter string, for which the network reads adjacent memory
 */
function readOctets(content: Uint8Array, length: number): Uint8Array | undefined {
  if (content.length >= length) return content.subarray(0, length)
  if (content.length < length - 1) return undefined
  const padded = new Uint8Array(length)
  padded.set(content)
  return padded
}

function readSignature(reader: DerReader): { readonly signature?: Uint8Array } {
  const signature = readOctets(reader.content(0x81), SIGNATURE_LENGTH)
  return signature ? { signature } : {}
}

/** Parses an anonymous condition among the unfulfilled ones. */
function conditionOfItem({ tag, content }: DerItem): AnonCondition {
  const typeId = TYPE_OF_TAG.get(tag)
  if (typeId === undefined) throw new DecodeError(`unknown condition type ${tag}`)
  const reader = new DerReader(content)
  const fingerprint = readOctets(reader.content(0x80), FINGERPRINT_LENGTH) ?? EMPTY_BYTES
  const cost = readInteger(reader.content(0x81))
  const subtypes = isCompound(typeId) ? readSubtypes(reader.content(0x82)) : 0
  reader.end()
  return { type: 'anon', typeId, fingerprint, cost, subtypes }
}

/** Parses the content of a BIT STRING of any length, whose unused bits are clear, to a mask of type numbers. */
function readSubtypes(content: Uint8Array): number {
  const unused = content[0]
  if (unused === undefined || unused > 7) throw new DecodeError('malformed BIT STRING')
  const bits = content.subarray(1)
  const last = bits[bits.length - 1]
  if (last !== undefined && (last & ~(0xff << unused)) !== 0) throw new DecodeError('unused bits are set')
  return maskOfBits(bits)
}

/**
 * Converts a bit string to a type mask. Bit i of the string, from the most significant bit of the first byte, is type i
 * modulo 32.
 */
export function maskOfBits(bits: Uint8Array): number {
  let mask = 0
  for (let i = 0; i < bits.length; i++) {
    const byte = bits[i] as number
    for (let bit = 0; bit < 8; bit++) if (byte & (0x80 >> bit)) mask |= 1 << (8 * i + bit)
  }
  return mask
}

/** Reads the members of a SET OF, which must be in ascending order of their bytes; equal members may repeat. */
function readSet<T>(content: Uint8Array, read: (item: DerItem) => T): T[] {
  const reader = new DerReader(content)
  const members: T[] = []
  let previous: Uint8Array | undefined
  while (!reader.done) {
    const start = reader.position
    members.push(read(reader.item()))
    const encoded = content.subarray(start, reader.position)
    if (previous && compareBytes(previous, encoded) > 0) throw new DecodeError('set members out of order')
    previous = encoded
  }
  return members
}
