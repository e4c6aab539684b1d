import { hash, timingSafeEqual } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import type { Random } from '../interfaces.ts'

export interface CredentialSettings {
  readonly user: string
  /** empty: a cookie file is written instead */
  readonly password: string
  /** absolute path */
  readonly cookieFile: string
}

export interface Credentials {
  /** Judges an Authorization header; takes the same time whichever part is wrong. */
  accepts(header: string): boolean
  /** Deletes the cookie file, if there is one. */
  remove(): Promise<void>
}

const COOKIE_USER = '__cookie__'
const SCHEME = 'Basic '

/**
 * User and password of the RPC server. Without a password a fresh random one goes to the cookie file, which only the
 * owner can read (rpc.md §2).
 */
export async function prepareCredentials(settings: CredentialSettings, random: Random): Promise<Credentials> {
  const { user, password, cookieFile } = settings
  if (password !== '') return createCredentials(`${user}:${password}`, async () => undefined)
  const secret = `${COOKIE_USER}:${Buffer.from(random.bytes(32)).toString('base64')}`
  // An older file would keep its mode when it is overwritten.
  await rm(cookieFile, { force: true })
  await writeFile(cookieFile, secret, { mode: 0o600, flag: 'wx' })
  return createCredentials(secret, () => rm(cookieFile, { force: true }))
}

function createCredentials(secret: string, remove: () => Promise<void>): Credentials {
  const expected = digest(Buffer.from(secret, 'utf8'))
  return {
    accepts(header) {
      if (!header.startsWith(SCHEME)) return false
      const given = Buffer.from(header.slice(SCHEME.length).trim(), 'base64')
      // Equal lengths, and no prefix to guess: what is compared are digests.
      return timingSafeEqual(digest(given), expected)
    },
    remove,
  }
}

const digest = (bytes: Buffer) => hash('sha256', bytes, 'buffer')
