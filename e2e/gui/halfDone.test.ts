/** What is half done survives what happens meanwhile: a look at another page, a press beside a dialog, a payment, a slow node. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { becomes, goTo } from './frame.ts'
import { overviewOf, type Trouble } from './trouble.ts'
import { openTab, reviewPayment } from './wallet.ts'

/** Of nobody here. */
const THEM = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const OTHER = 'RRvwmbkxR5YRzPGL5kMFHMe1AH33MeD8rN'

let window: AppWindow
let page: Page
let trouble: Trouble
keepEvidence(() => window)

beforeAll(async () => {
  window = await openWindow({ transport: 'browser', args: ['-automine=0'] })
})
afterAll(() => window?.close())

beforeEach(async () => {
  ;({ page, trouble } = await overviewOf(window))
})
afterEach(() => page?.close())

describe('an address that is given away', () => {
  const card = () => page.getByRole('region', { name: 'The address to give away' })
  const address = () => card().locator('p').first().innerText()
  const label = () => page.getByRole('textbox', { name: 'Label' })

  it('stays, with the label that is being typed, when it is paid', async () => {
    await window.rpc.call('getnewaddress')
    await openTab(page, 'Receive')
    const shown = await address()
    await card().getByRole('button', { name: 'Add a label' }).click()
    await label().fill('Rent from')
    await window.rpc.call('sendtoaddress', shown, 1)
    await card().getByText('It has received 1').waitFor()
    await page.keyboard.type(' Alice')
    expect(await label().inputValue()).toBe('Rent from Alice')
    expect(await address()).toBe(shown)
    await page.keyboard.press('Enter')
    await label().waitFor({ state: 'hidden' })
    await card().getByText('Rent from Alice').waitFor()
    // Whoever works by keyboard goes on where the label was asked for.
    const edit = card().getByRole('button', { name: 'Edit the label' })
    await becomes(() => edit.and(page.locator(':focus')).count(), 1)
  })
})

describe('a payment', () => {
  it('that the node takes its time with is gone from the form of the next one, which stays', async () => {
    const sheet = await reviewPayment(page, THEM, '1')
    // The news that the payment waits among others comes before the answer to the call that sent it.
    trouble.late(2000, 'sendprepared')
    const answered = delay(3000)
    await sheet.getByRole('button', { name: 'Send 1 SANDBOX' }).click()
    await page.getByRole('button', { name: 'Send another' }).click()
    const payTo = page.getByRole('textbox', { name: 'Pay to' })
    expect(await payTo.inputValue()).toBe('')
    await payTo.fill(OTHER)
    await answered
    await page.getByRole('textbox', { name: 'Amount' }).fill('2')
    expect(await payTo.inputValue()).toBe(OTHER)
  })
})

describe('a dialog', () => {
  const dialog = () => page.getByRole('dialog')

  beforeEach(async () => {
    await goTo(page, 'Bans')
    await page.getByRole('button', { name: 'Import' }).click()
    await dialog().waitFor()
  })
  const pressBeside = () => page.mouse.click(40, 700)

  it('in which something was typed stays at a press beside it, and closes by Escape', async () => {
    const text = page.getByRole('textbox', { name: 'Bans' })
    await text.fill('203.0.113.9')
    await pressBeside()
    expect(await text.inputValue()).toBe('203.0.113.9')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
  })

  it('that was only looked at closes', async () => {
    await pressBeside()
    await dialog().waitFor({ state: 'hidden' })
  })
})

describe('the line of the console', () => {
  const line = () => page.getByRole('combobox', { name: 'Command' })

  it('is there again after a look at another page', async () => {
    await goTo(page, 'Console')
    await line().fill('getblockhash 1')
    await goTo(page, 'Peers')
    await goTo(page, 'Console')
    expect(await line().inputValue()).toBe('getblockhash 1')
    await page.keyboard.press('Enter')
    await becomes(() => line().inputValue(), '')
    await goTo(page, 'Peers')
    await goTo(page, 'Console')
    expect(await line().inputValue()).toBe('')
  })

  it('is forgotten where it may hold a secret', async () => {
    await goTo(page, 'Console')
    for (const secret of ['importprivkey Uu', 'importprivky Uu', 'UuHkQH4BW63pLpkd']) {
      await line().fill(secret)
      await goTo(page, 'Peers')
      await goTo(page, 'Console')
      expect(await line().inputValue()).toBe('')
    }
  })
})
