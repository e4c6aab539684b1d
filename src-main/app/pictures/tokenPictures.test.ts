import { describe, expect, it } from 'vitest'
import { PictureFault } from './fault.ts'
import type { FetchedPicture } from './fetchPicture.ts'
import { TokenPictures } from './tokenPictures.ts'

const signal = new AbortController().signal
const HOST = 'pictures.example'
const linkTo = (name: string) => `https://${HOST}/${name}`

function setUp(size = 10) {
  const links = new Map<string, string>()
  const fetched: string[] = []
  const test = {
    time: 0,
    closed: false,
    picture: async (): Promise<FetchedPicture> => ({
      type: 'image/png',
      width: 2,
      height: 1,
      bytes: Buffer.alloc(size, 7),
    }),
  }
  const pictures = new TokenPictures({
    async linkOf(_chain, tokenid) {
      if (tokenid === 'none') return { reason: 'no-token' }
      const link = links.get(tokenid)
      return link === undefined ? { reason: 'no-link' } : { link }
    },
    requireWay: async () => {
      if (test.closed) throw new PictureFault('onlynet', 'closed')
    },
    fetch(address) {
      fetched.push(address)
      return test.picture()
    },
    now: () => test.time,
  })
  const show = (tokenid: string) => pictures.show('one', tokenid, signal)
  const due = (tokenid: string) => pictures.due('one', tokenid)
  return { links, fetched, test, pictures, show, due }
}

describe('TokenPictures', () => {
  it('requires approval before a fetch, and none for a cached picture', async () => {
    const { links, show, due, fetched } = setUp()
    links.set('a', linkTo('a'))
    expect(await due('a')).toMatchObject({ address: linkTo('a'), host: HOST })
    expect(await show('a')).toMatchObject({
      result: 'success',
      type: 'image/png',
      bytes: 10,
      picture: 'BwcHBwcHBwcHBw==',
    })
    expect(await due('a')).toBeUndefined()
    await show('a')
    expect(fetched).toEqual([linkTo('a')])
  })

  it('requires no approval for an allowed host, but for every other host', async () => {
    const { links, due, pictures } = setUp()
    links.set('a', linkTo('a')).set('b', linkTo('b')).set('c', 'https://other.example/c')
    pictures.allow(HOST)
    expect([await due('a'), await due('b')]).toEqual([undefined, undefined])
    expect(await due('c')).toMatchObject({ host: 'other.example' })
  })

  it('returns the reason of a missing picture without contacting a server', async () => {
    const { links, due, show, fetched, test, pictures } = setUp()
    const whys: readonly (readonly [string, string])[] = [
      ['ipfs://QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG', 'ipfs'],
      ['http://pictures.example/a', 'not-https'],
      ['https://pictures.example:8443/a', 'not-https'],
      ['https://user:word@pictures.example/', 'not-https'],
      ['javascript:alert(1)', 'not-https'],
      ['no-token', 'not-https'],
    ]
    for (const [link, reason] of whys) {
      links.set('a', link)
      expect(await due('a')).toBeUndefined()
      expect(await show('a')).toEqual({ result: 'error', host: null, reason })
      expect(await pictures.link('one', 'a')).toBeUndefined()
    }
    expect([await show('b'), await show('none')]).toMatchObject([{ reason: 'no-link' }, { reason: 'no-token' }])
    links.set('a', linkTo('a'))
    test.closed = true
    expect(await due('a')).toBeUndefined()
    expect(fetched).toEqual([])
  })

  it('fetches one picture at a time with a rate limit, and caches no failures', async () => {
    const { links, show, due, test, fetched } = setUp()
    for (let n = 0; n < 40; n++) links.set(String(n), linkTo(String(n)))
    test.picture = () => Promise.reject(new PictureFault('size', 'too long'))
    expect(await show('0')).toEqual({ result: 'error', host: HOST, reason: 'size' })
    const { promise, resolve } = Promise.withResolvers<FetchedPicture>()
    test.picture = () => promise
    const first = show('0')
    await due('1')
    expect(await show('1')).toMatchObject({ reason: 'busy' })
    resolve({ type: 'image/gif', width: 1, height: 1, bytes: Buffer.alloc(1) })
    expect(await first).toMatchObject({ type: 'image/gif' })
    for (let n = 1; n < 19; n++) expect(await show(String(n))).toMatchObject({ result: 'success' })
    expect(await show('30')).toMatchObject({ reason: 'busy' })
    expect(await due('30')).toBeUndefined()
    expect(fetched).toHaveLength(20)
    test.time = 60_001
    expect(await show('30')).toMatchObject({ result: 'success' })
  })

  it('caches pictures up to a limit and drops the oldest first', async () => {
    const { links, show, fetched } = setUp(4_000_000)
    for (let n = 0; n < 8; n++) {
      links.set(String(n), linkTo(String(n)))
      await show(String(n))
    }
    await show('7')
    await show('2')
    expect(fetched).toHaveLength(8)
    await show('0')
    expect(fetched).toHaveLength(9)
  })
})
