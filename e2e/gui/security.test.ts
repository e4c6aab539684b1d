/** Tests the limits of the window, and attacks on the node by other pages in the same browser. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { nightly } from '../../src-main/node/testing/nightly.ts'
import { chainMethods } from '../../src-shared/chains/index.ts'
import { methods } from '../../src-shared/rpc/index.ts'
import type { RpcClient } from '../support/rpcClient.ts'
import { type AppWindow, keepEvidence, openWindow, type Transport, transports } from './app.ts'
import { goTo } from './frame.ts'
import { evaluateAsync } from './inPage.ts'
import { importOutsideKey } from './outsideKey.ts'

const windows: Partial<Record<Transport, AppWindow>> = {}

/**
 * Returns an open window. Windows stay open for the whole file, so no test may change them, except the last test of the
 * desktop window.
 */
function getWindow(transport: Transport): AppWindow {
  const window = windows[transport]
  if (!window) throw new Error('not open')
  return window
}

beforeAll(async () => {
  for (const transport of transports) windows[transport] = await openWindow({ transport })
})
afterAll(async () => {
  for (const window of Object.values(windows)) await window.close()
})

describe.each(transports)('a window under attack, %s', (transport) => {
  let window: AppWindow
  keepEvidence(() => window)

  beforeAll(() => {
    window = getWindow(transport)
  })

  it('requests nothing beyond its own origin on any screen', async () => {
    const { page } = window
    for (const screen of ['Tokens', 'Console', 'Settings', 'Home'] as const) await goTo(page, screen)
    expect(window.complaints).toEqual([])
  })

  it('enforces a policy that allows only its own files', async () => {
    const { page } = window
    const reply = await page.reload()
    const policy = reply?.headers()['content-security-policy'] ?? ''
    for (const rule of ["default-src 'none'", "script-src 'self'", "object-src 'none'", "base-uri 'none'"]) {
      expect(policy).toContain(rule)
    }
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(reply?.headers()['x-content-type-options']).toBe('nosniff')
    const outcome = await page.evaluate<string>(`new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.violatedDirective))
      const script = document.createElement('script')
      script.textContent = 'globalThis.injected = true'
      document.body.append(script)
    })`)
    expect(outcome).toMatch(/^script-src/)
    expect(await page.evaluate('globalThis.injected')).toBeUndefined()
    const fetched = await evaluateAsync(page, "fetch('https://example.com/').then(() => 'sent', () => 'refused')")
    expect(fetched).toBe('refused')
  })

  it('reaches the computer only through three functions', async () => {
    const { page } = window
    const globals =
      "['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter((name) => name in globalThis)"
    expect(await page.evaluate(globals)).toEqual([])
    const bridge = await page.evaluate('globalThis.node && Object.keys(globalThis.node)')
    expect(bridge).toEqual(transport === 'shell' ? ['call', 'cancel', 'onEvent'] : undefined)
  })

  it('stays on its own page and opens no other window', async () => {
    const { page, browser } = window
    const here = page.url()
    const pages = () => browser.contexts().flatMap((context) => context.pages()).length
    const before = pages()
    if (transport === 'shell') {
      await page.evaluate("location.href = 'https://example.com/'").catch(() => {})
      await page.evaluate("window.open('http://192.0.2.1/', '_blank')").catch(() => {})
      await page.evaluate("window.open('https://example.com/', '_blank')").catch(() => {})
      await expect.poll(pages).toBe(before)
    }
    expect(page.url()).toBe(here)
    expect(await page.locator('webview, iframe, object, embed').count()).toBe(0)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  })
})

describe('the three functions of the preload under attack', () => {
  let window: AppWindow
  keepEvidence(() => window)

  beforeAll(() => {
    window = getWindow('shell')
  })

  const call = (...args: readonly unknown[]) =>
    evaluateAsync(
      window.page,
      `node.call(...${JSON.stringify(args)}).then((text) => 'answered ' + text, (error) => 'refused ' + error.message)`,
    )

  it('answer methods of the contract and reject everything else as JSON', async () => {
    expect(await call(1, 'getblockcount', '[]')).toMatch(/^answered \d+$/)
    for (const args of [
      ['1', 'getblockcount', '[]'],
      [2, ['getblockcount'], '[]'],
      [3, 'getblockcount', []],
      [4, '__proto__', '[]'],
      [5, 'constructor', '[]'],
      [6, 'getblockcount', '{"a":'],
      [7, 'getblockcount', '["unexpected", "words"]'],
    ]) {
      expect(await call(...args)).toMatch(/^refused \{"code":-?\d+,"message":".*"\}$/s)
    }
    const huge = await evaluateAsync(
      window.page,
      "node.call(8, 'decoderawtransaction', '\"' + 'a'.repeat(33 * 1024 * 1024) + '\"').catch((error) => error.message)",
    )
    expect(huge).toMatch(/^\{"code":/)
    expect(await call(9, 'getblockcount', '[]')).toMatch(/^answered \d+$/)
  })

  it('survive a flood of calls', async () => {
    const outcomes = await evaluateAsync(
      window.page,
      `Promise.allSettled(Array.from({ length: 1000 }, (_, i) => node.call(1000 + i, 'getinfo', '[]')))
        .then((all) => all.every((one) => one.status === 'fulfilled' || one.reason.message.startsWith('{')))`,
    )
    expect(outcomes).toBe(true)
    expect(await window.rpc.call('getblockcount')).toBeGreaterThan(0)
  })

  it('cannot be replaced by the page', async () => {
    const { page } = window
    await page.evaluate("try { node.call = () => 'forged' } catch {}")
    await page.evaluate("try { window.node = { call: () => 'forged' } } catch {}")
    expect(await call(20, 'getblockcount', '[]')).toMatch(/^answered/)
  })
})

describe('a compromised page of the desktop app', () => {
  let window: AppWindow
  keepEvidence(() => window)
  beforeAll(async () => {
    window = getWindow('shell')
    await window.rpc.call('setautomine', false)
    // The private sandbox would send its coins without a question.
    await importOutsideKey(window.rpc)
    window.consent.given = false
  })

  /** Methods that generate blocks or wait for them; all other methods ask, leave a notice, or spend nothing. */
  const LEFT_OUT = /^(generate|setgenerate|setmocktime|setautomine|getblocktemplate|stopchain|startchain)$/

  /**
   * Makes calls from the page one after another. Each has a timeout of two seconds by default, because an open question
   * would block all later calls.
   */
  const callAll = (calls: readonly (readonly [string, readonly unknown[]])[], patience = 2000) =>
    evaluateAsync(
      window.page,
      `(async () => {
        const said = []
        for (const [name, params] of ${JSON.stringify(calls)}) {
          const call = node.call(globalThis.forgedCalls = (globalThis.forgedCalls ?? 1e6) + 1, name, JSON.stringify(params))
          const late = new Promise((resolve) => setTimeout(resolve, ${patience}, 'late'))
          said.push(await Promise.race([call.catch((error) => 'refused ' + error.message), late]))
        }
        return said.join('\\n')
      })()`,
    ) as Promise<string>

  it('broadcasts nothing and sees no key, whatever it calls', async () => {
    const { rpc, consent } = window
    const own = await rpc.call<string>('getnewaddress')
    const key = await rpc.call<string>('dumpprivkey', own)
    const stranger = (await rpc.call<{ address: string }>('createmultisig', 1, [own])).address
    const raw = await rpc.call<string>('createrawtransaction', await findLargestCoin(rpc), { [stranger]: 1 })
    const { hex } = await rpc.call<{ hex: string }>('signrawtransaction', raw)
    const before = await rpc.call('getbalance')

    // The page does not receive the transaction that it signs, and cannot send one that it has.
    const made = await callAll([['signrawtransaction', [raw]]], MAX_WAIT_MS)
    expect(made).not.toContain(hex.slice(0, 64))
    expect(await callAll([['sendrawtransaction', [hex]]], MAX_WAIT_MS)).toContain('You decided against it')
    expect(consent.asked).toHaveLength(1)
    expect(consent.asked[0]).toContain(stranger)
    expect(consent.asked[0]).toContain('1.00000000')
    // A script that our key can spend is not necessarily ours alone.
    expect(consent.asked[0]).toMatch(
      new RegExp(`(Somebody else’s address|An address shared with others)\\s+${stranger}\\s+1\\.00000000 SANDBOX`),
    )

    // The broker's unit test and everyMethod of `hostile` try other arguments; these pay, send or show a key.
    const rare = [[], ['', { [stranger]: 1 }], ['', stranger, 1], ['x', 'SANDBOX']]
    const forged = [[stranger, 1], [hex], [own], ...(nightly() ? rare : [])]
    const names = [...Object.keys(methods), ...Object.keys(chainMethods)].filter((name) => !LEFT_OUT.test(name))
    const said: string[] = []
    for (const params of forged) said.push(await callAll(names.map((name) => [name, params] as const)))
    expect(said.join('\n')).not.toContain(key)
    expect(await rpc.call('getrawmempool')).toEqual([])
    expect(await rpc.call('getbalance')).toEqual(before)
    // The delay grows after each rejection, so the page cannot keep the user busy.
    expect(consent.asked.length).toBeLessThan(60)
  })
})

async function findLargestCoin(rpc: RpcClient): Promise<{ txid: string; vout: number }[]> {
  const coins = await rpc.call<{ txid: string; vout: number; amount: number }[]>('listunspent')
  const [largest] = coins.toSorted((a, b) => b.amount - a.amount)
  if (!largest) throw new Error('The wallet is empty')
  return [{ txid: largest.txid, vout: largest.vout }]
}

describe('a foreign page in the same browser', () => {
  let window: AppWindow
  let elsewhere: Server
  keepEvidence(() => window)

  beforeAll(async () => {
    window = getWindow('browser')
    elsewhere = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>Elsewhere</title>')
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    elsewhere?.close()
  })

  it('reaches neither the window’s socket nor the node’s RPC', async () => {
    const { page, rpc, rpcPort } = window
    const host = new URL(page.url()).host
    const other = await page.context().newPage()
    await other.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
    const socket = `new Promise((resolve) => {
      const socket = new WebSocket('ws://${host}/ws')
      socket.onopen = () => resolve('open')
      socket.onclose = () => resolve('closed')
    })`
    expect(await evaluateAsync(other, socket)).toBe('closed')
    const read = (url: string, init: string) =>
      evaluateAsync(other, `fetch('${url}', ${init}).then((reply) => reply.type + ' ' + reply.status, () => 'refused')`)
    expect(await read(`http://${host}/session`, "{ method: 'POST', body: '{}' }")).toBe('refused')
    const before = await rpc.call('getblockcount')
    const body = JSON.stringify({ method: 'generate', params: [1] })
    // Even a request whose response the page cannot read must have no effect.
    const blind = `{ method: 'POST', mode: 'no-cors', body: '${body}' }`
    expect(await read(`http://127.0.0.1:${rpcPort}/`, blind)).toMatch(/^(opaque 0|refused)$/)
    expect(await read(`http://127.0.0.1:${rpcPort}/`, `{ method: 'POST', body: '${body}' }`)).toBe('refused')
    expect(await rpc.call('getblockcount')).toBe(before)
    await other.close()
  })

  it('cannot embed the window in a frame', async () => {
    const { page } = window
    const address = new URL('/', page.url()).href
    const other = await page.context().newPage()
    await other.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
    await other.evaluate(`document.body.innerHTML = '<iframe src="${address}"></iframe>'`)
    await expect.poll(() => other.frames()[1]?.url()).toMatch(/^chrome-error:/)
    await other.close()
  })
})
