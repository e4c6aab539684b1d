/** Tests coins in the wallet: receiving, paying, finding a payment, exporting the history. */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/daemon.ts'
import { exportByDownload, exported } from './addresses.ts'
import { type AppWindow, keepEvidence, openWindow, transportsFor } from './app.ts'
import { becomes, goTo } from './frame.ts'
import { focusedName, stored } from './inPage.ts'
import { mintOverRpc, unfold } from './tokens.ts'
import { coins, history, openTab, reviewPayment, reviewSheet } from './wallet.ts'

/** Address outside this wallet. */
const THEM = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const OTHER = 'RRvwmbkxR5YRzPGL5kMFHMe1AH33MeD8rN'

interface Entry {
  readonly txid: string
  readonly amount: number
  readonly comment?: string
  readonly to?: string
}

describe.each(transportsFor('browser'))('coins in the window, %s', (transport) => {
  let window: AppWindow
  const home = temporaryFolder()
  keepEvidence(() => window)

  beforeAll(async () => {
    window = await openWindow({ transport, home })
    await mintOverRpc(window.rpc, 'GOLD', '0.00250000', 'So that there are outputs that must not be spent')
  })
  afterAll(async () => {
    await window?.close()
    rmSync(home, { recursive: true, force: true })
  })

  it('shows the parts of the balance as the node reports them', async () => {
    const { page, rpc } = window
    await goTo(page, 'Wallet')
    const { total, tokens } = await rpc.call<{ total: number; tokens: number }>('getwalletsummary')
    expect(tokens).toBeGreaterThan(0)
    const balance = page.locator('[data-shows="balance"]')
    await becomes(() => balance.innerText().then((text) => Number(text.replaceAll(',', ''))), total)
    const strip = page.locator('[data-figure]')
    await becomes(
      () => strip.allInnerTexts().then((texts) => texts.map((text) => Number(text.replaceAll(/[^\d.]/g, ''))).at(-1)),
      tokens,
    )
  })

  it('offers a receiving address with QR code and label, and shows when it was used', async () => {
    const { page, rpc } = window
    await openTab(page, 'Receive')
    // The main address receives too, and is listed.
    const { identity } = await rpc.call<{ identity: string }>('getwalletstatus')
    const { myaddress } = await rpc.call<{ myaddress: string }>('tokenaddress')
    expect(identity).toMatch(/^0[23]/)
    const ofTokenKey = page.getByRole('grid', { name: /^Receiving addresses/ }).getByRole('row', { name: myaddress })
    await ofTokenKey.getByText('Your main address', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'New address' }).first().click()
    const shown = page.getByRole('region', { name: 'Your address' })
    await shown.getByText('No label', { exact: true }).waitFor()
    // An address is unused until it receives a payment, whenever its key was made, so no age is shown.
    await shown.getByText(/^Give the address to whoever sends you coins, the key to/).waitFor()
    expect(await page.getByRole('tabpanel').innerText()).not.toMatch(/\bago\b|\bin \d|just now/)
    const address = (await shown.getByRole('link', { name: /^address R/ }).innerText()).trim()
    expect(await shown.innerText()).toContain(identity)
    expect(await rpc.call('validateaddress', address)).toMatchObject({ isvalid: true, ismine: true })
    await shown.getByRole('img', { name: `QR code of ${address}` }).waitFor()
    await shown.getByRole('button', { name: 'Add a label' }).click()
    await page.getByRole('textbox', { name: /^Label/ }).fill('Rent of the shop')
    await page.keyboard.press('Enter')
    const list = page.getByRole('grid', { name: /^Receiving addresses/ })
    const row = list.getByRole('row', { name: 'Rent of the shop' })
    await row.getByText('Unused').waitFor()
    // A payment of the wallet to itself does not count as received.
    await rpc.call('sendtoaddress', address, 3)
    await row.getByText('Used', { exact: true }).waitFor()
    await shown.getByText('Used by this wallet only.').waitFor()
    expect(await page.getByRole('tabpanel').innerText()).not.toMatch(/\bago\b|\bin \d|just now/)
    const all = await rpc.call<readonly { address: string; label: string }[]>('listreceiveaddresses')
    expect(all.find((one) => one.address === address)?.label).toBe('Rent of the shop')
  })

  it('pays with chosen coins by keyboard alone; Enter never confirms', async () => {
    const { page, rpc } = window
    const { keyboard } = page
    await rpc.call('generate', 1)
    await goTo(page, 'Home')
    await keyboard.press('g')
    await keyboard.press('w')
    await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()
    await page.getByRole('tab', { name: 'History' }).focus()
    for (const tab of ['Receive', 'Send']) {
      await keyboard.press('ArrowRight')
      await page.getByRole('tab', { name: tab, selected: true }).waitFor()
    }
    await page.getByRole('textbox', { name: 'Pay to' }).waitFor()
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 40; presses += 1) {
        if ((await focusedName(page)) === name) return
        await keyboard.press('Tab')
      }
      throw new Error(`Tab does not reach ${name}`)
    }
    // The panel and its scrolling part come first, because both can be scrolled by keyboard, then the link to tokens.
    for (let presses = 0; presses < 4; presses += 1) await keyboard.press('Tab')
    await keyboard.type(THEM)
    await keyboard.press('Tab')
    await keyboard.type('0.75')
    await tabTo('Add recipient')
    await keyboard.press('Tab')
    await keyboard.type('Anna')
    await keyboard.press('Tab')
    await keyboard.type('half of the rent')
    await keyboard.press('Tab')
    await keyboard.press('Space')
    await coins(page).getByText('In contract').first().waitFor()
    await tabTo('Coins to choose from, amounts in SANDBOX')
    // The largest coins come first; coins that must not be spent cannot be checked.
    await keyboard.press('Home')
    await keyboard.press('Space')
    await page.getByText('1 coin selected').waitFor()
    await tabTo('Review')
    await keyboard.press('Enter')
    const sheet = await reviewSheet(page)
    expect(await sheet.getByRole('heading', { level: 2 }).innerText()).toBe(`Send 0.75 SANDBOX to ${THEM}?`)
    await sheet.getByText(/^You pay 0\.75005 SANDBOX: 0\.75 \+ network fee 0\.00005\. Cannot be undone\.$/).waitFor()
    await tabTo('Details')
    await keyboard.press('Enter')
    await sheet.getByText('Change, back to you').waitFor()
    const before = await rpc.call<number>('getblockcount')
    await tabTo('Send')
    await keyboard.press('Enter')
    expect(await sheet.isVisible()).toBe(true)
    expect(await rpc.call('getblockcount')).toBe(before)
    await keyboard.press('Space')
    await page.getByText(/Payment sent\. Confirmed in block \d+\./).waitFor()
    const [sent] = (await rpc.call<readonly Entry[]>('listtransactions', '*', 20)).filter(
      ({ amount }) => amount === -0.75,
    )
    expect(sent).toMatchObject({ comment: 'half of the rent', to: 'Anna' })
    const { vin } = await rpc.call<{ vin: readonly unknown[] }>('getrawtransaction', sent?.txid, 1)
    expect(vin).toHaveLength(1)
  })

  it('prevents choosing an output of a token, and explains it', async () => {
    const { page } = window
    await openTab(page, 'Send')
    await page.getByRole('switch', { name: 'Choose coins manually' }).click()
    const row = coins(page)
      .getByRole('row', { name: /In contract/ })
      .first()
    expect(await row.getByRole('checkbox').isDisabled()).toBe(true)
    expect(await row.getAttribute('aria-label')).toMatch(/token/i)
    await coins(page).getByRole('checkbox', { name: 'Select all rows' }).click()
    await page.getByText(/^\d+ coins? selected/).waitFor()
    expect(await row.getByRole('checkbox').isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Clear' }).click()
  })

  it('keeps typed text after visits to other screens and a reload', async () => {
    const { page } = window
    await openTab(page, 'Send')
    await page.getByRole('textbox', { name: 'Pay to' }).fill(OTHER)
    await page.getByRole('textbox', { name: 'Amount' }).fill('12.5')
    await goTo(page, 'Tokens')
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Tokens' }).waitFor()
    await openTab(page, 'Send')
    expect(await page.getByRole('textbox', { name: 'Pay to' }).inputValue()).toBe(OTHER)
    expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('12.5')
    await page.getByRole('button', { name: 'Clear' }).click()
    expect(await stored(page)).not.toContain(OTHER)
  })

  it('explains every mistake in plain words, before the node rejects it', async () => {
    const { page } = window
    await openTab(page, 'Send')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await page.getByText('Enter an address.').waitFor()
    await page.getByText('Enter an amount.').waitFor()
    await page.getByRole('textbox', { name: 'Pay to' }).fill('RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8E')
    await page.getByText('Not a valid address of this chain: check it for typos.').waitFor()
    await page.getByRole('textbox', { name: 'Amount' }).fill('99000000')
    await page.getByText(/You can spend at most [\d,.]+\./).waitFor()
    await page.getByRole('textbox', { name: 'Pay to' }).fill(THEM)
    await page.getByRole('textbox', { name: 'Amount' }).fill('0.00000001')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await page.getByRole('alert').getByText('An amount is too small to send').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
  })

  it('pays two recipients at once, and sends everything that a coin contains', async () => {
    const { page, rpc } = window
    await openTab(page, 'Send')
    await page.getByRole('textbox', { name: 'Pay to' }).fill(THEM)
    await page.getByRole('textbox', { name: 'Amount' }).fill('1')
    await page.getByRole('button', { name: 'Add recipient' }).click()
    await page.getByRole('textbox', { name: 'Pay to, 2' }).fill(OTHER)
    await page.getByRole('textbox', { name: 'Amount of recipient 2' }).fill('2')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    let sheet = await reviewSheet(page)
    await sheet.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText(/Payment sent/).waitFor()
    const paid = (await rpc.call<readonly Entry[]>('listtransactions', '*', 20)).map(({ amount }) => amount)
    expect(paid).toEqual(expect.arrayContaining([-1, -2]))

    await page.getByRole('button', { name: 'Send another' }).click()
    await page.locator('input:focus').waitFor()
    // The whole balance, with all its digits, is shown uncut in the field and can be replaced by typing.
    const amount = page.getByRole('textbox', { name: 'Amount' })
    await page.getByRole('button', { name: 'All: send everything' }).click()
    await becomes(async () => (await amount.inputValue()).length >= '999999.00000000'.length, true)
    expect(await amount.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
    await amount.fill('0.01')
    expect(await amount.inputValue()).toBe('0.01')
    await page.getByRole('switch', { name: 'Choose coins manually' }).click()
    // Sorted by amount, smallest first: the reward of a block.
    const amountHeader = coins(page).getByRole('button', { name: /^Amount/ })
    await amountHeader.click()
    await coins(page).and(page.locator('[aria-busy="false"]')).waitFor()
    const spendable = coins(page).getByRole('row', { name: /, Spendable/ })
    await spendable.first().getByText(/^0\./).waitFor()
    await spendable.first().getByRole('checkbox').click()
    const payTo = page.getByRole('textbox', { name: 'Pay to' })
    const faucet = await rpc.call<{ FaucetCCAddress: string }>('faucetaddress')
    await payTo.fill(faucet.FaucetCCAddress)
    await page.getByText(/This is a contract’s address/).waitFor()
    await payTo.fill(OTHER)
    await page.getByRole('button', { name: 'All: send everything' }).click()
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    sheet = await reviewSheet(page)
    await unfold(sheet)
    await sheet
      .getByText(/SANDBOX$/)
      .first()
      .waitFor()
    expect(await sheet.getByText('Change, back to you').count()).toBe(0)
    await sheet.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText(/Payment sent/).waitFor()
  })

  it('finds a payment by its note, opens it, and exports the search result', async () => {
    const { page } = window
    await openTab(page, 'History')
    const search = page.getByRole('searchbox', { name: 'Search the history' })
    await search.fill('half of the rent')
    // The total number is unknown to the filter; the text once said "1 of 1" with 23 transactions.
    await page.getByText('1 matches the filter', { exact: true }).waitFor()
    await becomes(() => history(page).getByRole('row').count(), 2)
    await exportByDownload(page)
    const csv = await exported(page, 'Export the matching transactions', 'CSV')
    const [header, line = '', ...more] = csv.text.trimEnd().split('\r\n')
    expect(header).toBe('time,kind,what,amount,fee,addresses,label,for,note,state,height,txid')
    expect(more).toEqual([])
    expect(line).toMatch(
      new RegExp(
        `^\\d{4}-\\d\\d-\\d\\dT[\\d:]+Z,sent,Sent,-0\\.75005000,0\\.00005000,${THEM},,Anna,half of the rent,confirmed,\\d+,[0-9a-f]{64}$`,
      ),
    )
    await history(page).getByText('Anna').click()
    const drawer = page.getByRole('dialog', { name: 'Transaction' })
    await drawer.getByText('half of the rent').waitFor()
    // A transaction in a block can no longer expire.
    await drawer
      .getByText(/confirmation/)
      .first()
      .waitFor()
    expect(await drawer.getByText('Expires', { exact: true }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await search.fill('')
    await page.getByRole('radio', { name: 'Mined' }).click()
    await becomes(() => history(page).getByText('Sent').count(), 0)
    await page.getByRole('radio', { name: 'All' }).click()
    await page.getByText(/^\d+ transactions$/).waitFor()
  })

  it('shows the labels of own addresses on other screens', async () => {
    const { page, rpc } = window
    const entries = await rpc.call<readonly { address: string; label: string }[]>('listreceiveaddresses')
    const mine = entries.find(({ label }) => label === 'Rent of the shop')?.address ?? ''
    const sheet = await reviewPayment(page, mine, '0.1')
    await unfold(sheet)
    await sheet.getByText('Rent of the shop').waitFor()
    await sheet.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByRole('button', { name: 'Clear' }).click()
  })

  it('causes no script error, policy violation or foreign request', () => {
    expect(window.complaints).toEqual([])
  })
})
