/** Tests the window if the system reports a language or a time zone that `Intl` rejects. */
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'
import { startWebApp, type WebApp } from '../support/webApp.ts'
import { launchBrowser, watch } from './app.ts'
import { duplicateTabs, signIn } from './browserQuestions.ts'

/** Titles of the opened pages, in the languages that the tags mean. */
const TITLES = { en: ['Home', 'Block 1'], de: ['Start', 'Block 1'] } as const

let app: WebApp
let browser: Browser
let signedIn: Page | undefined

beforeAll(async () => {
  app = await startWebApp({ home: temporaryFolder(), args: ['-sandbox', `-rpcport=${await freePort()}`] })
  browser = await launchBrowser(temporaryFolder(), { LANG: 'C', LANGUAGE: '', LC_ALL: '', TZ: 'Etc/Unknown' })
})
afterAll(async () => {
  await browser?.close()
  await app?.stop()
})

/** Opens the app in a page whose browser reports these languages; fails on any script error. */
async function openWith(languages: readonly string[]): Promise<{ page: Page; complaints: readonly string[] }> {
  const context = await browser.newContext()
  await context.addInitScript(`for (const [name, value] of Object.entries({
    languages: Object.freeze(${JSON.stringify(languages)}), language: ${JSON.stringify(languages[0] ?? '')},
  })) Object.defineProperty(Navigator.prototype, name, { get: () => value })`)
  if (signedIn) await duplicateTabs(signedIn, context)
  const page = await context.newPage()
  page.setDefaultTimeout(MAX_WAIT_MS)
  const complaints = watch(page, new URL(app.address).origin)
  if (signedIn) await page.goto(new URL('/', app.address).href)
  else await signIn(page, app.address)
  signedIn ??= page
  return { page, complaints }
}

describe('the window with an invalid system language and time zone', () => {
  it.each([
    ['en-US@posix', 'en'],
    ['', 'en'],
    ['c', 'en'],
    ['C.UTF-8', 'en'],
    [`de-AT-${'1996-'.repeat(32)}1996`, 'de'],
  ] as const)('shows blocks with their times for %j', async (tag, language) => {
    const { page, complaints } = await openWith([tag])
    const [overview, block] = TITLES[language]
    await page.getByRole('heading', { level: 1, name: overview, exact: true }).waitFor()
    expect(await page.evaluate<string>('document.documentElement.lang')).toBe(language)
    await page.evaluate("location.hash = '#/block/1'")
    await page.getByRole('heading', { level: 1, name: block }).waitFor()
    await page
      .getByText(/\d{1,2}:\d{2}:\d{2}/)
      .first()
      .waitFor()
    expect(complaints).toEqual([])
  })
})
