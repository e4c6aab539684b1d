/** `secret` is undefined if only a new address with a fresh token helps. */
export type SessionState = { readonly secret: string | undefined } | 'unreachable'

export interface SessionDeps {
  fetch(input: string, init?: RequestInit): Promise<{ readonly status: number; json(): Promise<unknown> }>
  readonly location: { readonly hash: string; readonly pathname: string; readonly search: string }
  replaceUrl(url: string): void
  /** Session storage: private to this tab and origin, kept across a reload. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

const TOKEN = /^#token=([^&]+)$/
const SECRET = 'chainwright.session'

/** Returns true if the fragment of an address contains a one-time token. */
export function hasToken(hash: string): boolean {
  return TOKEN.test(hash)
}

export interface Session {
  /**
   * Returns the session secret. A token in the URL is removed from the address bar and the history first, then
   * exchanged once for a secret.
   */
  open(): Promise<SessionState>
  /** Removes the secret after the server has rejected it. */
  forget(): void
}

export function createSession({ fetch, location, replaceUrl, storage }: SessionDeps): Session {
  let token = TOKEN.exec(location.hash)?.[1]
  if (token !== undefined) replaceUrl(`${location.pathname}${location.search}`)

  return {
    async open() {
      if (token !== undefined) {
        const answer = await exchange(fetch, token)
        if (answer === 'unreachable') return answer
        token = undefined
        // A used token must not lock out a tab that still has its secret.
        if (answer !== undefined) storage.setItem(SECRET, answer)
      }
      return { secret: storage.getItem(SECRET) ?? undefined }
    },
    forget: () => storage.removeItem(SECRET),
  }
}

/** Returns the secret for a token, or undefined if the token is wrong, used or expired. */
async function exchange(fetch: SessionDeps['fetch'], token: string): Promise<string | undefined | 'unreachable'> {
  try {
    const reply = await fetch('/session', {
      method: 'POST',
      credentials: 'omit',
      cache: 'no-store',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    if (reply.status !== 200) return undefined
    const body: unknown = await reply.json()
    if (typeof body !== 'object' || body === null || !('secret' in body)) return undefined
    return typeof body.secret === 'string' ? body.secret : undefined
  } catch {
    return 'unreachable'
  }
}
