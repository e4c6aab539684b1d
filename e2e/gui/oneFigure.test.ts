/**
 * Visits every page on a sandbox, a created and a joined chain. Places that show the same figure (balance, height,
 * peers, supply, the fee of a payment) must agree. They are marked `data-shows`, and equal names are compared within
 * each page and between pages.
 */
import type { Page } from 'playwright'
import { afterAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'
import { connectRpc, type RpcClient } from '../support/rpcClient.ts'
import { type AppWindow, openWindow } from './app.ts'
import { becomes } from './frame.ts'

const PAGES = [
  ...['/', '/wallet', '/wallet?tab=receive', '/wallet?tab=send', '/wallet?tab=keys', '/mining', '/explorer'],
  ...['/tokens', '/market', '/faucet', '/inheritance', '/channels', '/rewards', '/addresses', '/peers', '/bans'],
  ...['/console', '/chains', '/settings'],
] as const

const GARDEN = ['-regtest', '-ac_name=GARDEN', '-ac_supply=1000', '-ac_reward=100000000', '-ac_cc=2', '-dnsseed=0']
const [USER, PASSWORD] = ['gardener', 'spade']

/**
 * Number of pages that show a figure; figures of the status bar are on each. The balance is above all tabs of the
 * wallet.
 */
const PAGES_WITH = { balance: 6, height: PAGES.length, peers: PAGES.length, supply: 1 }

/** Name and digits of each visible figure. */
const FIGURES = `[...document.querySelectorAll('[data-shows]')].map((place) => [place.dataset.shows, /\\d[\\d,.]*/.exec(place.textContent)?.[0].replaceAll(',', '').replace(/\\.0*$|(\\.\\d*?)0+$/, '$1') ?? place.textContent])`

const readFigures = (page: Page): Promise<readonly (readonly [string, string])[]> => page.evaluate(FIGURES)

/** Opens a page, and waits until the previous one is gone; tabs share their page. */
async function open(page: Page, path: string): Promise<void> {
  const before = await page.evaluate<string>("location.hash || '#/'")
  await page.evaluate("for (const h1 of document.querySelectorAll('main h1')) h1.dataset.left = ''")
  await page.goto(new URL(`/#${path}`, page.url()).href)
  const samePage = before.replace(/^#|\?.*$/g, '') === path.replace(/\?.*$/, '')
  if (!samePage) await page.locator('main h1[data-left]').waitFor({ state: 'detached' })
  await page.locator('main h1').first().waitFor()
}

/** Waits until the status bar and the wallet's page show the expected figures. */
async function settle(page: Page, expected: Readonly<Record<string, string>>): Promise<void> {
  await open(page, '/wallet')
  await becomes(async () => {
    const shown = new Map(await readFigures(page))
    return Object.keys(expected).filter((name) => shown.get(name) !== expected[name])
  }, [])
}

/**
 * Returns figures that differ, as `name: value, value (page, page)`; the chain must not change during it.
 * @param awaited figure that each page has
 */
async function differences(
  page: Page,
  expected: Readonly<Record<string, string>>,
  { pages = PAGES, awaited = 'height' }: { readonly pages?: readonly string[]; readonly awaited?: string } = {},
) {
  const seen = new Map<string, Map<string, string[]>>()
  await settle(page, expected)
  for (const path of pages) {
    await open(page, path)
    // A figure that is still loading is a placeholder.
    await page.locator(`[data-shows="${awaited}"]`).first().waitFor()
    await becomes(() => page.getByRole('main').locator('.animate-breathe').count(), 0)
    for (const [name, digits] of await readFigures(page)) {
      const values = seen.get(name) ?? new Map<string, string[]>()
      seen.set(name, values.set(digits, [...(values.get(digits) ?? []), path]))
    }
  }
  const wrong = [...seen].filter(([name, values]) => values.size > 1 || (expected[name] && !values.has(expected[name])))
  return {
    /** number of pages by name of the figure */
    pages: Object.fromEntries(
      [...seen].map(([name, values]) => [name, new Set([...values.values()].flat()).size] as const).sort(),
    ),
    wrong: wrong.map(([name, values]) => `${name}: ${JSON.stringify(Object.fromEntries(values))}`),
  }
}

const openWindows: AppWindow[] = []
afterAll(async () => {
  for (const window of openWindows) await window.close()
})

interface Garden {
  readonly window: AppWindow
  readonly rpc: RpcClient
  readonly p2pPort: number
}

async function openGarden(more: readonly string[]): Promise<Garden> {
  const [rpcPort, p2pPort] = [await freePort(), await freePort()]
  const login = [`-rpcport=${rpcPort}`, `-rpcuser=${USER}`, `-rpcpassword=${PASSWORD}`]
  const args = [...GARDEN, ...login, `-port=${p2pPort}`, '-listen=1', '-bind=127.0.0.1', ...more]
  const window = await openWindow({ transport: 'browser', unnamed: true, home: temporaryFolder(), args })
  openWindows.push(window)
  await window.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  return { window, rpc: connectRpc({ port: rpcPort, user: USER, password: PASSWORD }), p2pPort }
}

async function readExpected(rpc: RpcClient) {
  const { total } = await rpc.call<{ total: number }>('getwalletsummary')
  const { blocks, connections } = await rpc.call<{ blocks: number; connections: number }>('getinfo')
  return { balance: String(total), height: String(blocks), peers: String(connections) }
}

describe('figures on all pages', () => {
  it('agree on a sandbox with a token, unconfirmed change and its second wallet', async () => {
    const window = await openWindow({ transport: 'browser' })
    openWindows.push(window)
    const { page, rpc } = window
    const { hex } = await rpc.call<{ hex: string }>('tokencreate', 'GOLD', '0.00000850', 'locks coins')
    await rpc.call('sendrawtransaction', hex)
    await rpc.call('setautomine', false)
    const txid = await rpc.call<string>('sendtoaddress', 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D', 3)
    const { balance, height } = await readExpected(rpc)
    const found = await differences(page, { balance, height })
    expect(found.wrong).toEqual([])
    expect(found.pages).toEqual(PAGES_WITH)
    const fees = await differences(page, {}, { pages: [`/wallet?tx=${txid}`, `/tx/${txid}`], awaited: 'fee' })
    expect(fees.wrong).toEqual([])
    expect(fees.pages).toMatchObject({ fee: 2 })
  })

  it('agree on a created chain, and on one that joined it', async () => {
    const garden = await openGarden([])
    await garden.rpc.call('generate', 3)
    const joined = await openGarden([`-connect=127.0.0.1:${garden.p2pPort}`])
    await becomes(() => joined.rpc.call('getblockcount'), 3)
    // A confirmed payment, and an unconfirmed one.
    await garden.rpc.call('sendtoaddress', await joined.rpc.call<string>('getnewaddress'), 5)
    await garden.rpc.call('generate', 1)
    await becomes(() => joined.rpc.call('getblockcount'), 4)
    await garden.rpc.call('sendtoaddress', await joined.rpc.call<string>('getnewaddress'), 2)
    await becomes(async () => (await joined.rpc.call<readonly string[]>('getrawmempool')).length, 1)
    for (const { window, rpc } of [garden, joined]) {
      const found = await differences(window.page, await readExpected(rpc))
      expect(found.wrong).toEqual([])
      expect(found.pages).toEqual(PAGES_WITH)
    }
    garden.rpc.close()
    joined.rpc.close()
  })
})
