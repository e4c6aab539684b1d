/**
 * Checks every page of the window in every language, theme and width: nothing is cut or overlaps, and axe finds no
 * violation.
 */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkedNftData } from '#shared/protocol/nftData.ts'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { many } from './chainSamples.ts'
import { oneOfEachContract } from './contracts.ts'
import { type FakeChains, fakeChainsFor } from './fakeChains.ts'
import { fundOverRpc } from './faucet.ts'
import { troubleFor } from './faultInjector.ts'
import { MISSING_TEXT } from './fits.ts'
import { openPath } from './frame.ts'
import {
  cutLabels,
  cutTexts,
  hiddenOfSidebar,
  sidewaysOverflow,
  tablesCut,
  touchingLabels,
  unreadableTexts,
} from './inPage.ts'
import { disableAnimations, judge, takePictures, themes } from './inspect.ts'
import { sendBuilt } from './market.ts'
import { inventedPeer } from './peers.ts'
import { resize } from './resize.ts'
import { populate } from './screens.ts'
import { mintOverRpc } from './tokens.ts'

/** The desktop window is at least 960 wide; a browser window may be narrower. */
const WIDTHS = [360, 480, 640, 960, 1280, 1920]
const MIN_WINDOW = 960
const HEIGHT = 800
/**
 * Widths at which axe runs. Colours and roles do not depend on the language, so the small layout is checked in one
 * language.
 */
const JUDGED = [1280]
const JUDGED_IN_ENGLISH = [360, ...JUDGED]
const PICTURED = [360, 960, 1280]
const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español' } as const
const SETTINGS = /^(Settings|Einstellungen|Configuración)$/

let window: AppWindow
/** Another page, whose list of chains is faked by the test. */
let chains: Page
let fakeChains: FakeChains
let paths: Readonly<Record<string, string>>
keepEvidence(() => window)

beforeAll(async () => {
  window = await openWindow({ transport: 'browser', args: ['-automine=0'] })
  const { page, rpc } = window
  const trouble = await troubleFor(page)
  trouble.answer({ listpeers: JSON.stringify(Array.from({ length: 12 }, (_, id) => inventedPeer(id + 1))) })
  await page.reload()
  await disableAnimations(page)
  await populate(window)
  const gold = await mintOverRpc(rpc, 'SILVER', '0.00250000', 'One unit is a milligram')
  const picture = linkedNftData('f7', 'https://pictures.example/a.png', Buffer.from('No. 17').toString('hex'))
  const nft = await mintOverRpc(rpc, 'DEED', '0.00000001', 'One of a kind', picture)
  await fundOverRpc(rpc, '10')
  await rpc.call('generate', 1)
  await sendBuilt(rpc, 'tokenask', '20', gold, '0.5')
  await rpc.call('generate', 1)
  await sendBuilt(rpc, 'tokenbid', '10', gold, '0.4')
  const address = await rpc.call<string>('getnewaddress')
  await rpc.call('watchaddress', address, 'Rent')
  const payment = await rpc.call<string>('sendtoaddress', address, 12.5)
  await oneOfEachContract(window)
  await rpc.call('generate', 2)
  await rpc.call('sendtoaddress', address, 3)
  await rpc.call('setban', '203.0.113.0/24', 'add', 90_000, false, 'sends garbage')
  paths = {
    ...{ home: '/', tokens: '/tokens', 'tokens-mine': '/tokens?show=mine', 'token-create': '/tokens/create' },
    ...{ token: `/tokens/${gold}`, 'token-nft': `/tokens/${nft}`, 'token-send': `/tokens/${gold}?act=transfer` },
    ...{ 'token-burn': `/tokens/${gold}?act=burn`, markets: '/market', market: `/market/${gold}` },
    ...{ 'market-sell': `/market/${gold}?side=ask&tab=orders` },
    ...{ 'market-mine': `/market/${gold}?tab=mine&chart=depth`, faucet: '/faucet', 'faucet-fund': '/faucet?act=fund' },
    ...{ addresses: '/addresses', address: `/addresses/${address}`, unspent: `/addresses/${address}?tab=unspent` },
    ...{ 'address-check': `/addresses/${address}?tab=check`, distribution: '/addresses/snapshot', peers: '/peers' },
    ...{ 'peer-add': '/peers?act=add', 'peers-added': '/peers?show=added', bans: '/bans', explorer: '/explorer' },
    ...{ block: '/block/2', 'block-header': '/block/2?tab=header', tx: `/tx/${payment}`, 'tx-token': `/tx/${gold}` },
    ...{ 'tx-scripts': `/tx/${payment}?tab=scripts`, 'not-found': '/nowhere', find: `/find/${'ab'.repeat(32)}` },
    ...{ history: '/wallet', 'tx-drawer': `/wallet?tx=${payment}`, send: '/wallet?tab=send' },
    ...{ receive: '/wallet?tab=receive', contacts: '/wallet?tab=contacts', messages: '/wallet?tab=messages' },
    ...{ keys: '/wallet?tab=keys', rewards: '/rewards', 'rewards-plan': '/rewards?act=plan' },
    ...{ inheritance: '/inheritance', 'inheritance-plan': '/inheritance?act=plan', channels: '/channels' },
    ...{ 'channels-open': '/channels?act=open', mining: '/mining', console: '/console', settings: '/settings' },
    ...Object.fromEntries(
      ['notifications', 'contracts', 'developer', 'connections', 'data', 'rpc', 'log', 'shortcuts', 'about'].map(
        (section) => [`settings-${section}`, `/settings?section=${section}`],
      ),
    ),
  }
  chains = await page.context().newPage()
  fakeChains = await fakeChainsFor(chains)
  await disableAnimations(chains)
  await chains.goto(new URL('/', page.url()).href)
  await chains.getByRole('heading', { level: 1 }).first().waitFor()
})
afterAll(() => window?.close())

/**
 * Returns the layout errors at the page's current width; below the minimum window width a table may scroll sideways.
 */
async function troubleWith(page: Page, width: number): Promise<string[]> {
  const [sideways, sidebar] = [await sidewaysOverflow(page), await hiddenOfSidebar(page)]
  return [
    ...(sideways > 0 ? [`the page scrolls sideways by ${sideways}`] : []),
    ...(sidebar > 0 && width >= MIN_WINDOW ? [`the sidebar hides ${sidebar}`] : []),
    ...(await cutTexts(page)),
    ...(width < MIN_WINDOW ? [] : [...(await cutLabels(page)), ...(await tablesCut(page))]),
    ...(await touchingLabels(page)),
    ...(await unreadableTexts(page)),
  ]
}

/**
 * Returns the layout errors at each width, after pending replies have arrived, and the axe violations in both themes.
 */
async function troubleAtEveryWidth(page: Page, name: string): Promise<string[]> {
  const all: string[] = []
  const here = page.viewportSize()?.width
  // Start with the current width, because each change lays out the whole page again.
  for (const width of here === WIDTHS[0] ? WIDTHS : WIDTHS.toReversed()) {
    await resize(page, { width, height: HEIGHT })
    let found = await troubleWith(page, width)
    for (let again = 0; again < 3 && found.length > 0; again += 1) {
      await page.waitForTimeout(250)
      found = await troubleWith(page, width)
    }
    all.push(...found.map((text) => `${name} ${width}: ${text}`))
    const judged = name.startsWith('en-') ? JUDGED_IN_ENGLISH : JUDGED
    for (const theme of judged.includes(width) ? themes : []) {
      const violations = await judge(page, theme)
      all.push(...violations.map((text) => `${name} ${width} ${theme}: ${text}`))
    }
    if (PICTURED.includes(width)) await takePictures(page, `${name}-${width}`)
  }
  if (MISSING_TEXT.test(await page.locator('body').innerText())) all.push(`${name}: a text is missing`)
  return all
}

async function speak(page: Page, language: keyof typeof LANGUAGES): Promise<void> {
  // The last page may have been another section of the settings.
  await page.evaluate("location.hash = '#/settings'")
  await page.getByRole('radio', { name: LANGUAGES[language], exact: true }).click()
  await page.locator(`html[lang="${language}"]`).waitFor()
  await page.getByRole('heading', { level: 1, name: SETTINGS }).waitFor()
}

describe.each(['en', 'de', 'es'] as const)('the window in %s', (language) => {
  it('fits every page of a chain at each width', async () => {
    const { page } = window
    await speak(page, language)
    const all: string[] = []
    for (const [name, path] of Object.entries(paths)) {
      await page.evaluate(`location.hash = ${JSON.stringify(`#${path}`)}`)
      await page.waitForTimeout(50)
      await page.locator('main h1').first().waitFor({ state: 'attached' })
      await page.locator('main .animate-breathe.bg-hover').first().waitFor({ state: 'detached' })
      if (path.includes('act=')) await page.getByRole('dialog').waitFor()
      all.push(...(await troubleAtEveryWidth(page, `${language}-${name}`)))
      await page.keyboard.press('Escape')
    }
    expect(all).toEqual([])
    expect(window.complaints).toEqual([])
  })

  it('fits the pages about chains at each width', async () => {
    fakeChains.show(many(), 'CHAIN0')
    await chains.getByRole('navigation').first().waitFor()
    await speak(chains, language)
    const all: string[] = []
    for (const [name, path] of [
      ['chains', '/chains'],
      ['create', '/chains/create'],
      ['join', '/chains/join'],
    ] as const) {
      await openPath(chains, path)
      all.push(...(await troubleAtEveryWidth(chains, `${language}-${name}`)))
    }
    fakeChains.show([], null)
    await chains.getByRole('navigation').first().waitFor({ state: 'detached' })
    await openPath(chains, '/chains')
    all.push(...(await troubleAtEveryWidth(chains, `${language}-welcome`)))
    expect(all).toEqual([])
  })
})
