import { describe, expect, it } from 'vitest'
import { createSession } from './session.ts'

/** Simulates a tab at an address, with a server that knows one token and one secret. */
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
  it('removes the token from the address before anything else', () => {
    const { urls, requests } = tabAt('#token=abc-123', '{"secret":"s"}')
    expect(urls).toEqual(['/'])
    expect(requests).toEqual([])
  })

  it('exchanges the token once for a secret kept in the tab, without cookies', async () => {
    const { session, requests, storage } = tabAt('#token=abc-123', '{"secret":"s"}')
    expect(await session.open()).toEqual({ secret: 's' })
    expect(await session.open()).toEqual({ secret: 's' })
    expect(requests).toEqual([{ url: '/session', method: 'POST', body: '{"token":"abc-123"}', credentials: 'omit' }])
    expect([...storage]).toEqual([[KEY, 's']])
  })

  it('keeps the secret of the tab if the token was used before, and after a reload', async () => {
    expect(await tabAt('#token=used', 401, { [KEY]: 's' }).session.open()).toEqual({ secret: 's' })
    const reloaded = tabAt('#/tokens', 500, { [KEY]: 's' })
    expect(await reloaded.session.open()).toEqual({ secret: 's' })
    expect(reloaded.requests).toEqual([])
    expect(reloaded.urls).toEqual([])
  })

  it.each(['#/tokens', '#token='])('returns no secret in a new tab at %s', async (hash) => {
    expect(await tabAt(hash, 401).session.open()).toEqual({ secret: undefined })
  })

  it.each(['[]', '{}', '{"secret":5}', 'null'])('treats the server’s answer %s as a rejection', async (answer) => {
    expect(await tabAt('#token=a', answer).session.open()).toEqual({ secret: undefined })
  })

  it('retries the token after the server was unreachable', async () => {
    const { session, server } = tabAt('#token=a', 'down')
    expect(await session.open()).toBe('unreachable')
    server.answer = '{"secret":"s"}'
    expect(await session.open()).toEqual({ secret: 's' })
  })

  it('removes a secret that the server rejected', async () => {
    const { session } = tabAt('', 500, { [KEY]: 's' })
    session.forget()
    expect(await session.open()).toEqual({ secret: undefined })
  })
})
