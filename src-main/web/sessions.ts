import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A person must open the printed address within this time; after that Enter in the terminal prints another. */
const TOKEN_LIFE_MS = 15 * 60 * 1000
/** Most sessions; a new one beyond that replaces the oldest. */
const MAX_SESSIONS = 16

const digest = (text: string) => createHash('sha256').update(text).digest()
const matches = (known: Uint8Array, text: string) => timingSafeEqual(known, digest(text))

export interface Sessions {
  /** The one-time token that goes into the fragment of the printed address. A new one replaces the last. */
  issueToken(): string
  /** Exchanges the token for a session secret, once. Undefined when it is wrong, used or too old. */
  redeem(token: string): string | undefined
  /** Whether this is the secret of a session of this program. */
  authorises(secret: string): boolean
}

/**
 * No cookies: a browser sends those to every port of a host, and so to the servers of other users of this machine. The
 * secret is in the page's session storage, which belongs to one origin and one tab, and ends with this process. Only digests
 * are kept, so that a heap dump shows no secret; compares are constant-time.
 */
export function createSessions(options: { readonly now: () => number }): Sessions {
  let token: { readonly hash: Uint8Array; readonly until: number } | undefined
  const sessions: Uint8Array[] = []

  return {
    issueToken() {
      const text = randomBytes(32).toString('base64url')
      token = { hash: digest(text), until: options.now() + TOKEN_LIFE_MS }
      return text
    },
    redeem(text) {
      if (!token || options.now() > token.until || !matches(token.hash, text)) return undefined
      token = undefined
      const secret = randomBytes(32).toString('base64url')
      sessions.push(digest(secret))
      if (sessions.length > MAX_SESSIONS) sessions.shift()
      return secret
    },
    // All are compared, so that the time does not reveal which one matches.
    authorises: (secret) => sessions.filter((hash) => matches(hash, secret)).length > 0,
  }
}
