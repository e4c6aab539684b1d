import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Lifetime of the printed address. After it, Enter in the terminal prints another. */
const TOKEN_LIFE_MS = 15 * 60 * 1000
/** Maximum number of sessions. A new session beyond it replaces the oldest. */
const MAX_SESSIONS = 16

const digest = (text: string) => createHash('sha256').update(text).digest()
const matches = (known: Uint8Array, text: string) => timingSafeEqual(known, digest(text))

/**
 * Sessions of browser windows. Cookies are not used: a browser sends them to every port of a host, and thus to servers
 * of other users of this machine. The secret is in the page's session storage, which belongs to one origin and one tab.
 * Sessions end with this process. Only digests are stored, so that a heap dump shows no secret, and comparisons take
 * constant time.
 */
export class Sessions {
  readonly #now: () => number
  #token: { readonly hash: Uint8Array; readonly until: number } | undefined
  readonly #sessions: Uint8Array[] = []

  /** @param now returns the time in milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Returns a new one-time token for the fragment of the printed address. It replaces the previous token. */
  issueToken(): string {
    const text = randomBytes(32).toString('base64url')
    this.#token = { hash: digest(text), until: this.#now() + TOKEN_LIFE_MS }
    return text
  }

  /** Exchanges the token once for a session secret. Returns undefined if the token is wrong, used or expired. */
  redeem(text: string): string | undefined {
    const token = this.#token
    if (!token || this.#now() > token.until || !matches(token.hash, text)) return undefined
    this.#token = undefined
    const secret = randomBytes(32).toString('base64url')
    this.#sessions.push(digest(secret))
    if (this.#sessions.length > MAX_SESSIONS) this.#sessions.shift()
    return secret
  }

  /** Returns true if this is the secret of a session of this program. */
  authorises(secret: string): boolean {
    // Compare all, so that the time does not reveal which one matches.
    return this.#sessions.filter((hash) => matches(hash, secret)).length > 0
  }
}
