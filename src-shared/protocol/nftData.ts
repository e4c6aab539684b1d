/**
 * What the data of an NFT say beside the contract code, where they are in the form that the family's tools write and read:
 * code, version 1, then properties, each at most once: an id, then a compact size (id, royalty) or bytes with their length
 * before them (url, arbitrary). Those tools make such data with the code f7, whose contract this family's chains do not
 * have; the bytes behind the code are the same with any code (compatibility.md).
 */
import { bytesToHex, hexToBytes } from './hex.ts'

const VERSION = 1
const PROPERTY = { id: 1, url: 2, royalty: 3, arbitrary: 4 } as const
/** Largest number and length that the format's reader takes. */
const MOST = 0x0200_0000

export interface NftProperties {
  /** a number of the creator's */
  readonly id?: number
  /** any text */
  readonly url?: string
  /** thousandths of a price; no rule of these chains collects it */
  readonly royalty?: number
  readonly arbitrary?: Uint8Array
}

/** Longest link in bytes that the window writes; longer ones of others are shown cut. */
export const MAX_NFT_LINK = 1000

interface Cursor {
  readonly bytes: Uint8Array
  at: number
}

/** undefined: it ends too early, or is longer than it has to be */
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
  return value < (width === 2 ? 0xfd : 0x1_0000) || value > MOST ? undefined : value
}

function readBytes(cursor: Cursor): Uint8Array | undefined {
  const length = readSize(cursor)
  if (length === undefined || cursor.at + length > cursor.bytes.length) return undefined
  cursor.at += length
  return cursor.bytes.subarray(cursor.at - length, cursor.at)
}

/** What is no UTF-8 is read as a character a byte. */
function readText(cursor: Cursor): string | undefined {
  const bytes = readBytes(cursor)
  if (bytes === undefined) return undefined
  try {
    return decodeURIComponent(bytesToHex(bytes).replace(/../g, '%$&'))
  } catch {
    return String.fromCharCode(...bytes)
  }
}

/** UTF-8. @throws URIError for halves of pairs */
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
 * The properties in the data of an NFT; undefined: the data are in another form.
 * @param data hex, contract code first
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
 * Data of an NFT with a link, as hex.
 * @param code two hex digits
 * @param arbitrary hex; empty: none
 */
export function linkedNftData(code: string, url: string, arbitrary: string): string {
  const property = (id: number, bytes: Uint8Array) =>
    bytesToHex(Uint8Array.of(id, ...sizeBytes(bytes.length), ...bytes))
  const link = property(PROPERTY.url, textBytes(url))
  const rest = arbitrary === '' ? '' : property(PROPERTY.arbitrary, hexToBytes(arbitrary))
  return `${code}${bytesToHex(Uint8Array.of(VERSION))}${link}${rest}`
}

/** The link in the data of an NFT, as its creator wrote it: any text. undefined: there is none. */
export function nftLink(data: string | undefined): string | undefined {
  const url = data === undefined ? undefined : readNftProperties(data)?.url
  return url === '' ? undefined : url
}

/** What a link leads to: only https by its usual port is opened, of names and addresses that are written in one way only. */
export type LinkTarget =
  | { readonly kind: 'web'; readonly address: string; readonly host: string }
  | { readonly kind: 'ipfs' | 'other' }

/** Longer ones are nothing that a person could look at before agreeing. */
const MOST_LINK = 4096
const WEB = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::443)?([/?#].*)?$/is
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/

/**
 * Names of other scripts and addresses in other notations than the usual one of IPv4 are no web: what is shown to a person
 * must be what is asked for.
 * @param link any text
 */
export function linkTarget(link: string): LinkTarget {
  if (/^ipfs:/i.test(link.trim())) return { kind: 'ipfs' }
  const [, name, rest = ''] = (link.length <= MOST_LINK && WEB.exec(link)) || []
  const host = name?.toLowerCase() ?? ''
  // A last part that begins with a digit would be read as a number, and all of it as an address.
  const named = /(^|\.)[a-z][a-z0-9-]*$/.test(host)
  if (!named && !IPV4.test(host)) return { kind: 'other' }
  try {
    const path = rest.replace(/[^\x21-\x7e]+/gu, encodeURIComponent)
    return { kind: 'web', address: `https://${host}${path.startsWith('/') ? '' : '/'}${path}`, host }
  } catch {
    // Halves of pairs, which no address can have.
    return { kind: 'other' }
  }
}
