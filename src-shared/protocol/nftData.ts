/**
 * Properties in the data of an NFT, after the contract code. The family's tools use this format: code, version 1, then
 * properties, each at most once. A property is an id, followed by a compact size (id, royalty) or by bytes with their
 * length (url, arbitrary). Those tools write the code f7, whose contract does not exist on this family's chains. The
 * bytes after the code are the same with any code (compatibility.md).
 */
import { bytesToHex, hexToBytes } from './hex.ts'

const VERSION = 1
const PROPERTY = { id: 1, url: 2, royalty: 3, arbitrary: 4 } as const
/** Maximum number and length that the reader of this format accepts. */
const MAX_COUNT = 0x0200_0000

export interface NftProperties {
  /** number chosen by the creator */
  readonly id?: number
  /** any text */
  readonly url?: string
  /** thousandths of the price. No rule of the family's chains collects it */
  readonly royalty?: number
  readonly arbitrary?: Uint8Array
}

/** Maximum length in bytes of a link that the window writes. Longer links of other creators are shown truncated. */
export const MAX_NFT_LINK = 1000

interface Cursor {
  readonly bytes: Uint8Array
  at: number
}

/** Returns undefined if the size is incomplete, not minimal, or too large. */
function readSize(cursor: Cursor): number | undefined {
  const { bytes } = cursor
  const first = bytes[cursor.at]
  if (first === undefined || first === 0xff) return undefined
  const width = first === 0xfd ? 2 : first === 0xfe ? 4 : 0
  if (width === 0) {
    cursor.at += 1
    return first
  }
  const from = cursor.at + 1
  if (from + width > bytes.length) return undefined
  let value = 0
  for (let n = width - 1; n >= 0; n--) value = value * 256 + (bytes[from + n] ?? 0)
  cursor.at = from + width
  return value < (width === 2 ? 0xfd : 0x1_0000) || value > MAX_COUNT ? undefined : value
}

function readBytes(cursor: Cursor): Uint8Array | undefined {
  const length = readSize(cursor)
  if (length === undefined || cursor.at + length > cursor.bytes.length) return undefined
  cursor.at += length
  return cursor.bytes.subarray(cursor.at - length, cursor.at)
}

/** Reads bytes that are not UTF-8 as one character per byte. */
function readText(cursor: Cursor): string | undefined {
  const bytes = readBytes(cursor)
  if (bytes === undefined) return undefined
  try {
    return decodeURIComponent(bytesToHex(bytes).replace(/../g, '%$&'))
  } catch {
    return String.fromCharCode(...bytes)
  }
}

/** Encodes text as UTF-8. @throws URIError for unpaired surrogates */
function textBytes(text: string): Uint8Array {
  const bytes = encodeURIComponent(text).match(/%..|[^%]/g) ?? []
  return Uint8Array.from(bytes, (one) => (one.length === 3 ? Number.parseInt(one.slice(1), 16) : one.charCodeAt(0)))
}

const READERS: Readonly<Record<number, readonly [keyof NftProperties, (cursor: Cursor) => unknown]>> = {
  [PROPERTY.id]: ['id', readSize],
  [PROPERTY.url]: ['url', readText],
  [PROPERTY.royalty]: ['royalty', readSize],
  [PROPERTY.arbitrary]: ['arbitrary', readBytes],
}

/**
 * Returns the properties in the data of an NFT, or undefined if the data have another format.
 * @param data hex, starting with the contract code
 */
export function readNftProperties(data: string): NftProperties | undefined {
  const cursor: Cursor = { bytes: hexToBytes(data), at: 2 }
  if (cursor.bytes.length < 3 || cursor.bytes[1] !== VERSION) return undefined
  const found: Record<string, unknown> = {}
  while (cursor.at < cursor.bytes.length) {
    const [name, read] = READERS[cursor.bytes[cursor.at++] ?? 0] ?? []
    if (name === undefined || read === undefined || name in found) return undefined
    const value = read(cursor)
    if (value === undefined) return undefined
    found[name] = value
  }
  return found
}

function sizeBytes(size: number): number[] {
  if (size < 0xfd) return [size]
  return [0xfd, size & 0xff, size >> 8]
}

/**
 * Returns the data of an NFT with a link, as hex.
 * @param code two hex digits
 * @param arbitrary hex, or empty to omit the property
 */
export function linkedNftData(code: string, url: string, arbitrary: string): string {
  const property = (id: number, bytes: Uint8Array) =>
    bytesToHex(Uint8Array.of(id, ...sizeBytes(bytes.length), ...bytes))
  const link = property(PROPERTY.url, textBytes(url))
  const rest = arbitrary === '' ? '' : property(PROPERTY.arbitrary, hexToBytes(arbitrary))
  return `${code}${bytesToHex(Uint8Array.of(VERSION))}${link}${rest}`
}

/** Returns the link in the data of an NFT, as its creator wrote it (any text), or undefined if it has none. */
export function nftLink(data: string | undefined): string | undefined {
  const url = data === undefined ? undefined : readNftProperties(data)?.url
  return url === '' ? undefined : url
}

/** Target of a link. Only https on its default port is opened, with host names and addresses in their only notation. */
export type LinkTarget =
  | { readonly kind: 'web'; readonly address: string; readonly host: string }
  | { readonly kind: 'ipfs' | 'other' }

/** Maximum length of a link: users cannot review a longer one before they approve it. */
const MAX_LINK_LENGTH = 4096
const WEB = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::443)?([/?#].*)?$/is
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/

/**
 * Classifies a link. Host names in other scripts, and IP addresses in other notations than the usual IPv4, are not
 * `web`: the address shown to the user must be the one that is requested.
 * @param link any text
 */
export function linkTarget(link: string): LinkTarget {
  if (/^ipfs:/i.test(link.trim())) return { kind: 'ipfs' }
  const [, name, rest = ''] = (link.length <= MAX_LINK_LENGTH && WEB.exec(link)) || []
  const host = name?.toLowerCase() ?? ''
  // If the last label began with a digit, the host would be parsed as an IPv4 address.
  const named = /(^|\.)[a-z][a-z0-9-]*$/.test(host)
  if (!named && !IPV4.test(host)) return { kind: 'other' }
  try {
    const path = rest.replace(/[^\x21-\x7e]+/gu, encodeURIComponent)
    return { kind: 'web', address: `https://${host}${path.startsWith('/') ? '' : '/'}${path}`, host }
  } catch {
    // Unpaired surrogates, which no address can contain.
    return { kind: 'other' }
  }
}
