import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A person must open the printed address within this time; after that `npm start` has to be run again. */
const TOKEN_LIFE_MS = 15 * 60 * 1000
/** Windows of one program; a flood of sessions forgets the oldest. */
const MAX_SESSIONS = 16

const digest = (text: string) => createHash('sha256').update(text).digest()
const matches = (known: Uint8Array, text: string) => timingSafeEqual(known, digest(text))

export interface Sessions {
  /** The one-time token that goes into the fragment of the printed address. A new one replaces the last. */
  issueToken(): string
  /** Exchanges the token for a session secret, once. Undefined when it is wrong, used or too old. */
  redeem(token: string): string | undefined
  /** Whether a `Cookie` header carries a live session. */
  authorises(cookieHeader: string | undefined): boolean
}

/** Sessions are bound to a port in the name of the cookie, because cookies are shared between the ports of a host. */
export const cookieName = (port: number) => `chainwright-${port}`

/** Only digests are kept, so that a heap dump of this process shows no secret; compares are constant-time. */
export function createSessions(options: { readonly port: () => number; readonly now: () => number }): Sessions {
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
    authorises(cookieHeader) {
      const prefix = `${cookieName(options.port())}=`
      const secret = cookieHeader
        ?.split(';')
        .map((part) => part.trim())
        .find((part) => part.startsWith(prefix))
        ?.slice(prefix.length)
      if (!secret) return false
      return sessions.some((hash) => matches(hash, secret))
    },
  }
}
