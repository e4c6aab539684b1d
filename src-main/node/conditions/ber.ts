/** Position of one BER item: the start of its content, and its end if the header contains a length. */
export interface BerItem {
  readonly tagClass: number
  readonly tagNumber: number
  readonly constructed: boolean
  /** offset of the content */
  readonly start: number
  /** undefined for an indefinite length, which ends with two zero bytes */
  readonly end: number | undefined
}

/** Tag classes. */
export const UNIVERSAL = 0
export const CONTEXT = 2

/** Tag numbers of the string types that a constructed string may contain. */
export const OCTET_STRING = 4
export const BIT_STRING = 3

/** A tag number that reaches this value before its last octet is rejected. */
const MAX_TAG_NUMBER = 2 ** 23
/** Lengths at or above this are larger than any input. */
const MAX_LENGTH = 2 ** 31

/**
 * Reads the header of the item at `at`, in any form that BER allows (X.690 §8.1): long tags, padded and indefinite
 * lengths.
 * @returns undefined if there is no item, or its content does not end before `limit`
 */
export function readHead(bytes: Uint8Array, at: number, limit: number): BerItem | undefined {
  if (at >= limit) return undefined
  const first = bytes[at] as number
  const tag = readTagNumber(bytes, at, limit)
  if (!tag || tag.next >= limit) return undefined
  const constructed = (first & 0x20) !== 0
  const head = { tagClass: first >> 6, tagNumber: tag.number, constructed }
  const form = bytes[tag.next] as number
  if (form < 0x80) return bounded(head, tag.next + 1, form, limit)
  if (form === 0x80 && constructed) return { ...head, start: tag.next + 1, end: undefined }
  if (form === 0xff) return undefined
  const start = tag.next + 1 + (form & 0x7f)
  if (start > limit) return undefined
  let length = 0
  for (let i = tag.next + 1; i < start && length < MAX_LENGTH; i++) length = length * 256 + (bytes[i] as number)
  return bounded(head, start, length, limit)
}

type Tag = Pick<BerItem, 'tagClass' | 'tagNumber' | 'constructed'>

function bounded(tag: Tag, start: number, length: number, limit: number): BerItem | undefined {
  return length > limit - start ? undefined : { ...tag, start, end: start + length }
}

function readTagNumber(bytes: Uint8Array, at: number, limit: number): { number: number; next: number } | undefined {
  const short = (bytes[at] as number) & 0x1f
  if (short !== 0x1f) return { number: short, next: at + 1 }
  let number = 0
  for (let i = at + 1; i < limit; i++) {
    const octet = bytes[i] as number
    number = number * 128 + (octet & 0x7f)
    if ((octet & 0x80) === 0) return { number, next: i + 1 }
    if (number >= MAX_TAG_NUMBER) return undefined
  }
  return undefined
}

/** Returns true if the two zero bytes that end an item of indefinite length are at this offset. */
export function isEndOfContents(bytes: Uint8Array, at: number, limit: number): boolean {
  return at + 2 <= limit && bytes[at] === 0 && bytes[at + 1] === 0
}

export interface BerString {
  /** the contents of all pieces, in order */
  readonly pieces: readonly Uint8Array[]
  /** offset after the string */
  readonly next: number
}

/**
 * Reads the string of an item: its content or, if it is constructed, the contents of the strings of type `universal`
 * inside it, at any depth.
 * @returns undefined if it contains anything else
 */
export function readString(bytes: Uint8Array, item: BerItem, limit: number, stringTag: number): BerString | undefined {
  if (!item.constructed && item.end !== undefined) {
    return { pieces: [bytes.subarray(item.start, item.end)], next: item.end }
  }
  const pieces: Uint8Array[] = []
  const end = item.end ?? limit
  let at = item.start
  while (item.end === undefined ? !isEndOfContents(bytes, at, end) : at < end) {
    const inner = readHead(bytes, at, end)
    if (inner?.tagClass !== UNIVERSAL || inner.tagNumber !== stringTag) return undefined
    const read = readString(bytes, inner, end, stringTag)
    if (!read) return undefined
    pieces.push(...read.pieces)
    at = read.next
  }
  return { pieces, next: item.end === undefined ? at + 2 : at }
}
