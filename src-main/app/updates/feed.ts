/**
 * Update feed: the signed description of the newest version. It is a JSON file, `{"feed": "<text>", "signature":
 * "<base64>"}`, whose text is JSON again, so that the signature covers a byte sequence and does not depend on how
 * objects are serialized.
 */
import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto'
import { isVersion } from './version.ts'

const PROGRAM = 'chainwright'
/** Prefix of the signed text, so that signatures made for another purpose are invalid here. */
const CONTEXT = 'chainwright update feed 1\n'
/** Maximum size of the file in bytes. */
export const MAX_FEED_BYTES = 32_768
const MAX_NOTES = 12
const MAX_NOTE_LENGTH = 300
const MAX_ADDRESS_LENGTH = 300
const SIGNATURE_BYTES = 64
const KEY_BYTES = 32
/** DER prefixes of the 32 bytes of an ed25519 key (RFC 8410). */
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Description of a version by the release manager. */
export interface Release {
  readonly version: string
  /** time of signing in unix seconds; a feed older than one seen before is a replay */
  readonly issued: number
  /** download page: https, without user and port */
  readonly page: string
  /** sentences about what is new */
  readonly notes: readonly string[]
}

/** Reason for rejecting a feed, as the end of a log line. */
export class FeedError extends Error {
  override readonly name = 'FeedError'
}

/**
 * Returns true if an address may be shown and opened: an https page with a host name and no hidden parts. Host names in
 * other scripts are rejected: URL converts them to `xn--`, which users do not recognize.
 */
function isPage(text: string): boolean {
  if (text.length > MAX_ADDRESS_LENGTH || !/^https:\/\/[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return false
  const { href, hostname, port, username, password } = new URL(text)
  const named = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(hostname) && !/(^|\.)xn--/.test(hostname)
  return href === text && named && port === '' && username === '' && password === ''
}

function isNote(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= MAX_NOTE_LENGTH
}

const objectIn = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // The error below covers everything that is not an object.
  }
  throw new FeedError('not an update feed')
}

function releaseIn(text: string): Release {
  const { program, version, issued, page, notes } = objectIn(text)
  if (program !== PROGRAM) throw new FeedError('the update feed belongs to another program')
  const wellFormed =
    typeof version === 'string' &&
    isVersion(version) &&
    Number.isSafeInteger(issued) &&
    Number(issued) > 0 &&
    typeof page === 'string' &&
    Array.isArray(notes) &&
    notes.length <= MAX_NOTES &&
    notes.every(isNote)
  if (!wellFormed) throw new FeedError('the update feed lacks a required field')
  if (!isPage(page)) throw new FeedError('the page address in the update feed is invalid')
  return { version, issued: Number(issued), page, notes }
}

/** Parses an ed25519 public key from the base64 of its 32 bytes; undefined if the length is wrong. */
export function parsePublicKey(base64: string): KeyObject | undefined {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length !== KEY_BYTES) return undefined
  return createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, bytes]), format: 'der', type: 'spki' })
}

/**
 * Parses a feed that one of the keys has signed.
 * @param keys base64 of the 32 bytes of ed25519 keys: the current key, and the next one before it is used
 * @throws FeedError if the signature or the content is invalid
 */
export function readFeed(file: string, keys: readonly string[]): Release {
  if (Buffer.byteLength(file) > MAX_FEED_BYTES) throw new FeedError('the update feed is too large')
  const { feed, signature } = objectIn(file)
  if (typeof feed !== 'string' || typeof signature !== 'string') throw new FeedError('not an update feed')
  const signed = Buffer.from(CONTEXT + feed)
  const bytes = Buffer.from(signature, 'base64')
  const good =
    bytes.length === SIGNATURE_BYTES &&
    keys.some((key) => {
      const publicKey = parsePublicKey(key)
      return publicKey !== undefined && verify(null, signed, publicKey, bytes)
    })
  if (!good) throw new FeedError('the signature of the update feed is invalid')
  return releaseIn(feed)
}

/** @throws Error of Node.js if the text is not the base64 of 32 bytes */
function parsePrivateKey(base64: string): KeyObject {
  const key = Buffer.concat([PRIVATE_PREFIX, Buffer.from(base64, 'base64')])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

/** Generates a private key for signing feeds. */
export function newFeedKey(): string {
  return randomBytes(KEY_BYTES).toString('base64')
}

/** Returns the public key of a private key; both as base64 of their 32 bytes. */
export function publicKeyFor(key: string): string {
  const der = createPublicKey(parsePrivateKey(key)).export({ format: 'der', type: 'spki' })
  return der.subarray(-KEY_BYTES).toString('base64')
}

/**
 * Builds the file of a feed.
 * @param key base64 of the 32 bytes of an ed25519 private key
 * @throws FeedError if this program would reject the content
 */
export function writeFeed(release: Release, key: string): string {
  const privateKey = parsePrivateKey(key)
  const feed = JSON.stringify({ program: PROGRAM, ...release })
  releaseIn(feed)
  const signature = sign(null, Buffer.from(CONTEXT + feed), privateKey).toString('base64')
  return `${JSON.stringify({ feed, signature })}\n`
}
