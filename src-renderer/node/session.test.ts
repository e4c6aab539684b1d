import { describe, expect, it } from 'vitest'
import { createSession } from './session.ts'

/** A tab at an address, before a server that knows one token and one secret. */
function tabAt(hash: string, answer: string | number | 'down', stored: Record<string, string> = {}) {
  const requests: { url: string; method: string | undefined; body: unknown; credentials: string | undefined }[] = []
  const urls: string[] = []
  const storage = new Map(Object.entries(stored))
  const server = { answer }
  const session = createSession({
    location: { hash, pathname: '/', search: '' },
    replaceUrl: (url) => urls.push(url),
    fetch: async (url, { method, body, credentials } = {}) => {
      requests.push({ url, method, body, credentials })
      if (server.answer === 'down') throw new TypeError('Failed to fetch')
      const status = typeof server.answer === 'number' ? server.answer : 200
      return { status, json: async () => JSON.parse(String(server.answer)) }
    },
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
  })
  return { session, server, requests, urls, storage }
}

const KEY = 'chainwright.session'

describe('createSession', () => {
  it('takes the token out of the address before anything else', () => {
    const { urls, requests } = tabAt('#token=abc-123', '{"secret":"s"}')
    expect(urls).toEqual(['/'])
    expect(requests).toEqual([])
  })

  it('exchanges the token once for a secret that stays in the tab, and sends no cookies', async () => {
    const { session, requests, storage } = tabAt('#token=abc-123', '{"secret":"s"}')
    expect(await session.open()).toEqual({ secret: 's' })
    expect(await session.open()).toEqual({ secret: 's' })
    expect(requests).toEqual([{ url: '/session', method: 'POST', body: '{"token":"abc-123"}', credentials: 'omit' }])
    expect([...storage]).toEqual([[KEY, 's']])
  })

  it('goes on with the secret of the tab when the token was used before, and after a reload', async () => {
    expect(await tabAt('#token=used', 401, { [KEY]: 's' }).session.open()).toEqual({ secret: 's' })
    const reloaded = tabAt('#/tokens', 500, { [KEY]: 's' })
    expect(await reloaded.session.open()).toEqual({ secret: 's' })
    expect(reloaded.requests).toEqual([])
    expect(reloaded.urls).toEqual([])
  })

  it.each(['#/tokens', '#token='])('has no secret in a new tab at %s', async (hash) => {
    expect(await tabAt(hash, 401).session.open()).toEqual({ secret: undefined })
  })

  it.each(['[]', '{}', '{"secret":5}', 'null'])('takes %s for a refusal', async (answer) => {
    expect(await tabAt('#token=a', answer).session.open()).toEqual({ secret: undefined })
  })

  it('tries the token again where the server could not be reached', async () => {
    const { session, server } = tabAt('#token=a', 'down')
    expect(await session.open()).toBe('unreachable')
    server.answer = '{"secret":"s"}'
    expect(await session.open()).toEqual({ secret: 's' })
  })

  it('forgets a secret that the server does not know', async () => {
    const { session } = tabAt('', 500, { [KEY]: 's' })
    session.forget()
    expect(await session.open()).toEqual({ secret: undefined })
  })
})
