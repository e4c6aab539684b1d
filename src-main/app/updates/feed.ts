/**
 * The feed: what the newest version is, signed. A file of JSON, `{"feed": "<text>", "signature": "<base64>"}`, whose text is
 * JSON again, so that what was signed is a sequence of bytes and not a way to write objects.
 */
import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto'
import { isVersion } from './version.ts'

const PROGRAM = 'chainwright'
/** Before the signed text, so that no signature made for something else counts here. */
const CONTEXT = 'chainwright update feed 1\n'
/** Bytes of the file. */
export const MOST_FEED_BYTES = 32_768
const MOST_NOTES = 12
const MOST_NOTE_LENGTH = 300
const MOST_ADDRESS_LENGTH = 300
const SIGNATURE_BYTES = 64
const KEY_BYTES = 32
/** What precedes the 32 bytes of an ed25519 key in its DER forms (RFC 8410). */
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** What a release manager says of a version. */
export interface Release {
  readonly version: string
  /** when it was signed, unix seconds: an earlier feed than one that was seen is a replay */
  readonly issued: number
  /** where to get it: https, no user, no port of its own */
  readonly page: string
  /** sentences: what is new */
  readonly notes: readonly string[]
}

/** Why a feed is rejected, as the end of a line of the log. */
export class FeedError extends Error {
  override readonly name = 'FeedError'
}

/**
 * Whether an address may be shown and opened: a page of the web, by its name, and nothing hidden in it.
 * Names in other scripts are refused with the rest: they come out of URL as `xn--`, which nobody recognises.
 */
function isPage(text: string): boolean {
  if (text.length > MOST_ADDRESS_LENGTH || !/^https:\/\/[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return false
  const { href, hostname, port, username, password } = new URL(text)
  const named = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(hostname) && !/(^|\.)xn--/.test(hostname)
  return href === text && named && port === '' && username === '' && password === ''
}

function isNote(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= MOST_NOTE_LENGTH
}

const objectIn = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Said below, in one way for everything that is no object.
  }
  throw new FeedError('it is not a feed')
}

function releaseIn(text: string): Release {
  const { program, version, issued, page, notes } = objectIn(text)
  if (program !== PROGRAM) throw new FeedError('it is the feed of another program')
  const wellFormed =
    typeof version === 'string' &&
    isVersion(version) &&
    Number.isSafeInteger(issued) &&
    Number(issued) > 0 &&
    typeof page === 'string' &&
    Array.isArray(notes) &&
    notes.length <= MOST_NOTES &&
    notes.every(isNote)
  if (!wellFormed) throw new FeedError('it does not say what a feed has to')
  if (!isPage(page)) throw new FeedError('the address in it is none to be opened')
  return { version, issued: Number(issued), page, notes }
}

/** An ed25519 key from the base64 of its 32 bytes; undefined: it is none. */
export function publicKeyOf(base64: string): KeyObject | undefined {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length !== KEY_BYTES) return undefined
  return createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, bytes]), format: 'der', type: 'spki' })
}

/**
 * Reads a feed that one of the keys has signed.
 * @param keys base64 of the 32 bytes of ed25519 keys: the present one, and the next one before it is needed
 * @throws FeedError
 */
export function readFeed(file: string, keys: readonly string[]): Release {
  if (Buffer.byteLength(file) > MOST_FEED_BYTES) throw new FeedError('it is far too long')
  const { feed, signature } = objectIn(file)
  if (typeof feed !== 'string' || typeof signature !== 'string') throw new FeedError('it is not a feed')
  const signed = Buffer.from(CONTEXT + feed)
  const bytes = Buffer.from(signature, 'base64')
  const good =
    bytes.length === SIGNATURE_BYTES &&
    keys.some((key) => {
      const publicKey = publicKeyOf(key)
      return publicKey !== undefined && verify(null, signed, publicKey, bytes)
    })
  if (!good) throw new FeedError('its signature is wrong')
  return releaseIn(feed)
}

/** @throws Error of Node.js unless it is the base64 of 32 bytes */
function privateKeyOf(base64: string): KeyObject {
  const key = Buffer.concat([PRIVATE_PREFIX, Buffer.from(base64, 'base64')])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

/** A new key to sign feeds with. */
export function newFeedKey(): string {
  return randomBytes(KEY_BYTES).toString('base64')
}

/** The public key of a private one; both as base64 of their 32 bytes. */
export function publicKeyFor(key: string): string {
  const der = createPublicKey(privateKeyOf(key)).export({ format: 'der', type: 'spki' })
  return der.subarray(-KEY_BYTES).toString('base64')
}

/**
 * Makes the file of a feed.
 * @param key base64 of the 32 bytes of an ed25519 private key
 * @throws FeedError if this program would not accept what it says
 */
export function writeFeed(release: Release, key: string): string {
  const privateKey = privateKeyOf(key)
  const feed = JSON.stringify({ program: PROGRAM, ...release })
  releaseIn(feed)
  const signature = sign(null, Buffer.from(CONTEXT + feed), privateKey).toString('base64')
  return `${JSON.stringify({ feed, signature })}\n`
}
