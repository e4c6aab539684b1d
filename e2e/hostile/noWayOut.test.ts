/**
 * Code that runs in the page tries every way to get data out. A listener stands at the other end, and Chromium's own log
 * of names and sockets is read afterwards. The same attempts from an ordinary page are the control: they must arrive.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { NETWORK_SWITCHES } from '../../src-main/shell/switches.ts'
import { chromiumArgs, chromiumPath } from '../browser.ts'
import { type AppWindow, openWindow } from '../gui/app.ts'
import { evaluateAsync } from '../gui/inPage.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { outsideAddress } from '../support/outsideAddress.ts'
import { type Listener, listen } from './listener.ts'
import { loggedPlaces } from './netLog.ts'
import { type WayOut, waysOut } from './waysOut.ts'

/** WebRTC does not go to 127.0.0.1 by itself. */
const HOST = outsideAddress() ?? '127.0.0.1'
const EVIL = 'evil.example'
/** so long an attempt may take to arrive */
const PATIENCE_MS = 4000

let listener: Listener
beforeAll(async () => {
  listener = await listen('0.0.0.0')
})
afterAll(() => listener?.close())

const attempt = (page: Page, way: WayOut, host: string, port: number) =>
  evaluateAsync(
    page,
    `Promise.race([
      (${way.source})(${JSON.stringify({ host, port, url: `http://${host}:${port}/` })}).then(() => 'done', String),
      new Promise((done) => setTimeout(done, 3000, 'waited')),
    ])`,
  ).catch(() => 'the page went')

/** A name of its own for each way, so that the engine's log tells which one was looked up. */
const nameOf = ({ name }: WayOut) => `${name.replaceAll(/\W/g, '')}.${EVIL}`

/** Whether something arrives within the patience. */
async function arrives(): Promise<boolean> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; ) {
    if (listener.taken().length > 0) return true
    await delay(20)
  }
  return false
}

describe('an ordinary page', () => {
  let browser: Browser
  let server: Server
  const log = join(temporaryFolder(), 'ordinary.json')

  beforeAll(async () => {
    server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>Ordinary</title><body></body>')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const args = [...chromiumArgs, `--log-net-log=${log}`]
    browser = await chromium.launch({ executablePath: chromiumPath(), args })
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  const visit = async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    return page
  }

  it.each(waysOut.filter((way) => way.open))('gets out: $name', async (way) => {
    const page = await visit()
    listener.taken()
    await attempt(page, way, HOST, listener.port)
    expect(await arrives()).toBe(true)
    await page.context().close()
  })

  it('has names looked up, which carry data without any connection', async () => {
    const ways = waysOut.filter(({ name }) => /ahead|fetch$|WebRTC/.test(name))
    await Promise.all(ways.map(async (way) => attempt(await visit(), way, nameOf(way), 80)))
    await browser.close()
    const names = loggedPlaces(log, /^HOST_RESOLVER_MANAGER_(JOB|REQUEST)/)
    expect(names.filter((name) => name.includes(EVIL)).length).toBeGreaterThan(2)
  })
})

describe('an ordinary page in an engine with the app’s switches, where nothing else is shut', () => {
  let browser: Browser
  const log = join(temporaryFolder(), 'switches.json')

  beforeAll(async () => {
    const switches = NETWORK_SWITCHES.map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`))
    const args = [...chromiumArgs, ...switches, `--log-net-log=${log}`]
    browser = await chromium.launch({ executablePath: chromiumPath(), args })
  })
  afterAll(() => browser?.close())

  it('gets nothing out, neither by WebRTC nor by a name', async () => {
    const context = await browser.newContext()
    await context.route('http://ordinary.localhost/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Ordinary</title><body></body>' }),
    )
    listener.taken()
    const ways = waysOut.filter(({ name }) => /ahead|fetch$|WebRTC|socket/i.test(name))
    const tries = ways.flatMap((way) => [HOST, nameOf(way)].map((host) => ({ way, host })))
    await Promise.all(
      tries.map(async ({ way, host }) => {
        const page = await context.newPage()
        await page.goto('http://ordinary.localhost/')
        await attempt(page, way, host, listener.port)
      }),
    )
    await delay(PATIENCE_MS)
    expect(listener.taken()).toEqual([])
    await browser.close()
    const names = loggedPlaces(log, /^HOST_RESOLVER_MANAGER_(JOB|REQUEST)/)
    expect(names.filter((name) => name.includes(EVIL))).toEqual([])
  })
})

describe('the page of the desktop app', () => {
  let window: AppWindow
  const home = temporaryFolder()
  const log = join(home, 'app.json')

  beforeAll(async () => {
    window = await openWindow({ transport: 'shell', home, args: [`--log-net-log=${log}`, '-automine=0'] })
  })

  it('gets nothing out by any of them, to an address or to a name, and stays where it is', async () => {
    const { page } = window
    const pages = page.context().pages().length
    const path = () => page.url().replace(/#.*/, '')
    const here = path()
    listener.taken()
    for (const way of waysOut) {
      await attempt(page, way, HOST, listener.port)
      await attempt(page, way, nameOf(way), listener.port)
      expect([way.name, path()]).toEqual([way.name, here])
      // What an attempt put into the document must not be in the way of the next one.
      if (way.leaves) await vi.waitFor(() => page.reload(), { timeout: PATIENCE_MS })
    }
    await delay(PATIENCE_MS)
    expect(listener.taken()).toEqual([])
    await expect.poll(() => page.context().pages().length).toBe(pages)
  })

  it('has no WebRTC, in no frame, and gets none back', async () => {
    const found = await evaluateAsync(
      window.page,
      `(() => {
        const names = ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel']
        const frame = document.createElement('iframe')
        document.body.append(frame)
        const late = document.createElement('iframe')
        late.srcdoc = '<p>late</p>'
        return new Promise((done) => {
          late.onload = done
          setTimeout(done, 1000)
          document.body.append(late)
        }).then(() => [window, frame.contentWindow, late.contentWindow]
          .flatMap((scope, place) => names.filter((name) => name in scope).map((name) => place + name)))
      })()`,
    )
    expect(found).toEqual([])
  })

  it('had no name looked up and no socket opened, by the word of the engine itself', async () => {
    await window.close()
    const names = loggedPlaces(log, /^HOST_RESOLVER_MANAGER_(JOB|REQUEST)|^DNS_TRANSACTION/)
    expect(names.filter((name) => name.includes(EVIL) || name.includes(HOST))).toEqual([])
    const sockets = loggedPlaces(log, /^(TCP_CONNECT_ATTEMPT|UDP_CONNECT|UDP_LOCAL_ADDRESS|SOCKET_OPEN)/)
    expect(sockets.filter((address) => address.includes(`:${listener.port}`))).toEqual([])
  })
})
