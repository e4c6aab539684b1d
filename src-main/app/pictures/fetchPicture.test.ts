/** Tests replies of a hostile server with a real TLS server; the test resolves host names. */
import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import {
  buildPng,
  INSIDE_HOST,
  MOVED_HOST,
  PICTURE_HOST,
  type PictureServer,
  startPictureServer,
  TEST_AUTHORITY,
} from '../../../e2e/support/pictureServer.ts'
import { type FetchOptions, fetchPicture, MAX_PICTURE_BYTES } from './fetchPicture.ts'
import { createDirectConnector, type DirectDeps, systemDirect } from './pictureConnector.ts'

const PATIENCE = 400
const ADDRESSES: Readonly<Record<string, string>> = {
  [PICTURE_HOST]: '93.184.216.34',
  [MOVED_HOST]: '93.184.216.35',
  'stranger.example': '93.184.216.36',
  [INSIDE_HOST]: '192.168.7.7',
}

let server: PictureServer | undefined
/** addresses that received connections */
let connected: string[] = []
afterEach(() => {
  server?.close()
  connected = []
})

interface Wish extends Partial<Pick<FetchOptions, 'patience' | 'signal' | 'ca'>> {
  readonly path?: string
  readonly host?: string
}

async function fetchFrom(listener: RequestListener, { path = '/a.png?b=c', host = PICTURE_HOST, ...more }: Wish = {}) {
  server = await startPictureServer(listener)
  const { port } = server
  const deps: DirectDeps = {
    lookup: async (name) => [ADDRESSES[name] ?? '127.0.0.1'],
    connect(address, _port, signal) {
      connected.push(address)
      return systemDirect.connect('127.0.0.1', port, signal)
    },
  }
  const signal = new AbortController().signal
  return fetchPicture(`https://${host}${path}`, {
    ...{ way: createDirectConnector(deps), patience: 20_000, ca: TEST_AUTHORITY, signal },
    ...more,
  })
}
const png = buildPng(3, 2)
const gives =
  (body: Buffer | string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(200, headers)
    response.end(body)
  }
const leads =
  (location: string): RequestListener =>
  (request, response) => {
    if (request.url === '/there') return void response.end(png)
    response.writeHead(302, { Location: location })
    response.end()
  }
const faulty = (reason: string) => ({ reason })

describe('fetchPicture', () => {
  it('sends no identifying headers', async () => {
    const picture = await fetchFrom(gives(png, { 'Content-Type': 'text/plain', 'Set-Cookie': 'a=b' }))
    expect(picture).toMatchObject({ type: 'image/png', width: 3, height: 2 })
    expect(picture.bytes.equals(png)).toBe(true)
    const headers =
      '{"host":"pictures.example","accept":"image/png,image/jpeg,image/webp,image/gif","accept-encoding":"identity","user-agent":"Chainwright","connection":"close"}'
    expect(server?.asked).toEqual([`GET /a.png?b=c ${headers}`])
    expect(connected).toEqual(['93.184.216.34'])
  })

  it('rejects pages, SVG, compressed content and error replies', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const others = [
      gives('<html>', { 'Content-Type': 'image/png' }),
      gives(svg, { 'Content-Type': 'image/svg+xml' }),
      gives(''),
    ]
    const packed = gives(gzipSync(png), { 'Content-Encoding': 'gzip', 'Content-Type': 'image/png' })
    for (const listener of [...others, packed]) {
      await expect(fetchFrom(listener)).rejects.toMatchObject(faulty('type'))
      server?.close()
    }
    for (const status of [204, 206, 401, 404, 500]) {
      await expect(fetchFrom((_, response) => void response.writeHead(status).end())).rejects.toMatchObject(
        faulty('answer'),
      )
      server?.close()
    }
  })

  it('limits bytes, with and without Content-Length, and pixels', async () => {
    const announced: RequestListener = (_, response) => {
      response.writeHead(200, { 'Content-Length': String(MAX_PICTURE_BYTES + 1) })
      response.write(png)
    }
    await expect(fetchFrom(announced)).rejects.toMatchObject(faulty('size'))
    server?.close()
    let sent = 0
    const endless: RequestListener = (_, response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536
      }
      response.on('drain', more)
      more()
    }
    await expect(fetchFrom(endless)).rejects.toMatchObject(faulty('size'))
    server?.close()
    expect(sent).toBeLessThan(MAX_PICTURE_BYTES * 4)
    for (const size of [
      [60_000, 60_000],
      [8193, 1],
      [1, 8193],
      [5000, 5000],
    ] as const) {
      await expect(fetchFrom(gives(buildPng(1, 1, size)))).rejects.toMatchObject(faulty('dimensions'))
      server?.close()
    }
  })

  it('times out if the server is silent, slow or never completes the connection', async () => {
    const drips: RequestListener = (_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(timer))
    }
    for (const listener of [drips, () => {}]) {
      await expect(fetchFrom(listener, { patience: PATIENCE })).rejects.toMatchObject(faulty('slow'))
      server?.close()
    }
    const silent = { lookup: async () => ['93.184.216.34'], connect: () => new Promise<never>(() => {}) }
    const signal = new AbortController().signal
    const mute = fetchPicture(`https://${PICTURE_HOST}/`, {
      way: createDirectConnector(silent),
      patience: PATIENCE,
      signal,
    })
    await expect(mute).rejects.toMatchObject(faulty('slow'))
    const ended = AbortSignal.abort(new Error('gone'))
    await expect(fetchFrom(() => {}, { signal: ended })).rejects.toMatchObject(faulty('unreachable'))
  })

  it('follows a few redirects and checks each like the first address', async () => {
    expect(await fetchFrom(leads(`https://${MOVED_HOST}/there`))).toMatchObject({ width: 3 })
    expect(connected).toEqual(['93.184.216.34', '93.184.216.35'])
    server?.close()
    expect(await fetchFrom(leads('there'), { path: '/here' })).toMatchObject({ width: 3 })
    server?.close()
    const away = ['https://127.0.0.1/there', 'https://192.168.0.1/', 'https://localhost/there']
    for (const location of [...away, `https://${INSIDE_HOST}/there`, 'https://2130706433/', 'https://0x7f.1/']) {
      connected = []
      await expect(fetchFrom(leads(location)), location).rejects.toMatchObject(faulty('private'))
      expect(connected).toEqual(['93.184.216.34'])
      server?.close()
    }
    const other = [
      'http://pictures.example/there',
      `https://${MOVED_HOST}:8443/there`,
      'https://a:b@moved.example/',
      'https://[::1]/',
      'file:///etc',
    ]
    for (const location of [...other, 'https://pictures.example/again']) {
      await expect(fetchFrom(leads(location)), location).rejects.toMatchObject(faulty('redirect'))
      server?.close()
    }
    expect(server?.asked).toHaveLength(4)
  })

  it('rejects private addresses and names that resolve to private addresses', async () => {
    await expect(fetchFrom(gives(png), { host: INSIDE_HOST })).rejects.toMatchObject(faulty('private'))
    server?.close()
    for (const host of ['127.0.0.1', 'localhost', '10.0.0.1', '169.254.169.254']) {
      await expect(fetchFrom(gives(png), { host })).rejects.toMatchObject(faulty('private'))
      server?.close()
    }
    expect(connected).toEqual([])
  })

  it('rejects a server without a valid certificate for the name', async () => {
    await expect(fetchFrom(gives(png), { host: 'stranger.example' })).rejects.toMatchObject(faulty('unreachable'))
    server?.close()
    await expect(fetchFrom(gives(png), { ca: undefined })).rejects.toMatchObject(faulty('unreachable'))
    expect(server?.asked).toEqual([])
  })

  it('rejects an address that is not https', async () => {
    const way = () => Promise.reject(new Error('asked'))
    const signal = new AbortController().signal
    for (const address of [
      'http://pictures.example/',
      'ftp://pictures.example/',
      'ipfs://Qm',
      'data:image/png;base64,',
      'x',
    ])
      await expect(fetchPicture(address, { way, patience: 1000, signal })).rejects.toMatchObject(faulty('not-https'))
  })
})
