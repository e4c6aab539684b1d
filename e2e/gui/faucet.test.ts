/**
 * Tests the faucet from both sides. One user pays in. Another one, new to the chain, searches for a claim, stops,
 * reloads, tries again, sends the claim and sees it in a block. A second claim is rejected with its reasons.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import {
  conditions,
  EndedTooSoon,
  fetchClaim,
  fetchClaimChecks,
  followChain,
  fundOverRpc,
  reviewDeposit,
  SEARCH_MS,
  sendBlocks,
  showHow,
  startButton,
  stopButton,
  whileSearching,
} from './faucet.ts'
import { type FaultInjector, troubleFor } from './faultInjector.ts'
import { becomes, closePopover, goTo } from './frame.ts'
import { focusedName, sidewaysOverflow, touchingLabels } from './inPage.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { resize } from './resize.ts'

const NARROW = { width: 960, height: 640 }
const WIDE = { width: 1280, height: 820 }

let giver: AppWindow
let newcomer: AppWindow
let trouble: FaultInjector

beforeAll(async () => {
  giver = await openWindow({ transport: 'browser', args: ['-automine=0'] })
  await disableAnimations(giver.page)
})
afterAll(async () => {
  await newcomer?.close()
  await giver?.close()
})

/** Claims of earlier searches, whose sending was held back, are tasks too. */
const SOME_TASKS = /^\d+ tasks? running/

describe('a user who funds the faucet', () => {
  keepEvidence(() => giver)

  it('sees an empty faucet, and the reason why this node cannot claim from it', async () => {
    const { page } = giver
    await goTo(page, 'Faucet')
    await page.getByRole('heading', { name: 'The faucet is empty.' }).waitFor()
    await page.getByText('No deposits yet').waitFor()
    expect(await startButton(page).isDisabled()).toBe(true)
    expect(await inspect(page, 'faucet-empty')).toEqual([])
    await showHow(page)
    await conditions(page).getByText('The faucet is empty.', { exact: true }).waitFor()
    await conditions(page)
      .getByRole('button', { name: /^Show the transaction in block 1$/ })
      .click()
    await page.getByRole('dialog', { name: 'Transaction' }).getByText('Block reward').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('sees an error message for each invalid amount', async () => {
    const { page } = giver
    await page.getByRole('button', { name: 'Fund the faucet' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Fund the faucet' })
    for (const [amount, told] of [
      ['', 'Enter an amount.'],
      ['1e5', 'Enter an amount with up to 8 decimals'],
      ['0.01', 'Enter more than 0.01.'],
      ['99999999', 'With the fee, more than'],
    ] as const) {
      await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
      await dialog.getByRole('button', { name: 'Review', exact: true }).click()
      await dialog.getByText(told, { exact: false }).waitFor()
    }
    expect(await inspect(page, 'faucet-fund-mistake')).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('pays in after a review that Enter does not confirm, and sees the deposit arrive', async () => {
    const { page, rpc } = giver
    const sheet = await reviewDeposit(page, '2.50000001')
    expect(await sheet.getByRole('heading', { level: 2 }).innerText()).toBe('Fund the faucet with 2.50000001 SANDBOX?')
    await sheet
      .getByText('You pay 2.50010001 SANDBOX: 2.50000001 + network fee 0.0001. Cannot be undone.', { exact: true })
      .waitFor()
    expect(await inspect(page, 'faucet-fund-review')).toEqual([])
    const send = sheet.getByRole('button', { name: 'Fund the faucet' })
    await send.focus()
    await page.keyboard.press('Enter')
    expect(await sheet.isVisible()).toBe(true)
    expect(await rpc.call('getrawmempool')).toEqual([])
    await page.keyboard.press('Space')
    await page.getByText(/Waiting for the next block/).waitFor()
    // Located by text, because roles behind the dialog are hidden.
    await page.getByText('unconfirmed', { exact: true }).waitFor()
    expect(await inspect(page, 'faucet-fund-sent')).toEqual([])
    await rpc.call('generate', 1)
    await page.getByText(/Faucet funded\. Confirmed in block \d+\./).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
    expect(String((await rpc.call<{ funding: number }>('faucetinfo')).funding)).toBe('2.50000001')
    await page.getByRole('heading', { name: '24 claims left' }).waitFor()
    await page
      .getByText('The faucet holds 2.50000001 SANDBOX. Each claim takes 0.1001 from it, fee included.')
      .waitFor()
  })
})

describe('a user new to the chain', () => {
  keepEvidence(() => newcomer)

  beforeAll(async () => {
    await giver.rpc.call('generate', 4)
    newcomer = await openWindow({ transport: 'browser', args: ['-automine=0'] })
    trouble = await troubleFor(newcomer.page)
    await newcomer.page.reload()
    await disableAnimations(newcomer.page)
    await followChain(giver.rpc, newcomer.rpc)
    await goTo(newcomer.page, 'Faucet')
  })

  it('sees that all eight conditions are met', async () => {
    const { page } = newcomer
    expect(await conditions(page).count()).toBe(0)
    await showHow(page)
    await page.getByRole('heading', { name: '8 of 8 conditions met' }).waitFor()
    await becomes(() => conditions(page).getByText('Yes', { exact: true }).count(), 8)
    expect(await inspect(page, 'faucet-how')).toEqual([])
    await page.getByRole('button', { name: 'How it works', expanded: true }).click()
    expect(await startButton(page).isEnabled()).toBe(true)
    expect(await inspect(page, 'faucet-open')).toEqual([])
  })

  it('watches a search (bar, time left, curve, task tray), stops it and may try again', async () => {
    const { page, rpc } = newcomer
    await whileSearching(newcomer, trouble, async () => {
      const bar = page.getByRole('progressbar', { name: 'Search for a claim' })
      await bar.waitFor()
      await page
        .getByText(/^About \d+ .* left$/)
        .first()
        .waitFor()
      expect(await bar.getAttribute('aria-valuetext')).toMatch(/% of claims like this are found by now\. .* left/)
      await page.getByRole('contentinfo').getByRole('button', { name: SOME_TASKS }).waitFor()
      // The pressed button is gone; the keyboard focus stays at its position.
      await becomes(() => page.locator('main [tabindex="-1"]:focus').count(), 1)
      await page.keyboard.press('Tab')
      expect(await focusedName(page)).toBe('Stop')
      await page.keyboard.press('Enter')
      await page.getByText(/^Stopped after/).waitFor()
    })
    const stopped = await fetchClaim(rpc)
    expect(stopped.state).toBe('cancelled')
    expect(await inspect(page, 'faucet-stopped')).toEqual([])
    await showHow(page)
    await page.getByRole('img', { name: /^After [\d,]+ attempts/ }).waitFor()
    expect((await fetchClaim(rpc)).attempts).toBe(stopped.attempts)
    expect(await rpc.call('getrawmempool')).toEqual([])
    await page.getByRole('button', { name: 'Try again' }).waitFor()
  })

  it('confirms a reload, which then resumes the same search', async () => {
    const { page, rpc } = newcomer
    await whileSearching(newcomer, trouble, async () => {
      await stopButton(page).waitFor()
      const before = await fetchClaim(rpc)
      let asked = ''
      page.once('dialog', (dialog) => {
        asked = dialog.type()
        void dialog.accept()
      })
      await page.reload()
      await stopButton(page).waitFor()
      const after = await fetchClaim(rpc)
      if (after.state !== 'searching') throw new EndedTooSoon()
      expect(asked).toBe('beforeunload')
      expect(after.id).toBe(before.id)
      expect(after.attempts).toBeGreaterThanOrEqual(before.attempts)
    })
  })

  it('sees a running search in both themes that fits the smallest window', async () => {
    const { page } = newcomer
    await whileSearching(newcomer, trouble, async () => {
      expect(await inspect(page, 'faucet-searching')).toEqual([])
      await resize(page, NARROW)
      expect(await sidewaysOverflow(page)).toBe(0)
      expect(await touchingLabels(page)).toEqual([])
      expect(await inspect(page, 'small-faucet-searching')).toEqual([])
      await resize(page, WIDE)
    })
  })

  it('sees on any page that a search runs, and sends a found claim by opening its page', {
    timeout: 2 * SEARCH_MS,
  }, async () => {
    const { page, rpc } = newcomer
    await whileSearching(newcomer, trouble, async () => {
      await goTo(page, 'Home')
      await page.getByRole('contentinfo').getByRole('button', { name: SOME_TASKS }).click()
      const tray = page.getByRole('dialog', { name: 'Tasks' })
      await tray.getByText('Searching for a faucet claim').waitFor()
      await page.keyboard.press('Escape')
      if ((await fetchClaim(rpc)).state !== 'searching') throw new EndedTooSoon()
      await expect.poll(() => fetchClaim(rpc).then(({ state }) => state), { timeout: SEARCH_MS }).toBe('found')
      await page.getByText('A faucet claim was found').first().waitFor()
    })
    // The claim stays in the tray until its page is opened.
    const opener = page.getByRole('contentinfo').getByRole('button', { name: 'A faucet claim was found' })
    await opener.click()
    const tray = page.getByRole('dialog', { name: 'Tasks' })
    await tray.getByText('You have not claimed it yet.').waitFor()
    await closePopover(page, opener)
    expect(await rpc.call('getrawmempool')).toEqual([])
    await page.getByRole('button', { name: 'Go to the claim' }).click()
    await page.getByText(/Waiting for the next block/).waitFor()
    const { txid = '' } = await fetchClaim(rpc)
    expect(txid).toMatch(/^00[0-9a-f]{60}00$/)
    expect(await rpc.call('getrawmempool')).toEqual([txid])
    expect(await inspect(page, 'faucet-claim-sent')).toEqual([])
  })

  it('still follows the claim after a reload, until a block confirms it', async () => {
    const { page, rpc } = newcomer
    await page.reload()
    await page.getByText(/Waiting for the next block/).waitFor()
    await page.getByRole('contentinfo').getByRole('button', { name: SOME_TASKS }).waitFor()
    await rpc.call('generate', 1)
    await page.getByText(/0\.1 SANDBOX received\. Confirmed in block \d+\./).waitFor()
    const history = page.getByRole('grid', { name: /^Deposits and claims/ })
    await history.getByText('you', { exact: true }).waitFor()
    expect(await inspect(page, 'faucet-claimed')).toEqual([])
    await resize(page, NARROW)
    expect(await sidewaysOverflow(page)).toBe(0)
    expect(await inspect(page, 'small-faucet-claimed')).toEqual([])
    await resize(page, WIDE)
  })

  it('sees a second claim rejected, with the reasons and their evidence', async () => {
    const { page, rpc } = newcomer
    const { txid = '' } = await fetchClaim(rpc)
    const failed = (await fetchClaimChecks(rpc)).filter(({ passed }) => !passed)
    expect(failed.map(({ name }) => name)).toEqual(['history', 'claimed'])
    expect(failed.find(({ name }) => name === 'claimed')?.txid).toBe(txid)
    await showHow(page)
    await page.getByText('This address has already claimed.').waitFor()
    expect(await startButton(page).count()).toBe(0)
    const refused = await rpc.call<{ result: string; error: string }>('startfaucetclaim')
    expect(refused).toMatchObject({ result: 'error' })
    const claimed = conditions(page).getByRole('listitem').filter({ hasText: 'The address has not claimed before' })
    await claimed.getByRole('button', { name: /^Show the transaction/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Transaction' })
    await drawer.getByText('Back into the faucet').waitFor()
    expect(await inspect(page, 'faucet-claim-drawer')).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('causes no script error, policy violation or foreign request', () => {
    expect(newcomer.complaints).toEqual([])
  })
})

describe('the faucet after a claim', () => {
  keepEvidence(() => giver)

  it('shows the same state to both users', async () => {
    await sendBlocks(newcomer.rpc, giver.rpc)
    await giver.page.getByRole('heading', { name: '23 claims left' }).waitFor()
    const history = giver.page.getByRole('grid', { name: /^Deposits and claims/ })
    await history.getByText('Claim', { exact: true }).waitFor()
    expect(await inspect(giver.page, 'faucet-full')).toEqual([])
    expect(giver.complaints).toEqual([])
  })

  it('shows a history that can be scrolled and read with the keyboard', async () => {
    const { page, rpc } = giver
    for (let index = 0; index < 15; index += 1) await fundOverRpc(rpc, `1.${String(index).padStart(2, '0')}`)
    const history = page.getByRole('grid', { name: /^Deposits and claims/ })
    await becomes(() => history.getAttribute('aria-rowcount'), '18')
    // At a width that fits their column, heights link to their blocks.
    await resize(page, { width: 1600, height: 820 })
    await history
      .getByRole('link', { name: /, block \d+$/ })
      .first()
      .waitFor()
    await resize(page, WIDE)
    await history.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Transaction' }).getByText('2.50000001', { exact: false }).first().waitFor()
    await page.keyboard.press('Escape')
  })
})
