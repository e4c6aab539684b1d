/** Tests all kinds of feed replies with a real server. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startSocksProxy } from '../../../e2e/support/socksProxy.ts'
import { readOptions } from '../thread/readOptions.ts'
import { MAX_FEED_BYTES, newFeedKey, publicKeyFor, type Release, writeFeed } from './feed.ts'
import { createFeedConnector } from './feedConnector.ts'
import { type UpdateDeps, Updates } from './updates.ts'

const KEY = newFeedKey()
const KEYS = [publicKeyFor(KEY)]
const DAY = 86_400
const newer: Release = { version: '1.1.0', issued: 1_000, page: 'https://example.org/1.1.0', notes: ['It is new.'] }
const answerWith =
  (body: string): RequestListener =>
  (_request, response) =>
    void response.end(body)

let root = ''
let ends: (() => unknown)[] = []
let asked: string[] = []
let lines: string[] = []
let changes = 0
let time = 2_000_000

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'updates-'))
  ends = []
  asked = []
  lines = []
  changes = 0
  time = 2_000_000
})
afterEach(() => {
  for (const end of ends) end()
  rmSync(root, { recursive: true })
})

/** Starts a server for the feed and returns its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`)
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.json`
}

function updatesAt(address: string, more: Partial<UpdateDeps> = {}) {
  return new Updates({
    ...{ root, version: '1.0.0', source: { address, keys: KEYS }, now: () => time, delay },
    wanted: () => true,
    dial: async () => createFeedConnector([], readOptions),
    log: (line) => lines.push(line),
    changed: () => {
      changes++
    },
    patience: 60_000,
    ...more,
  })
}

describe('a newer version', () => {
  it('appears with its page and host after one request per day, and is stored', async () => {
    const updates = updatesAt(await serve(answerWith(writeFeed(newer, KEY))))
    expect(updates).toMatchObject({ possible: true })
    expect([updates.asked(), updates.news()]).toEqual([null, undefined])
    await Promise.all([updates.poll(), updates.poll()])
    expect(updates.news()).toEqual({ ...newer, host: 'example.org' })
    expect([updates.asked(), changes]).toEqual([time, 1])
    time += DAY - 1
    await updates.poll()
    expect(asked).toHaveLength(1)
    // The request identifies neither the user nor the machine.
    const [, host = ''] = /"host":"([^"]+)"/.exec(asked[0] ?? '') ?? []
    const headers = { accept: 'application/json', connection: 'close', host }
    expect(asked[0]).toBe(`GET /feed.json ${JSON.stringify(headers)}`)
    time += 1
    await updates.poll()
    expect([asked.length, changes]).toEqual([2, 1])
    const again = updatesAt('http://127.0.0.1:1/feed.json')
    expect([again.news()?.version, again.asked()]).toEqual(['1.1.0', time])
    expect(updatesAt('http://127.0.0.1:1/feed.json', { version: '1.1.0' }).news()).toBeUndefined()
  })

  it('disappears if its stored file was modified or is not JSON', async () => {
    await updatesAt(await serve(answerWith(writeFeed(newer, KEY)))).poll()
    const path = join(root, 'updates.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace('example.org', 'example.com'))
    expect(updatesAt('http://127.0.0.1:1/feed.json').news()).toBeUndefined()
    writeFileSync(path, '{')
    expect(updatesAt('http://127.0.0.1:1/feed.json').asked()).toBe(null)
  })

  it('causes a new request after the clock was set back', async () => {
    const updates = updatesAt(await serve(answerWith(writeFeed(newer, KEY))))
    await updates.poll()
    time -= 5 * DAY
    await updates.poll()
    expect(asked).toHaveLength(2)
  })
})

describe('update requests', () => {
  it('remain unsent by a build without a feed, or when the check is off', async () => {
    const address = await serve(answerWith(writeFeed(newer, KEY)))
    const none = updatesAt(address, { source: undefined })
    await none.poll()
    none.begin()()
    expect([none.possible, none.asked()]).toEqual([false, null])
    await updatesAt(address, { wanted: () => false }).poll()
    expect([asked, lines]).toEqual([[], []])
  })

  it('use the proxy or fail if there is one', async () => {
    const address = await serve(answerWith(writeFeed(newer, KEY)))
    const proxy = await startSocksProxy({})
    ends.push(() => proxy.server.close())
    const options = ['-ac_name=UPD', '-regtest', `-datadir=${root}`]
    const through = (...chains: string[][]) =>
      updatesAt(address, { dial: async () => createFeedConnector(chains, readOptions) })
    const updates = through(options, [...options, `-proxy=${proxy.at}`])
    await updates.poll()
    expect([updates.news()?.version, proxy.asked]).toEqual(['1.1.0', [address.slice(7, -10)]])
    proxy.server.close()
    for (const chain of [
      [...options, '-proxy=127.0.0.1:1'],
      [...options, '-proxy=a b'],
    ]) {
      time += DAY
      asked = []
      await through(chain).poll()
      expect([asked, lines.at(-1)]).toEqual([[], expect.stringMatching(/^Update feed rejected: /)])
    }
  })
})

describe('rejected update replies', () => {
  const endless: RequestListener = (_request, response) => {
    const more = () => {
      if (response.write('x'.repeat(8_192))) setImmediate(more)
      else response.once('drain', more)
    }
    response.on('error', () => undefined)
    more()
  }
  const cases: [what: string, listener: RequestListener, line: RegExp, patience?: number][] = [
    ['a wrong signature', answerWith(writeFeed(newer, newFeedKey())), /the signature of the update feed is invalid/],
    ['an older version', answerWith(writeFeed({ ...newer, version: '0.9.9' }, KEY)), /older version 0\.9\.9/],
    ['something else', answerWith('<html>'), /not an update feed/],
    ['a huge answer', answerWith('x'.repeat(MAX_FEED_BYTES + 1)), /too large/],
    ['an endless answer', endless, /too large/],
    ['a slow answer', (_request, response) => void response.write('{'), /no response within 0\.3 seconds/, 300],
    ['no answer', () => undefined, /no response within 0\.3 seconds/, 300],
    [
      'an answer that breaks off',
      (_request, response) => {
        response.writeHead(200, { 'Content-Length': '100' })
        response.write('{', () => response.destroy())
      },
      /cut off|aborted/,
    ],
    [
      'a missing page',
      (_request, response) => void response.writeHead(404).end(),
      /the server responded with HTTP status 404/,
    ],
    ['no HTTP', (request) => void request.socket.end('hello\r\n\r\n'), /Parse Error/],
  ]
  it.each(cases)('include %s and are logged', async (_what, listener, line, patience) => {
    const updates = updatesAt(await serve(listener), patience === undefined ? {} : { patience })
    await updates.poll()
    expect(updates.news()).toBeUndefined()
    expect([updates.asked(), changes, lines]).toEqual([time, 0, [expect.stringMatching(line)]])
  })

  it('include redirects, which are not followed', async () => {
    const target = await serve(answerWith(writeFeed(newer, KEY)))
    const updates = updatesAt(
      await serve((_request, response) => void response.writeHead(302, { Location: target }).end()),
    )
    await updates.poll()
    expect(asked).toHaveLength(1)
    expect([updates.news(), lines]).toEqual([
      undefined,
      [expect.stringMatching(/the server responded with HTTP status 302/)],
    ])
  })

  it('include a feed signed before an earlier one', async () => {
    let release: Release = { ...newer, version: '1.2.0', issued: 2_000 }
    const updates = updatesAt(await serve((_request, response) => void response.end(writeFeed(release, KEY))))
    await updates.poll()
    for (release of [newer, { ...newer, issued: 3_000 }, { ...newer, version: '1.3.0', issued: 1_999 }]) {
      time += DAY
      await updates.poll()
      expect(lines.at(-1)).toMatch(/older than the last accepted one \(1\.2\.0\)/)
    }
    expect([updates.news()?.version, changes]).toEqual(['1.2.0', 1])
  })

  it('include unreachable and invalid addresses', async () => {
    for (const address of ['http://127.0.0.1:1/feed.json', 'http://example.org/feed.json', 'ftp://example.org/']) {
      time += DAY
      await updatesAt(address).poll()
      expect(lines.at(-1)).toMatch(/^Update feed rejected: (connect|the address)/)
    }
  })
})
