export type SessionState = 'open' | 'locked' | 'unreachable'

export interface SessionDeps {
  fetch(input: string, init?: RequestInit): Promise<{ readonly status: number }>
  readonly location: { readonly hash: string; readonly pathname: string; readonly search: string }
  replaceUrl(url: string): void
}

const TOKEN = /^#token=([^&]+)$/

/** Whether the fragment of an address carries a one-time token. */
export function hasToken(hash: string): boolean {
  return TOKEN.test(hash)
}

/**
 * Gets a browser in: exchanges the one-time token of the address for a cookie, or uses the cookie that is there. The
 * token leaves the address bar and the history before anything else happens.
 */
export async function openSession(deps: SessionDeps): Promise<SessionState> {
  const token = TOKEN.exec(deps.location.hash)?.[1]
  if (token !== undefined) {
    deps.replaceUrl(`${deps.location.pathname}${deps.location.search}`)
    const state = await ask(deps, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token: decodeURIComponent(token) }),
    })
    if (state !== 'locked') return state
    // A token that was already used is no reason to lock out a window that still has its cookie.
  }
  return ask(deps)
}

/** Whether the cookie still counts. */
export async function ask(deps: Pick<SessionDeps, 'fetch'>, init?: RequestInit): Promise<SessionState> {
  try {
    const { status } = await deps.fetch('/session', { credentials: 'same-origin', cache: 'no-store', ...init })
    return status === 204 ? 'open' : 'locked'
  } catch {
    return 'unreachable'
  }
}
