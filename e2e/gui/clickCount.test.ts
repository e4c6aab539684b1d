/**
 * How much a person presses and confirms to try all of the sandbox by mouse: mint, send, fund, claim, offer, buy. On a chain
 * whose payments the app asks about, each act has one sheet with one code.
 */
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { SEARCH_MS } from './faucet.ts'
import { becomes, goTo } from './frame.ts'
import { importOutsideKey } from './outsideKey.ts'
import { isNow, usePeople } from './people.ts'
import { fillToken, pressReview } from './tokens.ts'
import { fillPayment } from './wallet.ts'

const MAX_CLICKS = 18
const MAX_CONFIRMATIONS = 6
/** An address of nobody here. */
const THEM = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'

/** Counts in the page: presses of the mouse, and dialogs that ask: the page's sheet has *Back*, the program's *Reject*. */
const COUNT = `(() => {
  const seen = new WeakSet()
  const count = (globalThis.counted = { clicks: 0, confirmations: 0 })
  addEventListener('click', (event) => { if (event.isTrusted && event.detail > 0) count.clicks += 1 }, true)
  new MutationObserver(() => {
    for (const dialog of document.querySelectorAll('[role="dialog"]')) {
      const asks = [...dialog.querySelectorAll('button')].some((each) => ['Back', 'Reject'].includes(each.textContent.trim()))
      if (seen.has(dialog) || !asks) continue
      seen.add(dialog)
      count.confirmations += 1
    }
  }).observe(document.body, { childList: true, subtree: true })
})()`

const counted = (page: Page) => page.evaluate<{ clicks: number; confirmations: number }>('counted')

describe('all acts in the private sandbox', () => {
  const people = usePeople('browser')

  it('take at most 18 clicks and 6 confirmations, and no code', { timeout: 2 * SEARCH_MS }, async () => {
    const { page, consent } = people.window
    await page.evaluate(COUNT)
    const dialog = page.getByRole('dialog')
    const click = (button: Locator) => button.click()
    const press = (name: string | RegExp) => click(page.getByRole('button', { name, exact: true }).last())
    const next = (name: RegExp) => click(page.getByRole('link', { name }).last())

    await next(/^Create a token/)
    await page.getByRole('textbox', { name: /^Name/ }).fill('GOLD')
    await page.getByRole('textbox', { name: /^Supply/ }).fill('100')
    await press('Review')
    await press('Create token')
    await page.getByText(/Token created\. Confirmed/).waitFor()

    await next(/^Next: Send/)
    await press('To Friend')
    await becomes(async () => (await dialog.getByRole('textbox', { name: 'Recipient' }).inputValue()).length, 66)
    await dialog.getByRole('textbox', { name: 'Units' }).fill('7')
    await press('Review')
    await press('Send units')
    await page.getByText(/The units belong to the recipient/).waitFor()

    await next(/^Next: Fund/)
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('5')
    await press('Review')
    await press('Fund the faucet')
    await page.getByText(/Faucet funded\. Confirmed/).waitFor()

    await next(/^Next: Claim as Friend/)
    await isNow(page, 'Friend')
    await press(/^Claim 0\.1/)
    await page.getByText(/received\. Confirmed/).waitFor({ timeout: SEARCH_MS })

    await next(/^Back to Me: /)
    await isNow(page, 'Me')
    await page.getByRole('radio', { name: 'Sell', checked: true }).waitFor()
    await page.getByRole('textbox', { name: 'Amount' }).fill('3')
    await page.getByRole('textbox', { name: 'Price per unit' }).fill('2')
    await press('Review')
    await press('Place the offer')

    await press('Buy as Friend')
    await becomes(() => dialog.getByRole('textbox', { name: 'Amount' }).inputValue(), '3')
    await press('Review')
    await press('Buy')
    await page.getByText('Bought.').waitFor()

    const { clicks, confirmations } = await counted(page)
    console.log(
      `All acts in the sandbox: ${clicks} clicks, ${confirmations} confirmations, ${consent.asked.length} codes`,
    )
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS)
    expect(confirmations).toBeLessThanOrEqual(MAX_CONFIRMATIONS)
    expect(consent.asked).toEqual([])
  })
})

describe('an act where the app asks, in a browser', () => {
  let window: AppWindow
  keepEvidence(() => window)
  beforeAll(async () => {
    window = await openWindow({ transport: 'browser' })
    await importOutsideKey(window.rpc)
    await window.page.evaluate(COUNT)
  })
  afterAll(() => window?.close())

  /** Runs an act and expects one sheet, with one code, for it. */
  async function once(act: () => Promise<void>): Promise<void> {
    const before = await counted(window.page)
    window.consent.asked.splice(0)
    await act()
    const after = await counted(window.page)
    expect([after.confirmations - before.confirmations, window.consent.asked.length]).toEqual([1, 1])
  }

  it('asks once, for one code, about a new token', () =>
    once(async () => {
      const { page } = window
      await fillToken(page, { name: 'GOLD', supply: '250', description: 'In Bern' })
      await pressReview(page)
      await page.getByText(/Token created\./).waitFor()
      expect(window.consent.asked[0]).toContain('GOLD')
    }))

  it('asks once, for one code, about a payment', () =>
    once(async () => {
      const { page } = window
      await fillPayment(page, THEM, '0.25')
      await pressReview(page)
      await page.getByText(/Payment sent/).waitFor()
      expect(window.consent.asked[0]).toContain(THEM)
    }))

  it('asks once, for one code, about a deposit into the faucet', () =>
    once(async () => {
      const { page } = window
      await goTo(page, 'Faucet')
      await page.getByRole('button', { name: 'Fund the faucet' }).first().click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Amount' }).fill('2.5')
      await pressReview(page)
      await page.getByText(/Faucet funded\./).waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
    }))

  it('leads back to its form with everything kept when it is rejected', async () => {
    const { page, consent } = window
    await fillPayment(page, THEM, '0.75')
    consent.given = false
    await pressReview(page)
    await page.getByText('Not sent.', { exact: true }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('0.75')
    expect(window.complaints).toEqual([])
  })
})
