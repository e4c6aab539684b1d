import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { writeDurably } from '../../files/index.ts'
import type { Random } from '../core/index.ts'

export interface CredentialSettings {
  readonly user: string
  /** If empty, a cookie file is written instead. */
  readonly password: string
  /** Absolute path. */
  readonly cookieFile: string
  /** Further users of `-rpcauth`, whose passwords this node does not know. */
  readonly salted: readonly SaltedPassword[]
}

/** User of `-rpcauth`. */
export interface SaltedPassword {
  readonly user: string
  readonly salt: string
  /** HMAC-SHA256 of the password with the salt as its key, in 64 hex digits. */
  readonly hash: string
}

const COOKIE_USER = '__cookie__'
const SCHEME = 'Basic '

/**
 * Prepares user and password of the RPC server. Without a password a random one is written to the cookie file, which
 * only the owner can read (rpc.md §2).
 */
export async function prepareCredentials(settings: CredentialSettings, random: Random): Promise<Credentials> {
  const { user, password, cookieFile, salted } = settings
  if (password !== '') return new Credentials({ user, password }, salted, async () => undefined)
  const secret = Buffer.from(random.bytes(32)).toString('base64')
  // The file must be replaced, not updated: an older file would keep its mode, and a link would be followed.
  await writeDurably(cookieFile, `${COOKIE_USER}:${secret}`, { existing: 'replace' })
  return new Credentials({ user: COOKIE_USER, password: secret }, salted, () => rm(cookieFile, { force: true }))
}

/** Verifies users and passwords. */
export class Credentials {
  readonly #user: string
  readonly #expected: Buffer
  readonly #remove: () => Promise<void>
  #others: readonly DigestedPassword[]

  constructor(
    { user, password }: Pick<CredentialSettings, 'user' | 'password'>,
    salted: readonly SaltedPassword[],
    remove: () => Promise<void>,
  ) {
    this.#user = user
    this.#expected = digest(Buffer.from(`${user}:${password}`, 'utf8'))
    this.#remove = remove
    this.#others = salted.map(digested)
  }

  /**
   * Returns the user of an Authorization header, or undefined if it is wrong. Takes the same time whether the user or
   * the password is wrong.
   */
  userOf(header: string): string | undefined {
    if (!header.startsWith(SCHEME)) return undefined
    const given = Buffer.from(header.slice(SCHEME.length).trim(), 'base64')
    // Digests are compared, so that the lengths are equal and no prefix can be guessed.
    let found = timingSafeEqual(digest(given), this.#expected) ? this.#user : undefined
    const colon = given.indexOf(':')
    const name = digest(given.subarray(0, Math.max(0, colon)))
    const secret = given.subarray(colon + 1)
    // Compare every user, so that the time reveals no names.
    for (const other of this.#others) {
      const passwordFits = timingSafeEqual(createHmac('sha256', other.salt).update(secret).digest(), other.expected)
      if (timingSafeEqual(name, other.nameDigest) && passwordFits && colon >= 0) found = other.user
    }
    return found
  }

  /** Replaces the users of `-rpcauth`. */
  replaceSalted(salted: readonly SaltedPassword[]): void {
    this.#others = salted.map(digested)
  }

  remove(): Promise<void> {
    return this.#remove()
  }
}

interface DigestedPassword extends SaltedPassword {
  readonly nameDigest: Buffer
  readonly expected: Buffer
}

const digested = (entry: SaltedPassword): DigestedPassword => ({
  ...entry,
  nameDigest: digest(Buffer.from(entry.user, 'utf8')),
  expected: Buffer.from(entry.hash, 'hex'),
})

const digest = (bytes: Buffer) => hash('sha256', bytes, 'buffer')
