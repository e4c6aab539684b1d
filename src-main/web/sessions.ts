import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A person must open the printed address within this time; after that Enter in the terminal prints another. */
const TOKEN_LIFE_MS = 15 * 60 * 1000
/** Most sessions; a new one beyond that replaces the oldest. */
const MAX_SESSIONS = 16

const digest = (text: string) => createHash('sha256').update(text).digest()
const matches = (known: Uint8Array, text: string) => timingSafeEqual(known, digest(text))

/**
 * No cookies: a browser sends those to every port of a host, and so to the servers of other users of this machine. The
 * secret is in the page's session storage, which belongs to one origin and one tab, and ends with this process. Only digests
 * are kept, so that a heap dump shows no secret; compares are constant-time.
 */
export class Sessions {
  readonly #now: () => number
  #token: { readonly hash: Uint8Array; readonly until: number } | undefined
  readonly #sessions: Uint8Array[] = []

  /** @param now milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Returns the one-time token that goes into the fragment of the printed address. A new one replaces the last. */
  issueToken(): string {
    const text = randomBytes(32).toString('base64url')
    this.#token = { hash: digest(text), until: this.#now() + TOKEN_LIFE_MS }
    return text
  }

  /** Exchanges the token for a session secret, once. Returns undefined if it is wrong, used or too old. */
  redeem(text: string): string | undefined {
    const token = this.#token
    if (!token || this.#now() > token.until || !matches(token.hash, text)) return undefined
    this.#token = undefined
    const secret = randomBytes(32).toString('base64url')
    this.#sessions.push(digest(secret))
    if (this.#sessions.length > MAX_SESSIONS) this.#sessions.shift()
    return secret
  }

  /** Returns whether this is the secret of a session of this program. */
  authorises(secret: string): boolean {
    // All are compared, so that the time does not reveal which one matches.
    return this.#sessions.filter((hash) => matches(hash, secret)).length > 0
  }
}
