import { describe, expect, it } from 'vitest'
import { openSession, type SessionDeps } from './session.ts'

function browserAt(hash: string, answers: Record<string, number | 'down'>) {
  const requests: { method: string; body: unknown }[] = []
  const urls: string[] = []
  const deps: SessionDeps = {
    location: { hash, pathname: '/', search: '' },
    replaceUrl: (url) => urls.push(url),
    fetch: async (_, init) => {
      const method = init?.method ?? 'GET'
      requests.push({ method, body: init?.body })
      const status = answers[method] ?? 500
      if (status === 'down') throw new TypeError('Failed to fetch')
      return { status }
    },
  }
  return { deps, requests, urls }
}

describe('openSession', () => {
  it('exchanges the token and removes it from the address', async () => {
    const { deps, requests, urls } = browserAt('#token=abc-123', { POST: 204 })
    expect(await openSession(deps)).toBe('open')
    expect(requests).toEqual([{ method: 'POST', body: '{"token":"abc-123"}' }])
    expect(urls).toEqual(['/'])
  })

  it('falls back to the cookie when the token was used before', async () => {
    const { deps, requests } = browserAt('#token=used', { POST: 401, GET: 204 })
    expect(await openSession(deps)).toBe('open')
    expect(requests.map((request) => request.method)).toEqual(['POST', 'GET'])
  })

  it('says locked without a token and without a cookie, and leaves a page address alone', async () => {
    const { deps, urls } = browserAt('#/tokens', { GET: 401 })
    expect(await openSession(deps)).toBe('locked')
    expect(urls).toEqual([])
  })

  it('tells an unreachable server from a refusal', async () => {
    expect(await openSession(browserAt('#token=a', { POST: 'down' }).deps)).toBe('unreachable')
    expect(await openSession(browserAt('', { GET: 'down' }).deps)).toBe('unreachable')
  })
})
