/**
 * Every screen in every state and both themes: axe finds no violation, nothing scrolls sideways, and a screenshot is
 * saved in e2e/.screenshots for manual review. The desktop window shows the same pages; the other specs open them
 * there.
 */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { EVERYTHING, troubleFor } from './faultInjector.ts'
import { becomes, goTo, useDeveloperMode } from './frame.ts'
import { baselinesApart, sidewaysOverflow } from './inPage.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { resize } from './resize.ts'
import { LONG_NAME, LONG_TEXT, NARROW, populate, WIDE } from './screens.ts'
import { fillToken, openToken, pressBurn, review, unfold } from './tokens.ts'

let window: AppWindow
keepEvidence(() => window)

beforeAll(async () => {
  window = await openWindow({ transport: 'browser' })
  await disableAnimations(window.page)
})
afterAll(() => window?.close())

describe('screens of a fresh chain', () => {
  it('show the overview of the first blocks', async () => {
    const recent = window.page.getByRole('region', { name: /^Recent transactions/ })
    await recent.getByText('Mined').first().waitFor()
    expect(await inspect(window.page, 'overview-fresh')).toEqual([])
  })

  it('show an empty list of tokens', async () => {
    await goTo(window.page, 'Tokens')
    await window.page.getByText('No tokens on this chain yet').waitFor()
    expect(await inspect(window.page, 'tokens-empty')).toEqual([])
  })

  it('show the token form, empty and with errors', async () => {
    const { page } = window
    await page.getByRole('link', { name: 'Create token' }).click()
    await page.getByRole('textbox', { name: /^Name/ }).waitFor()
    expect(await inspect(page, 'create-empty')).toEqual([])
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await page.getByText('Enter the supply.').waitFor()
    expect(await inspect(page, 'create-mistakes')).toEqual([])
  })

  it('show the console and the settings', async () => {
    const { page } = window
    await goTo(page, 'Console')
    expect(await inspect(page, 'console-empty')).toEqual([])
    await goTo(page, 'Settings')
    expect(await inspect(page, 'settings')).toEqual([])
  })
})

describe('screens of a chain in use', () => {
  beforeAll(async () => {
    await window.rpc.call('setautomine', false)
    await populate(window)
    await useDeveloperMode(window.page)
    await goTo(window.page, 'Home')
    for (const amount of [1, 2.5, 0.00000001 + 3]) {
      await window.rpc.call('sendtoaddress', await window.rpc.call('getnewaddress'), amount)
    }
  })

  it('show the overview with an open block and an open transaction', async () => {
    const { page } = window
    const transaction = page
      .getByRole('region', { name: /^Recent transactions/ })
      .getByRole('button')
      .first()
    await transaction.waitFor()
    expect(await inspect(page, 'overview-full')).toEqual([])
    expect(await baselinesApart(page, '[data-figure] a, [data-figure]:not(:has(a))')).toBeLessThan(0.5)
    await page
      .getByRole('button', { name: /^Block 5\b|^Block 2\d\b/ })
      .first()
      .click()
    const listed = page.getByRole('dialog', { name: /^Block/ }).getByRole('grid')
    await listed.waitFor()
    expect(await inspect(page, 'overview-block')).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await transaction.click()
    await page.getByRole('dialog', { name: /Transaction/ }).waitFor()
    expect(await inspect(page, 'overview-transaction')).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('show the list of tokens, and one token', async () => {
    const { page } = window
    await goTo(page, 'Tokens')
    await page.getByRole('row', { name: 'GOLD', exact: true }).waitFor()
    expect(await inspect(page, 'tokens-full')).toEqual([])
    const drawer = await openToken(page, 'GOLD')
    await drawer.getByText('100.00 %').waitFor()
    await drawer.getByText('Created', { exact: true }).waitFor()
    expect(await inspect(page, 'token')).toEqual([])
    await pressBurn(page)
    await page.getByRole('dialog', { name: 'Burn GOLD' }).waitFor()
    expect(await inspect(page, 'token-burn')).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Burn GOLD' }).waitFor({ state: 'detached' })
  })

  it('show a review, the view after sending, and the task tray', async () => {
    const { page, rpc } = window
    // Change of unconfirmed transactions can be spent only when it is in a block.
    await rpc.call('generate', 1)
    await fillToken(page, {
      name: `${LONG_NAME.slice(0, -1)}2`,
      supply: '120000000',
      description: LONG_TEXT.slice(0, 900),
    })
    expect(await inspect(page, 'create-filled')).toEqual([])
    const sheet = await review(page)
    expect(await inspect(page, 'review-words')).toEqual([])
    await unfold(sheet)
    expect(await inspect(page, 'review-unfolded')).toEqual([])
    await sheet.getByRole('tab', { name: 'Decoded' }).click()
    expect(await inspect(page, 'review-decoded')).toEqual([])
    await sheet.getByRole('button', { name: 'Create token' }).click()
    await page.getByText(/Waiting for the next block/).waitFor()
    await page.getByRole('contentinfo').getByRole('button', { name: '1 task running' }).click()
    await page.getByRole('dialog', { name: 'Tasks' }).waitFor()
    expect(await inspect(page, 'create-waiting')).toEqual([])
    await page.keyboard.press('Escape')
    await rpc.call('generate', 1)
    await page.getByText(/Token created/).waitFor()
    expect(await inspect(page, 'create-done')).toEqual([])
  })

  it('show the console with replies, an error, suggestions and a form', async () => {
    const { page } = window
    await goTo(page, 'Console')
    const line = page.getByRole('combobox', { name: 'Command' })
    for (const text of ['getbalance', 'getblock 2', 'getblockhash 999999', 'dumpprivkey x', 'tokenlist']) {
      await line.fill(text)
      await line.press('Enter')
    }
    await becomes(() => page.getByRole('region', { name: 'Results' }).getByText('running').count(), 0)
    expect(await inspect(page, 'console-full')).toEqual([])
    await line.fill('token')
    await page.getByRole('listbox', { name: 'Suggestions' }).waitFor()
    expect(await inspect(page, 'console-suggestions')).toEqual([])
    await line.fill('tokencreate ')
    await page.getByRole('form', { name: 'Parameters of tokencreate' }).waitFor()
    expect(await inspect(page, 'console-form')).toEqual([])
    await line.fill('')
  })

  it('show the palette, the shortcuts and the call behind a figure', async () => {
    const { page } = window
    await goTo(page, 'Home')
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByPlaceholder(/Search screens/).fill('token')
    expect(await inspect(page, 'palette')).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await inspect(page, 'shortcuts')).toEqual([])
    await page.keyboard.press('Escape')
    const sources = page.getByRole('button', { name: /^Show the RPC call/ })
    await sources.first().click()
    await page.getByRole('dialog', { name: /RPC calls? behind this/ }).waitFor()
    expect(await inspect(page, 'source')).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('fit into the smallest window, with long texts inside their boxes', async () => {
    const { page } = window
    const sidebar = page.getByRole('navigation', { name: 'Screens' })
    await resize(page, NARROW)
    // The entries of the sidebar keep their texts there.
    await sidebar.getByText('Tokens', { exact: true }).waitFor()
    const shoot = async (name: string) => {
      expect(await sidewaysOverflow(page)).toBe(0)
      expect(await inspect(page, `small-${name}`)).toEqual([])
    }
    await shoot('overview')
    await openToken(page, LONG_NAME)
    await page.getByRole('heading', { name: 'Description' }).waitFor()
    await shoot('token-long')
    await fillToken(page, { name: LONG_NAME, supply: '999999999999999999', description: LONG_TEXT.slice(0, 4000) })
    await shoot('create-long')
    await goTo(page, 'Console')
    await shoot('console')
    await goTo(page, 'Settings')
    await shoot('settings')
    await resize(page, WIDE)
  })
})

describe('screens before the first page', () => {
  const address = () => new URL('/', window.page.url()).href

  it('show a window that is not signed in', async () => {
    const context = await window.browser.newContext({ viewport: WIDE })
    const page = await context.newPage()
    await page.goto(address())
    await page.getByRole('heading', { name: 'This window is not signed in' }).waitFor()
    expect(await inspect(page, 'start-locked')).toEqual([])
    await context.close()
  })

  it('show a node that cannot be reached', async () => {
    const page = await window.page.context().newPage()
    await page.routeWebSocket('**/ws', (socket) => void socket.close())
    await page.goto(address())
    await page.getByRole('heading', { name: 'The node cannot be reached' }).waitFor()
    expect(await inspect(page, 'start-unreachable')).toEqual([])
    await page.close()
  })

  it('show a node that failed to start', async () => {
    const second = await openWindow({ transport: 'browser', home: window.home, early: true })
    try {
      await second.page.getByRole('heading', { name: 'The node could not start' }).waitFor()
      expect(await second.page.getByText(/may be out of date/).count()).toBe(0)
      expect(await inspect(second.page, 'start-failed')).toEqual([])
    } finally {
      await second.close()
    }
  })
})

describe('screens of a failing node', () => {
  let page: Page
  let trouble: Awaited<ReturnType<typeof troubleFor>>

  beforeAll(async () => {
    page = await window.page.context().newPage()
    trouble = await troubleFor(page)
    await disableAnimations(page)
  })

  const alerts = () => page.getByRole('alert')
  const open = async (path: string, heading: string) => {
    await page.goto('about:blank')
    await page.goto(new URL(path, window.page.url()).href)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }

  it('show the final layout without content while loading', async () => {
    trouble.hold(EVERYTHING)
    await open('/', 'Home')
    expect(await inspect(page, 'overview-loading')).toEqual([])
    await open('/#/tokens', 'Tokens')
    expect(await inspect(page, 'tokens-loading')).toEqual([])
    trouble.hold()
  })

  it('show errors in each part, with a way to continue', async () => {
    trouble.fail('disk I/O error', EVERYTHING)
    await open('/', 'Home')
    await alerts().first().waitFor()
    expect(await inspect(page, 'overview-errors')).toEqual([])
    await open('/#/tokens', 'Tokens')
    await alerts().first().waitFor()
    expect(await inspect(page, 'tokens-error')).toEqual([])
    trouble.fail('disk I/O error', 'preparefunded')
    await open('/#/tokens/create', 'Create a token')
    await page.getByRole('textbox', { name: /^Name/ }).fill('UNLUCKY')
    await page.getByRole('textbox', { name: /^Supply/ }).fill('1')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await alerts()
      .getByText(/went wrong/)
      .waitFor()
    expect(await inspect(page, 'create-refused')).toEqual([])
    trouble.fail('')
  })

  it('show the state of the node only once, and claim no unknown values', async () => {
    trouble.warmUp(EVERYTHING)
    await open('/', 'Home')
    await page.getByText('Shown as soon as the node answers.').first().waitFor()
    expect(await alerts().count()).toBe(0)
    await page.getByRole('contentinfo').getByText('State unknown').waitFor()
    expect(await page.getByText('up to date').count()).toBe(0)
    expect(await inspect(page, 'overview-comes-later')).toEqual([])
    trouble.fail('')
  })

  it('show one alert when the connection breaks', async () => {
    await open('/', 'Home')
    await page.getByRole('contentinfo').getByText('Running alone').waitFor()
    await page.routeWebSocket('**/ws', (socket) => void socket.close())
    await window.rpc.call('stop')
    await alerts()
      .getByText(/connection to the node broke/)
      .waitFor()
    expect(await alerts().count()).toBe(1)
    expect(await page.getByText('up to date').count()).toBe(0)
    expect(await inspect(page, 'connection-lost')).toEqual([])
  })
})
