/**
 * Tests the sandbox with its two wallets: Me pays Friend by name and sends units of a new token. Friend sees both, may
 * claim from the faucet that Me has funded, and buys from an offer of Me. The first steps are ticked off on the way.
 */
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { nightly } from '../../src-main/node/testing/nightly.ts'
import { transportsFor } from './app.ts'
import { switcher } from './chains.ts'
import { reviewDeposit, SEARCH_MS, startButton } from './faucet.ts'
import { becomes, goTo } from './frame.ts'
import { inspect } from './inspect.ts'
import { BOB, become, isNow, usePeople } from './people.ts'
import { resize } from './resize.ts'
import { fillToken, openToken, review, unfold } from './tokens.ts'
import { balance, history, openTab, reviewSheet } from './wallet.ts'

/** Searches for a claim, sends it, and waits for its block. */
async function claimNow(page: Page): Promise<void> {
  await startButton(page).click()
  // The click that started the search also sends the found claim.
  await page
    .getByText(/Confirmed in block/)
    .first()
    .waitFor({ timeout: SEARCH_MS })
}

/** Returns the controls shown as the primary next action. */
const primaries = (page: Page) => page.getByRole('main').locator('a.bg-accent, button.bg-accent')

const steps = (page: Page) => page.getByRole('listitem').filter({ hasText: /\((done|next|not done yet)\)/ })

async function doneSteps(page: Page): Promise<readonly string[]> {
  const names = await steps(page).filter({ hasText: '(done)' }).allInnerTexts()
  return names.map((text) => text.split(/\s*\(/)[0] ?? '')
}

describe.each(transportsFor('shell'))('Me and Friend in the sandbox, %s', (transport) => {
  const people = usePeople(transport)

  it('start with a list of first steps, none done', async () => {
    const { page } = people.window
    await page.getByText('0 of 7 done').waitFor()
    expect(await primaries(page).allInnerTexts()).toEqual(['Create a token'])
    // Friend's node is not running yet, so no peer is expected.
    await page.getByRole('contentinfo').getByText('Running alone').waitFor()
    await page.getByRole('button', { name: 'Show all steps' }).click()
    expect(await steps(page).count()).toBe(7)
    expect(await inspect(page, `people-first-${transport}`)).toEqual([])
  })

  it('pay each other by name with the keyboard', async () => {
    const { page } = people.window
    await openTab(page, 'Send')
    await page.getByRole('textbox', { name: 'Pay to' }).focus()
    await page.keyboard.type('fri')
    await page.getByRole('option', { name: /^Friend/ }).waitFor()
    await page.keyboard.press('Enter')
    // Friend's node starts now. If the user continues before it runs, a message says so, and the review opens
    // afterwards.
    await page.getByText(/^Friend’s wallet is starting/).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('12.5')
    await page.getByRole('button', { name: 'Review', exact: true }).press('Enter')
    expect(await page.getByText('This is not an address.').count()).toBe(0)
    const sheet = await reviewSheet(page)
    await unfold(sheet)
    await sheet.getByText('Friend', { exact: true }).waitFor()
    await sheet.getByRole('button', { name: 'Send', exact: true }).press('Space')
    await page.getByText(/Payment sent/).waitFor()
    // The page of a payment to Friend shows only the name.
    await openTab(page, 'History')
    await history(page).getByRole('row').filter({ hasText: '12.5' }).first().click()
    await page.getByRole('dialog').getByRole('link', { name: 'Open page' }).click()
    const main = page.getByRole('main')
    await main.getByRole('heading', { name: 'Transaction', exact: true }).waitFor()
    await main.getByRole('link', { name: /^Friend, address R/ }).waitFor()
    expect(await main.getByText('Somebody else').count()).toBe(0)
    await openTab(page, 'Send')
    // Friend opens the same page.
    await become(page, 'Friend')
    await page.getByRole('tab', { name: 'History', exact: true }).click()
    await becomes(() => balance(page), '10,012.50000000')
    await history(page).getByText('Me paid 12.5', { exact: true }).waitFor()
    await history(page).getByText('Me paid 10,000', { exact: true }).waitFor()
    expect(await switcher(page).innerText()).toContain('Sandbox')
  })

  it('send each other units of a token', async () => {
    const { page, consent } = people.window
    await become(page, 'Me')
    await fillToken(page, { name: 'GOLD', supply: '100', description: '' })
    await (await review(page)).getByRole('button', { name: 'Create token' }).click()
    await page.getByText(/Token created\. Confirmed/).waitFor()
    // Coins have been sent, so the next step is the faucet. Token units are sent from the token's page, to a name
    // chosen with one click.
    await page.getByRole('link', { name: 'Next: Fund the faucet' }).waitFor()
    expect(await primaries(page).allInnerTexts()).toEqual(['Next: Fund the faucet'])
    const drawer = await openToken(page, 'GOLD')
    await drawer.getByRole('button', { name: 'Send', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Send GOLD' })
    const recipient = dialog.getByRole('textbox', { name: 'Recipient' })
    // Completing a name with Tab moves the focus to the next field.
    await recipient.pressSequentially('Friend')
    await dialog.getByRole('option', { name: /^Friend/ }).waitFor()
    await page.keyboard.press('Tab')
    await becomes(async () => (await recipient.inputValue()).length, 66)
    await becomes(() => dialog.getByRole('textbox', { name: 'Units' }).and(page.locator(':focus')).count(), 1)
    await recipient.fill('')
    await dialog.getByRole('button', { name: 'To Friend' }).click()
    await becomes(async () => (await recipient.inputValue()).length, 66)
    await dialog.getByText('This is Friend, your other sandbox wallet.').waitFor()
    await dialog.getByRole('textbox', { name: 'Units' }).fill('7')
    await dialog.getByRole('button', { name: 'Review', exact: true }).click()
    const sheet = await reviewSheet(page)
    await sheet.getByRole('heading', { name: 'Send 7 GOLD to Friend?' }).waitFor()
    await unfold(sheet)
    // Named twice: at the address and at the key.
    await becomes(() => sheet.getByText('· Friend').count(), 2)
    await sheet.getByRole('button', { name: 'Send' }).click()
    await page.getByText(/^Friend received 7 GOLD\./).waitFor()
    expect(consent.asked).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
    await drawer.getByRole('grid', { name: 'Holders' }).getByText('7.00 %').waitFor()
    await drawer.getByRole('grid', { name: 'Holders' }).getByText('Friend', { exact: true }).waitFor()
    // A reload clears the state of the page, but Friend's name remains.
    await page.reload()
    await drawer.getByRole('grid', { name: 'Holders' }).getByText('Friend', { exact: true }).waitFor()
    await drawer.getByRole('grid', { name: 'History' }).getByText('Friend', { exact: true }).waitFor()
    await goTo(page, 'Tokens')
    await become(page, 'Friend')
    await becomes(
      async () => (await page.getByRole('row', { name: 'GOLD', exact: true }).innerText()).replaceAll(/\s+/g, ' '),
      expect.stringMatching(/GOLD.* 7 100 /) as unknown as string,
    )
    // The units arrived without coins.
    await goTo(page, 'Home')
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Received 7 GOLD from Me/ })
      .waitFor()
    await openTab(page, 'History')
    await history(page).getByRole('row').filter({ hasText: 'Received 7 GOLD from Me' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Open page' }).waitFor()
    expect(await inspect(page, `people-tokens-received-${transport}`)).toEqual([])
    await page.keyboard.press('Escape')
    await goTo(page, 'Tokens')
  })

  it('switch below an open palette, leaving a single frame', async () => {
    const { page } = people.window
    await become(page, 'Friend')
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: 'Search or run a command' })
    await search.waitFor()
    await page
      .getByRole('radio', { name: 'Me', exact: true, includeHidden: true })
      .evaluate((radio) => (radio as unknown as { click(): void }).click())
    await page
      .getByRole('radio', { name: 'Me', exact: true, checked: true, includeHidden: true })
      .waitFor({ state: 'attached' })
    await becomes(() => page.getByRole('contentinfo', { includeHidden: true }).count(), 1)
    await page.keyboard.press('Escape')
    await search.waitFor({ state: 'detached' })
    await isNow(page, 'Me')
  })

  it('fund the faucet as Me, and claim as Friend', { timeout: SEARCH_MS }, async () => {
    const { page } = people.window
    await become(page, 'Me')
    await goTo(page, 'Faucet')
    // Nothing is wrong yet: a panel describes the steps, and no condition is red.
    await page
      .getByRole('region', { name: 'Try the faucet in two steps' })
      .getByText('As Me, fund the faucet')
      .waitFor()
    expect(await inspect(page, `people-faucet-${transport}`)).toEqual([])
    await (await reviewDeposit(page, '5')).getByRole('button', { name: 'Fund the faucet' }).click()
    await page.getByText(/Faucet funded\. Confirmed/).waitFor()
    await page.getByRole('link', { name: 'Next: Claim as Friend' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
    // Me's key has a history on the chain, so the panel offers first the step that keeps all tokens visible.
    const way = page.getByRole('region', { name: 'Try the faucet in two steps' })
    const offer = page.getByRole('region', { name: 'Claim with a new main address' })
    await becomes(() => way.getByRole('listitem').allInnerTexts(), [
      expect.stringMatching(/Done\.\s*Fund the faucet$/),
      expect.stringMatching(/Claim as Friend$/),
    ] as unknown as string[])
    await offer.getByRole('button', { name: 'Use a new main address' }).waitFor()
    // This button would start the search at once, so switch to Friend instead.
    await way.getByRole('button', { name: 'Claim as Friend' }).waitFor()
    await become(page, 'Friend')
    await becomes(() => startButton(page).isEnabled(), true)
    // Change of a payment makes Friend's key known to the chain. A claim then needs a new key, and the previous one can
    // be restored.
    await openTab(page, 'Send')
    await page.getByRole('textbox', { name: 'Pay to' }).fill(BOB)
    await page.getByRole('textbox', { name: 'Amount' }).fill('1')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await (await reviewSheet(page)).getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText(/Payment sent\. Confirmed/).waitFor()
    await goTo(page, 'Faucet')
    await offer.getByText(/^Your 7 GOLD stay with the old key/).waitFor()
    expect(await inspect(page, `people-fresh-key-${transport}`)).toEqual([])
    await offer.getByRole('button', { name: 'Use a new main address' }).click()
    await becomes(() => startButton(page).isEnabled(), true)
    await page.getByText(/The previous one owns 7 GOLD/).waitFor()
    // The duration of the search is random, so in a browser only the spec `faucet` claims.
    if (transport === 'shell' || nightly()) await claimNow(page)
    await page.getByRole('button', { name: 'Use the previous address' }).click()
    await becomes(() => page.getByText(/The previous one owns 7 GOLD/).count(), 0)
    if (transport === 'shell' || nightly()) {
      await page.getByText(/0\.1 SANDBOX received\. Confirmed/).waitFor()
    }
  })

  it('see a next step after a ban', async () => {
    const { page } = people.window
    await become(page, 'Me')
    await goTo(page, 'Bans')
    const next = page.getByRole('region', { name: 'First steps' })
    expect(await next.count()).toBe(0)
    await page.getByRole('textbox', { name: 'Address or range' }).fill('203.0.113.7')
    await page.keyboard.press('Enter')
    await next.getByRole('link', { name: /^Next: / }).waitFor()
    expect(await inspect(page, `people-banned-${transport}`)).toEqual([])
    await next.getByRole('link', { name: /^Next: / }).click()
    await page.waitForURL(/#\/(market|faucet)/)
  })

  it('share the ticked first steps, whichever of the two completed them', async () => {
    const { page } = people.window
    await become(page, 'Me')
    await goTo(page, 'Home')
    const all = page.getByRole('button', { name: 'Show all steps' })
    await all.click()
    const done = [
      'Create a token',
      'Send some to Friend',
      'Fund the faucet',
      ...(transport === 'shell' || nightly() ? ['Claim as Friend'] : []),
      'Ban an address',
    ]
    await becomes(() => doneSteps(page), done)
    // Friend's start-up coins are labelled as such, not as a payment of the user.
    const recent = page.getByRole('region', { name: /^Recent transactions/ })
    await recent.getByText('Start-up coins for Friend').waitFor()
    const before = page.viewportSize() ?? { width: 1280, height: 800 }
    await resize(page, { width: 960, height: 640 })
    const cut = () =>
      recent
        .locator('li .truncate')
        .evaluateAll((all) => all.flatMap((each) => (each.scrollWidth > each.clientWidth ? [each.textContent] : [])))
    await becomes(cut, [])
    await resize(page, before)
    await become(page, 'Friend')
    await all.or(page.getByRole('button', { name: 'Show fewer' })).waitFor()
    if (await all.isVisible()) await all.click()
    await becomes(() => doneSteps(page), done)
    expect(await inspect(page, `people-steps-${transport}`)).toEqual([])
    await page.getByRole('button', { name: 'Hide first steps' }).click()
    await becomes(() => steps(page).count(), 0)
  })

  it('trade with each other: an offer of Me leads to Friend, who buys', async () => {
    const { page } = people.window
    await become(page, 'Me')
    await goTo(page, 'Market')
    await page.getByRole('button', { name: 'Place the first order' }).click()
    await page.getByRole('dialog', { name: 'Which token?' }).getByRole('row', { name: 'GOLD' }).click()
    await page.getByRole('radio', { name: 'Sell', checked: true }).waitFor()
    await page.getByRole('textbox', { name: 'Amount' }).fill('3')
    await page.getByRole('textbox', { name: 'Price per unit' }).fill('2')
    await (await review(page)).getByRole('button', { name: 'Place the offer' }).click()
    await page.getByRole('button', { name: 'Buy as Friend' }).click()
    // Opens the same market, with a review of the whole offer.
    const sheet = page.getByRole('dialog', { name: 'Buy 3 GOLD for 6 SANDBOX?' })
    await sheet.getByRole('button', { name: 'Buy', exact: true }).click()
    await page.getByText('Bought.').waitFor()
    // A single click switches back.
    await page.getByRole('dialog').getByRole('button', { name: 'Back to Me' }).click()
    await isNow(page, 'Me')
    await page.getByRole('tab', { name: 'Trades' }).click()
    await page.getByRole('grid', { name: 'Trades' }).getByRole('row', { name: 'bought 3 at 2' }).click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^order id [0-9a-f]{64}$/ })
      .waitFor()
    // The seller's history names the buyer, not the seller's own address that was paid.
    await openTab(page, 'History')
    const sold = history(page).getByRole('row').filter({ hasText: 'Sold 3 GOLD to Friend' })
    await sold.getByRole('link', { name: /^Friend, address R/ }).waitFor()
    await sold.getByText('+6.00000000').waitFor()
    expect(people.window.complaints).toEqual([])
  })
})
