import { concat } from '../util/index.ts'
import { type BerString, BIT_STRING, CONTEXT, isEndOfContents, OCTET_STRING, readHead, readString } from './ber.ts'
import { maskOfBits } from './decode.ts'
import { isCompound, isSupportedMask } from './typeMask.ts'
import { CONDITION_TYPE, type ConditionTypeId } from './types.ts'

/** Maximum direct push that can precede the operation in an output. Longer pushes never reach this code. */
const MAX_PUSHED_CONDITION = 75

const TYPES: ReadonlySet<number> = new Set(Object.values(CONDITION_TYPE))

/**
 * Returns true if the bytes pushed by an output are a condition that scripts may use, which makes the output type
 * crypto-condition (crypto-conditions.md §9.9). The network reads the condition as BER and does not encode it again.
 * Bytes may follow it, and lengths may have any form. The fingerprint may have any length, the cost may be any 64-bit
 * number, and unused bits of subtypes may be set. The result does not mean that the output can be spent.
 */
export function isUsableCondition(pushed: Uint8Array): boolean {
  const mask = pushed.length > MAX_PUSHED_CONDITION ? undefined : typeMaskAtStart(pushed)
  return mask !== undefined && isSupportedMask(mask)
}

/** @returns undefined if the bytes do not begin with a condition */
function typeMaskAtStart(bytes: Uint8Array): number | undefined {
  const outer = readHead(bytes, 0, bytes.length)
  if (outer?.tagClass !== CONTEXT || !outer.constructed || !TYPES.has(outer.tagNumber)) return undefined
  const typeId = outer.tagNumber as ConditionTypeId
  const limit = outer.end ?? bytes.length
  const fingerprint = field(bytes, outer.start, limit, 0, OCTET_STRING)
  const afterCost = fingerprint && skipCost(bytes, fingerprint.next, limit)
  if (afterCost === undefined) return undefined
  const subtypes = isCompound(typeId) ? field(bytes, afterCost, limit, 2, BIT_STRING) : undefined
  if (isCompound(typeId) && !subtypes) return undefined
  const at = subtypes?.next ?? afterCost
  const ends = outer.end === undefined ? isEndOfContents(bytes, at, limit) : at === limit
  return ends ? (1 << typeId) | maskOfPieces(subtypes?.pieces ?? []) : undefined
}

/** Reads the string with this context tag at `at`. */
function field(
  bytes: Uint8Array,
  at: number,
  limit: number,
  tagNumber: number,
  universal: number,
): BerString | undefined {
  const item = readHead(bytes, at, limit)
  if (item?.tagClass !== CONTEXT || item.tagNumber !== tagNumber) return undefined
  return readString(bytes, item, limit, universal)
}

/**
 * Returns the end offset of the cost that begins at `at`: an INTEGER whose bytes before the last eight must be zero.
 */
function skipCost(bytes: Uint8Array, at: number, limit: number): number | undefined {
  const item = readHead(bytes, at, limit)
  if (item?.tagClass !== CONTEXT || item.tagNumber !== 1 || item.constructed || item.end === undefined) return undefined
  for (let i = item.start; i < item.end - 8; i++) if (bytes[i] !== 0) return undefined
  return item.end
}

/**
 * Each piece of a bit string begins with a number of unused bits. The number of the last piece applies to the complete
 * string.
 */
function maskOfPieces(pieces: readonly Uint8Array[]): number {
  const bits = concat(...pieces.map((piece) => piece.subarray(1)))
  const unused = pieces.findLast((piece) => piece.length > 0)?.[0] ?? 0
  const last = bits.length - 1
  // Like on the network's machines, a shift takes its count modulo 32.
  if (last >= 0) bits[last] = (bits[last] as number) & (0xff << unused)
  return maskOfBits(bits)
}
