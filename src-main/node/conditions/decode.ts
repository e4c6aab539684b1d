import { secp256k1 } from '../crypto/index.ts'
import { compareBytes, DecodeError, equal } from '../util/index.ts'
import { subtypesContent } from './attributes.ts'
import { type DerItem, DerReader, readInteger } from './der.ts'
import { type AnonCondition, CONDITION_TYPE, type ConditionTypeId, type Fulfillment } from './types.ts'

/** Largest fulfillment that fits the one push of an input's script together with its hash type (§3.2 of the script sheet). */
export const MAX_FULFILLMENT_SIZE = 2047

/** Thresholds inside each other. The chain's own trees have 2; the bound keeps hostile input from deep recursion. */
export const MAX_CONDITION_DEPTH = 32

const TAG = { preimage: 0xa0, threshold: 0xa2, ed25519: 0xa4, secp256k1: 0xa5, eval: 0xaf } as const

const TYPE_OF_TAG: ReadonlyMap<number, ConditionTypeId> = new Map(
  Object.values(CONDITION_TYPE).map((typeId) => [0xa0 | typeId, typeId]),
)

/**
 * Reads the binary form of one condition. Prefix conditions are read too, so that they can be told from garbage;
 * `isSupportedCondition` refuses them.
 * @throws DecodeError on anything an encoder would not have written, bytes left over included.
 */
export function decodeCondition(bytes: Uint8Array): AnonCondition {
  const reader = new DerReader(bytes)
  const condition = conditionOfItem(reader.item())
  reader.end()
  return condition
}

function conditionOfItem({ tag, content }: DerItem): AnonCondition {
  const typeId = TYPE_OF_TAG.get(tag)
  if (typeId === undefined) throw new DecodeError(`unknown condition type ${tag}`)
  const reader = new DerReader(content)
  const fingerprint = reader.fixed(0x80, 32)
  const cost = readInteger(reader.content(0x81))
  const compound = typeId === CONDITION_TYPE.threshold || typeId === CONDITION_TYPE.prefix
  const subtypes = compound ? readSubtypes(reader.content(0x82)) : 0
  reader.end()
  return { type: 'anon', typeId, fingerprint, cost, subtypes }
}

function readSubtypes(content: Uint8Array): number {
  let mask = 0
  for (let id = 0; id < 8 * (content.length - 1) && id < 32; id++) {
    if ((content[1 + (id >> 3)] as number) & (0x80 >> (id % 8))) mask |= 1 << id
  }
  if (!equal(subtypesContent(mask), content)) throw new DecodeError('subtypes not in shortest form')
  return mask
}

/**
 * Reads a fulfillment (crypto-conditions.md §2). Strict, because anything lax here would let others change the id of a
 * transaction: encoding the result again gives the same bytes.
 * @throws DecodeError on anything else: other encodings, order, lengths, types, public keys that are not on the curve,
 * prefix fulfillments, more than MAX_CONDITION_DEPTH levels or MAX_FULFILLMENT_SIZE bytes.
 */
export function decodeFulfillment(bytes: Uint8Array): Fulfillment {
  if (bytes.length > MAX_FULFILLMENT_SIZE) throw new DecodeError('fulfillment too large')
  const reader = new DerReader(bytes)
  const fulfillment = fulfillmentOfItem(reader.item(), MAX_CONDITION_DEPTH)
  reader.end()
  return fulfillment
}

function fulfillmentOfItem({ tag, content }: DerItem, depth: number): Fulfillment {
  const reader = new DerReader(content)
  switch (tag) {
    case TAG.preimage:
      return ended(reader, { type: 'preimage', preimage: reader.content(0x80) })
    case TAG.eval:
      return ended(reader, { type: 'eval', code: reader.content(0x80) })
    case TAG.ed25519:
      return ended(reader, { type: 'ed25519', publicKey: reader.fixed(0x80, 32), signature: reader.fixed(0x81, 64) })
    case TAG.secp256k1: {
      const publicKey = reader.fixed(0x80, 33)
      const signature = reader.fixed(0x81, 64)
      if (!secp256k1.isPublicKey(publicKey)) throw new DecodeError('public key not on the curve')
      return ended(reader, { type: 'secp256k1', publicKey, signature })
    }
    case TAG.threshold: {
      if (depth === 0) throw new DecodeError('conditions nested too deep')
      const fulfilled = readSet(reader.content(0xa0), (item) => fulfillmentOfItem(item, depth - 1))
      const rest = readSet(reader.content(0xa1), conditionOfItem)
      return ended(reader, { type: 'threshold', threshold: fulfilled.length, subs: [...fulfilled, ...rest] })
    }
    default:
      throw new DecodeError(`no fulfillment has tag ${tag}`)
  }
}

function ended(reader: DerReader, result: Fulfillment): Fulfillment {
  reader.end()
  return result
}

/** Members of a SET OF, which must stand in ascending order of their bytes; equal members may repeat. */
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
