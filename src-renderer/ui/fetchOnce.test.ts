import { describe, expect, it } from 'vitest'
import { fetchOnce } from './fetchOnce.ts'

describe('fetchOnce', () => {
  it('fetches once for concurrent callers, and caches the value', async () => {
    let fetched = 0
    const arriving = Promise.withResolvers<string>()
    const part = fetchOnce(() => {
      fetched += 1
      return arriving.promise
    })
    expect(fetched).toBe(0)
    const waiting = [part.get(), part.get()]
    expect(part.now()).toBeUndefined()
    arriving.resolve('palette')
    expect(await Promise.all(waiting)).toEqual(['palette', 'palette'])
    expect(part.now()).toBe('palette')
    expect(await part.get()).toBe('palette')
    expect(fetched).toBe(1)
  })

  it('rejects on a failure, and retries on the next call', async () => {
    const answers = [Promise.reject(new Error('gone')), Promise.resolve('there')]
    const part = fetchOnce(() => answers.shift() ?? Promise.reject(new Error('asked too often')))
    await expect(part.get()).rejects.toThrow('gone')
    expect(part.now()).toBeUndefined()
    expect(await part.get()).toBe('there')
    expect(part.now()).toBe('there')
  })
})
