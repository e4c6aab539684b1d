/**
 * Tests reading the market, from the list of tokens to the timeline of one order, by mouse and by keyboard;
 * trade.test.ts covers trading.
 */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nightly } from '../../src-main/node/testing/nightly.ts'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { stubbed } from './faultInjector.ts'
import { MISSING_TEXT } from './fits.ts'
import { becomes, goTo, showsCard } from './frame.ts'
import { cutTexts, sidewaysOverflow } from './inPage.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { createTwoTokenKeys, FULL_TOKEN, fullMarket, MANY_ORDERS, nftMarket, sendBuilt } from './market.ts'
import { resize } from './resize.ts'
import { mintOverRpc } from './tokens.ts'

const sizes = [
  ['', { width: 1280, height: 800 }],
  ['small-', { width: 960, height: 640 }],
  // For manual review only: colours and roles are the same as in the other sizes.
  ...(process.env['PICTURES'] === '1' ? [['wide-', { width: 1920, height: 1080 }] as const] : []),
] as const

let window: AppWindow
let page: Page
keepEvidence(() => window)

beforeAll(async () => {
  window = await openWindow({ transport: 'browser', args: ['-automine=0'] })
  page = window.page
})
afterAll(() => window?.close())

const shoot = async (shown: Page, name: string) => {
  expect(await sidewaysOverflow(shown), name).toBe(0)
  expect(await inspect(shown, name)).toEqual([])
}
const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const grid = (name: string | RegExp) => page.getByRole('grid', { name })

describe('a market without orders', () => {
  it('explains itself without tokens, and without orders', async () => {
    await goTo(page, 'Market')
    await page.getByText('No orders yet').waitFor()
    await page.getByRole('link', { name: 'Create the first token' }).waitFor()
    await disableAnimations(page)
    await shoot(page, 'market-empty')
    await mintOverRpc(window.rpc, 'GOLD', '0.00001', 'One unit is a gram')
    await page.getByRole('button', { name: 'Place the first order' }).click()
    const picker = page.getByRole('dialog', { name: 'Which token?' })
    await picker.getByRole('row', { name: 'GOLD' }).click()
    await title('GOLD market').waitFor()
    // Choosing an own token selects *Sell*.
    await page.getByRole('radio', { name: 'Sell', checked: true }).waitFor()
    await page.getByText('No open orders', { exact: true }).first().waitFor()
    await shoot(page, 'market-token-empty')
  })

  it('links the token to its market and back', async () => {
    await page.getByRole('link', { name: 'Token', exact: true }).click()
    await title('GOLD').waitFor()
    await page.getByText('No orders for it yet.').waitFor()
    await page.getByRole('link', { name: 'Open the market' }).click()
    await title('GOLD market').waitFor()
    await page.getByRole('radio', { name: 'Buy', checked: true }).waitFor()
  })

  it('shows the order form after Buy and Sell on the token page, by keyboard and in every window size', async () => {
    const before = page.viewportSize()
    const amount = page.getByRole('textbox', { name: 'Amount' })
    const heading = page.getByRole('heading', { name: 'Place an order: GOLD' })
    for (const [, size] of sizes) {
      await resize(page, size)
      for (const side of ['Buy', 'Sell']) {
        await page.getByRole('link', { name: 'Token', exact: true }).click()
        await title('GOLD').waitFor()
        await page.getByRole('link', { name: side, exact: true }).press('Enter')
        await title('GOLD market').waitFor()
        await page.getByRole('radio', { name: side, checked: true }).waitFor()
        await becomes(() => amount.and(page.locator(':focus')).count(), 1)
        for (const part of [heading, amount]) {
          const box = await part.boundingBox()
          expect(box && box.y >= 0 && box.y + box.height < size.height).toBe(true)
        }
      }
    }
    if (before) await resize(page, before)
  })

  it('shows an order immediately while unconfirmed, open and filled', async () => {
    const { rpc } = window
    const [token] = await rpc.call<string[]>('tokenlist')
    const { first, second } = await createTwoTokenKeys(rpc)
    const ask = await sendBuilt(rpc, 'tokenask', '100', token ?? '', '2.5')
    await page.getByRole('tab', { name: /^Unconfirmed\s*1$/ }).click()
    await grid('Unconfirmed').getByText('New offer').waitFor()
    await rpc.call('generate', 1)
    const offers = grid(/^Offers/)
    await offers.getByRole('row', { name: /100 at 2.5, one of them is yours/ }).waitFor()
    await rpc.call('setidentity', second)
    await sendBuilt(rpc, 'tokenbid', '10', token ?? '', '2')
    const fill = await sendBuilt(rpc, 'tokenfillask', token ?? '', ask, '40')
    await rpc.call('generate', 1)
    await offers.getByRole('row', { name: /^1 offer: 60 at 2.5\. Press to buy from it\.$/ }).waitFor()
    await grid(/^Bids/)
      .getByRole('row', { name: /^1 bid: 10 at 2, one of them is yours\. Press to see your order\.$/ })
      .waitFor()
    await page.getByRole('tab', { name: 'Trades' }).click()
    const traded = grid('Trades').getByRole('row', { name: 'bought 40 at 2.5' })
    await traded.waitFor()
    // A single trade shows no chart.
    expect(await page.getByRole('img', { name: /^Price in/ }).count()).toBe(0)
    // The transaction column fits into a wide window.
    await resize(page, { width: 1920, height: 1080 })
    await showsCard(traded.getByRole('link', { name: `transaction id ${fill}` }), 'State')
    await resize(page, { width: 1280, height: 820 })
    await rpc.call('setidentity', first)
    await offers.getByRole('row', { name: /60 at 2.5, one of them is yours/ }).waitFor()
  })

  it('opens a level and the timeline of an order with the keyboard alone', async () => {
    await grid(/^Offers/).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: /^Offer of\s*GOLD$/ })
    await drawer.getByText('Partly filled').waitFor()
    await drawer.getByText('60 of 100 units left').waitFor()
    await drawer.getByText('Bought from it').waitFor()
    await drawer.getByRole('button', { name: 'Cancel order' }).waitFor()
    await page.keyboard.press('Escape')
    await becomes(async () => page.url().includes('order='), false)
    // A bid of another key can be sold to: the dialog of a fill opens.
    await grid(/^Bids/).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: /GOLD/ }).waitFor()
    await page.keyboard.press('Escape')
    await shoot(page, 'market-token-first')
    await page.keyboard.press('g')
    await page.keyboard.press('k')
    await title('Tokens').waitFor()
    await grid('Tokens with a market').getByRole('row', { name: 'GOLD' }).getByText('2.5').first().waitFor()
    await page.getByRole('radio', { name: 'My orders' }).click()
    await grid('My orders')
      .getByRole('row', { name: /^Offer: 100 at 2.5/ })
      .waitFor()
  })
})

describe('a market of hundreds of tokens and a hundred thousand orders', () => {
  let full: Page
  beforeAll(async () => {
    full = await stubbed(window, fullMarket)
    await disableAnimations(full)
    await full.goto(`${page.url().split('#')[0]}#/market`)
  })
  afterAll(() => full?.close())

  const open = (path: string) => full.evaluate(`location.hash = '#${path}'`)
  const rows = () => full.getByRole('row').count()

  it('sorts, filters and finds tokens', async () => {
    const list = full.getByRole('grid', { name: 'Tokens with a market' })
    await list.getByRole('row', { name: 'GOLD' }).waitFor()
    expect(await rows()).toBeLessThan(60)
    await list.getByRole('button', { name: /^24 h volume/ }).click()
    await becomes(
      () => list.getByRole('columnheader', { name: /^24 h volume/ }).getAttribute('aria-sort'),
      'descending',
    )
    await full.getByRole('searchbox', { name: 'Search by name or token id' }).fill('series-399')
    await becomes(() => list.getAttribute('aria-rowcount'), '2')
    await list.getByRole('row', { name: 'SERIES-399' }).waitFor()
    await full.getByRole('searchbox', { name: 'Search by name or token id' }).fill('')
    await full.getByRole('radio', { name: 'NFTs' }).click()
    await list.getByRole('row', { name: 'Deed 17' }).waitFor()
    await full.getByRole('radio', { name: 'All' }).click()
  })

  it('renders only the visible rows in the page', async () => {
    await open(`/market/${FULL_TOKEN}?tab=orders`)
    await full.getByRole('grid', { name: 'Orders' }).waitFor()
    await becomes(
      () => full.getByRole('grid', { name: 'Orders' }).getAttribute('aria-rowcount'),
      String(MANY_ORDERS + 1),
    )
    await full.getByRole('grid', { name: /^Offers/ }).waitFor()
    expect(await rows()).toBeLessThan(120)
  })

  it('keeps the best offer visible at every window size', async () => {
    await open(`/market/${FULL_TOKEN}`)
    await full.getByRole('grid', { name: /^Offers/ }).waitFor()
    const below = () =>
      full.evaluate<number>(
        `(({ scrollHeight, clientHeight, scrollTop }) => Math.round(scrollHeight - clientHeight - scrollTop))(document.querySelector('[role="grid"][aria-label^="Offers"]'))`,
      )
    const before = full.viewportSize()
    for (const [width, height] of [
      [960, 640],
      [1280, 820],
      [1920, 1080],
      [1280, 820],
      [1920, 720],
    ] as const) {
      await resize(full, { width, height })
      await becomes(below, 0)
    }
    if (before) await resize(full, before)
  })

  it.each(sizes)('shows the market and a token with many orders (%spictures)', async (prefix, viewport) => {
    await resize(full, viewport)
    await open('/market')
    await full.getByRole('grid', { name: 'Tokens with a market' }).getByText('GOLD').waitFor()
    await shoot(full, `${prefix}market`)
    await open(`/market/${FULL_TOKEN}`)
    await full.getByRole('img', { name: /^Price in/ }).waitFor()
    await full.getByRole('grid', { name: 'Trades' }).getByText('bought').first().waitFor()
    await shoot(full, `${prefix}market-token`)
    if (prefix !== '') return
    await open(`/market/${FULL_TOKEN}?chart=depth&tab=mine`)
    await full.getByRole('img', { name: /^Depth of/ }).waitFor()
    await full.getByRole('grid', { name: 'My orders' }).getByRole('button', { name: 'Cancel' }).first().waitFor()
    await shoot(full, 'market-depth')
    await open(`/market/${FULL_TOKEN}?tab=waiting&order=${(10_001).toString(16).padStart(64, '0')}`)
    await full.getByRole('dialog').getByText('Sold to it').first().waitFor()
    await shoot(full, 'market-order')
  })

  it('shows that a level can be clicked, and describes the effect', async () => {
    await open(`/market/${FULL_TOKEN}`)
    const levels = full.getByRole('grid', { name: /^Offers/ })
    const level = levels.getByRole('row', { name: /\. Press to buy from it\.$/ }).last()
    await level.waitFor()
    expect(await level.getAttribute('title')).toBe(await level.getAttribute('aria-label'))
    const id = JSON.stringify(await level.getAttribute('id'))
    const drawn = () =>
      full.evaluate<string[]>(
        `(({ cursor, backgroundColor, boxShadow }) => [cursor, backgroundColor, boxShadow])(getComputedStyle(document.getElementById(${id})))`,
      )
    const atRest = await drawn()
    expect(atRest[0]).toBe('pointer')
    await level.hover()
    await becomes(async () => (await drawn()).every((value, at) => at === 0 || value !== atRest[at]), true)
    await full.mouse.move(0, 0)
    await levels.focus()
    await full.keyboard.press('End')
    await becomes(async () => (await drawn())[2] !== atRest[2], true)
  })

  it.each(nightly() ? ['de', 'es'] : ['de'])('fits its texts into the page in %s', async (language) => {
    const other = await stubbed(window, fullMarket)
    await other.addInitScript(`Object.defineProperty(navigator, 'languages', { get: () => ['${language}'] })`)
    await resize(other, { width: 960, height: 640 })
    for (const path of ['/market', '/market?show=mine', `/market/${FULL_TOKEN}`, `/market/${FULL_TOKEN}?tab=mine`]) {
      await other.goto('about:blank')
      await other.goto(`${page.url().split('#')[0]}#${path}`)
      await becomes(() => other.evaluate<string>('document.documentElement.lang'), language)
      await other.getByRole('grid').last().getByRole('gridcell').first().waitFor()
      expect(await cutTexts(other), path).toEqual([])
      expect(await sidewaysOverflow(other), path).toBe(0)
      expect(await other.locator('body').innerText()).not.toMatch(MISSING_TEXT)
    }
    await other.close()
  })

  it('shows that an NFT that cannot be moved cannot be sold', async () => {
    const nft = await stubbed(window, nftMarket)
    await disableAnimations(nft)
    await nft.goto(`${page.url().split('#')[0]}#/market/${FULL_TOKEN}`)
    await nft.getByText('This NFT cannot be moved').waitFor()
    await nft.getByText('This NFT cannot be traded').waitFor()
    await shoot(nft, 'market-nft')
    await nft.close()
  })
})
