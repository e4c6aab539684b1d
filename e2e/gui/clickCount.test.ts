/**
 * Counts the clicks and confirmations that a user needs. Acts: trying all of the sandbox (mint, send, fund, claim,
 * offer, buy), banning and unbanning, and mining the first coin of a new chain. On a chain whose payments need
 * approval, each act has one sheet with one code.
 */
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/daemon.ts'
import { withPatience } from '../support/patience.ts'
import { ACTS, type ApprovalWindow, findAct, leave, openApprovalWindow } from './acts.ts'
import { type AppWindow, keepEvidence } from './app.ts'
import { openWithoutChain } from './chains.ts'
import { SEARCH_MS, startButton } from './faucet.ts'
import { becomes, goTo } from './frame.ts'
import { isNow, usePeople } from './people.ts'
import { pressReview } from './tokens.ts'

const MAX_CLICKS = 15
const MAX_CONFIRMATIONS = 5
/** Maximum clicks from the first screen to the first mined coin of a new chain. */
const MAX_CLICKS_TO_MINE = 4
/** Maximum clicks on the page of bans for a ban, for lifting it, and for undoing either. */
const MAX_CLICKS_PER_BAN = 2
/** The first block takes one core a few seconds, varying at random. */
const MINING_MS = withPatience(240_000)

/** Counts mouse presses and question dialogs in the page. Sheets of the page and of the program both have *Reject*. */
const COUNT = `(() => {
  const seen = new WeakSet()
  const count = (globalThis.counted = { clicks: 0, confirmations: 0 })
  addEventListener('click', (event) => { if (event.isTrusted && event.detail > 0) count.clicks += 1 }, true)
  new MutationObserver(() => {
    for (const dialog of document.querySelectorAll('[role="dialog"]')) {
      const asks = [...dialog.querySelectorAll('button')].some((each) => each.textContent.trim() === 'Reject')
      if (seen.has(dialog) || !asks) continue
      seen.add(dialog)
      count.confirmations += 1
    }
  }).observe(document.body, { childList: true, subtree: true })
})()`

const counted = (page: Page) => page.evaluate<{ clicks: number; confirmations: number }>('counted')

describe('all acts in the private sandbox', () => {
  const people = usePeople('browser')

  it('take at most 15 clicks and 5 confirmations, and need no code', { timeout: 2 * SEARCH_MS }, async () => {
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
    await becomes(async () => (await dialog.getByRole('textbox', { name: 'Recipient' }).inputValue()).length, 66)
    await dialog.getByRole('textbox', { name: 'Units' }).fill('7')
    await press('Review')
    await press('Send')
    await page.getByText(/^Friend received 7 GOLD\./).waitFor()

    await next(/^Next: Fund/)
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('5')
    await press('Review')
    await press('Fund the faucet')
    await page.getByText(/Faucet funded\. Confirmed/).waitFor()

    await next(/^Next: Claim as Friend/)
    await isNow(page, 'Friend')
    await page.getByText(/received\. Confirmed/).waitFor({ timeout: SEARCH_MS })

    await next(/^Back to Me: /)
    await isNow(page, 'Me')
    await page.getByRole('radio', { name: 'Sell', checked: true }).waitFor()
    await page.getByRole('textbox', { name: 'Amount' }).fill('3')
    await page.getByRole('textbox', { name: 'Price per unit' }).fill('2')
    await press('Review')
    await press('Place the offer')

    await press('Buy as Friend')
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

  it('bans, unbans and undoes with at most 2 clicks each', async () => {
    const { page } = people.window
    await page.getByRole('link', { name: /^Next: Ban an address/ }).click()
    await page.evaluate(COUNT)
    const bans = page.getByRole('grid', { name: 'Bans' }).getByRole('row', { name: '203.0.113.7' })
    const undo = (title: RegExp) =>
      page.locator('li').filter({ hasText: title }).getByRole('button', { name: 'Undo', exact: true }).click()
    const acts: Record<string, () => Promise<void>> = {
      async ban() {
        await page.getByRole('textbox', { name: 'Address or range' }).fill('203.0.113.7')
        await page.getByRole('button', { name: 'Ban', exact: true }).click()
        await bans.waitFor()
      },
      async 'undo a ban'() {
        await undo(/^Banned/)
        await bans.waitFor({ state: 'detached' })
      },
      async unban() {
        await page.getByRole('button', { name: 'Unban 203.0.113.7' }).click()
        await bans.waitFor({ state: 'detached' })
      },
      async 'undo an unban'() {
        await undo(/^Unbanned/)
        await bans.waitFor()
      },
    }
    const clicks: Record<string, number> = {}
    for (const name of ['ban', 'undo a ban', 'ban', 'unban', 'undo an unban']) {
      const before = (await counted(page)).clicks
      await acts[name]?.()
      clicks[name] = (await counted(page)).clicks - before
    }
    console.log(`Bans: ${JSON.stringify(clicks)}`)
    for (const [name, count] of Object.entries(clicks)) expect(count, name).toBeLessThanOrEqual(MAX_CLICKS_PER_BAN)
  })
})

describe('a chain that is created from the first screen', () => {
  let window: AppWindow
  keepEvidence(() => window)
  beforeAll(async () => {
    window = await openWithoutChain('browser', temporaryFolder())
  })
  afterAll(() => window?.close())

  it('mines its first coin after at most 4 clicks', { timeout: MINING_MS }, async () => {
    const { page } = window
    await page.evaluate(COUNT)
    await page.getByRole('link', { name: /^Create a chain/ }).click()
    await page.getByRole('textbox', { name: /^Name/ }).fill(`CLICK${Date.now().toString(36).toUpperCase()}`)
    await page.getByRole('button', { name: 'Create and start' }).click()
    await page.getByText(/^\d+ blocks? mined$/).waitFor({ timeout: MINING_MS })
    await page.getByRole('link', { name: /^Go to Home/ }).click()
    await page
      .getByRole('main')
      .getByText(/^1,000,00\d\./)
      .first()
      .waitFor()
    const { clicks } = await counted(page)
    console.log(`From the first screen to a mined coin: ${clicks} clicks`)
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS_TO_MINE)
  })
})

describe('each act in a browser, on a chain whose payments need approval', () => {
  let asking: ApprovalWindow
  keepEvidence(() => asking?.window)
  beforeAll(async () => {
    asking = await openApprovalWindow('browser')
    await asking.window.page.evaluate(COUNT)
  })
  afterAll(() => asking?.window.close())

  /** Runs an act. Returns the number of its sheets and the number of its codes. */
  async function countSheets(act: () => Promise<void>): Promise<readonly [sheets: number, codes: number]> {
    const { page, consent } = asking.window
    const before = await counted(page)
    consent.asked.splice(0)
    await act()
    const after = await counted(page)
    return [after.confirmations - before.confirmations, consent.asked.length]
  }

  it.each(ACTS)('shows one sheet with one code for %s', async (name) => {
    const { page, consent } = asking.window
    const act = findAct(asking, name)
    const counts = await countSheets(async () => {
      await act.fill(page)
      await pressReview(page)
      await page.getByText(act.done).first().waitFor()
    })
    expect(counts).toEqual([1, 1])
    expect(consent.asked[0]).toContain(act.asked)
    await leave(page)
  })

  it('shows no sheet and asks for no code for a claim', { timeout: 2 * SEARCH_MS }, async () => {
    const { page, rpc } = asking.window
    const { pubkey } = await rpc.call<{ pubkey: string }>('validateaddress', await rpc.call<string>('getnewaddress'))
    await rpc.call('setidentity', pubkey)
    await goTo(page, 'Faucet')
    const counts = await countSheets(async () => {
      await startButton(page).click()
      await page.getByText(/received\. Confirmed/).waitFor({ timeout: SEARCH_MS })
    })
    expect(counts).toEqual([0, 0])
    expect(asking.window.complaints).toEqual([])
  })
})
