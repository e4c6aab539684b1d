/** Tests in a real browser that a web page of another origin learns nothing from a node on this machine. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../gui/app.ts'
import { evaluateAsync } from '../gui/inPage.ts'
import { type Daemon, startDaemon, temporaryFolder } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'
import { startWebApp, type WebApp } from '../support/webApp.ts'

/**
 * Host names of another server on this machine: its pages are cross-site under the first and same-site under the
 * second.
 */
const FOREIGN = ['localhost', '127.0.0.1'] as const

/** Scripts that load an address and resolve to everything the page can observe of the response. */
const LOADERS = {
  'a script': element('script', 'src'),
  'an image': element('img', 'src'),
  'a style sheet': element('link', 'href', "element.rel = 'stylesheet'"),
  'a preloaded file': element('link', 'href', "element.rel = 'preload'; element.as = 'fetch'"),
  'a video': element('video', 'src'),
  'an object': element('object', 'data'),
  'a frame': element('iframe', 'src'),
  'a fetch without CORS': `(address) =>
    fetch(address, { mode: 'no-cors' }).then(({ type, status }) => type + status, () => 'failed')`,
  'a fetch with CORS': `(address) =>
    fetch(address).then(({ type, status }) => type + status, () => 'failed')`,
} as const

/** Adds an element to the page. Resolves to its event and the browser's measurements. */
function element(name: string, attribute: string, prepare = ''): string {
  return `(address) => new Promise((resolve) => {
    const element = document.createElement('${name}')
    ${prepare}
    const end = ({ type }) => {
      const sizes = performance.getEntriesByName(address).map(
        ({ responseStatus, transferSize, encodedBodySize }) => [responseStatus, transferSize, encodedBodySize])
      resolve(JSON.stringify([type, sizes, element.naturalWidth, element.contentDocument === null]))
    }
    for (const event of ['load', 'loadeddata', 'error']) element.addEventListener(event, end)
    element.${attribute} = address
    document.body.append(element)
  })`
}

describe('a web page of another origin', () => {
  let foreign: Server
  let daemon: Daemon
  let web: WebApp
  let context: BrowserContext
  let metrics = 0
  /** a known block and transaction, and unknown ones */
  let known: readonly string[] = []
  let unknown: readonly string[] = []

  beforeAll(async () => {
    metrics = await freePort()
    foreign = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>foreign</title><body></body>')
    })
    await new Promise<void>((resolve) => foreign.listen(0, resolve))
    const home = temporaryFolder()
    ;[daemon, web, context] = await Promise.all([
      startDaemon({ args: ['-ac_name=WATCHED', '-regtest', '-rest', `-metrics=${metrics}`] }),
      startWebApp({ home, args: ['-sandbox', `-rpcport=${await freePort()}`] }),
      sharedBrowser().then((browser) => browser.newContext()),
    ])
    await daemon.rpc.call('generate', 1)
    const hash = await daemon.rpc.call<string>('getblockhash', 1)
    const { tx } = await daemon.rpc.call<{ tx: string[] }>('getblock', hash)
    const paths = (block: string, txid: string) => [
      `/rest/block/${block}.json`,
      `/rest/block/${block}.hex`,
      `/rest/block/${block}.bin`,
      `/rest/headers/1/${block}.hex`,
      `/rest/tx/${txid}.json`,
      `/rest/tx/${txid}.hex`,
    ]
    const none = 'ab'.repeat(32)
    known = paths(hash, tx[0] ?? '')
    unknown = paths(none, none)
  })
  afterAll(async () => {
    await context.close()
    foreign.close()
    foreign.closeAllConnections()
    await web.stop()
    await daemon.stop()
  })

  const rest = (path: string) => `http://127.0.0.1:${daemon.port}${path}`
  const openForeign = async (name: string): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(`http://${name}:${(foreign.address() as AddressInfo).port}/`)
    return page
  }

  it('could tell a known block from an unknown one if it saw the status of the reply', async () => {
    expect((await fetch(rest(known[0]!))).status).toBe(200)
    expect((await fetch(rest(unknown[0]!))).status).toBe(404)
  })

  describe.each(FOREIGN)('at %s', (name) => {
    it.each(Object.entries(LOADERS))(
      'learns nothing about blocks and transactions by loading %s',
      async (_kind, loader) => {
        const page = await openForeign(name)
        for (const [at, path] of known.entries()) {
          const seen = await evaluateAsync(page, `(${loader})('${rest(path)}')`)
          expect([path, seen]).toEqual([path, await evaluateAsync(page, `(${loader})('${rest(unknown[at]!)}')`)])
        }
        await page.close()
      },
    )

    it.each(Object.entries(LOADERS))('learns nothing about metrics by loading %s', async (_kind, loader) => {
      const page = await openForeign(name)
      const seen = await Promise.all(
        ['/metrics', '/health', '/ready', '/nothing'].map((path) =>
          evaluateAsync(page, `(${loader})('http://127.0.0.1:${metrics}${path}')`),
        ),
      )
      expect(new Set(seen).size).toBe(1)
      await page.close()
    })

    it('receives 403 when it navigates to any server of the program', async () => {
      const addresses = [
        rest(known[0]!),
        rest('/'),
        `http://127.0.0.1:${metrics}/metrics`,
        new URL('/', web.address).href,
      ]
      for (const address of addresses) {
        const page = await openForeign(name)
        const responded = page.waitForResponse(address)
        // Navigation replaces the page's process, so that the old one could not return a value.
        await page.evaluate(`void setTimeout(() => { location.href = '${address}' })`)
        expect([address, (await responded).status()]).toEqual([address, 403])
        // Wait for the error page: closing a page while it is being replaced would hang.
        await page.getByText('Another web site requested this address').waitFor()
        await page.close()
      }
    })
  })

  it('leaves the user able to open, reload and revisit an address', async () => {
    const page = await context.newPage()
    for (const address of [rest(known[0]!), `http://127.0.0.1:${metrics}/metrics`]) {
      expect((await page.goto(address))?.status()).toBe(200)
      expect((await page.reload())?.status()).toBe(200)
    }
    expect((await page.goto(web.address))?.status()).toBe(200)
    expect((await page.reload())?.status()).toBe(200)
    await page.goto(`http://localhost:${(foreign.address() as AddressInfo).port}/`)
    await page.goBack()
    await page.getByText('Chainwright').first().waitFor()
    await page.close()
  })
})
