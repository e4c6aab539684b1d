/** Tests the use of addresses: look up, list, filter, prove, watch; by keyboard alone, and with hostile text. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BROKEN, type Fixture, getLookUpField, list, makeHistory, openAddress, rowTexts, UNUSED } from './addresses.ts'
import { type AppWindow, keepEvidence, openWindow, pageTransports } from './app.ts'
import { becomes, goTo, showsCard, useDeveloperMode } from './frame.ts'
import { focusedName } from './inPage.ts'
import { mintOverRpc } from './tokens.ts'

describe.each(pageTransports)('addresses in the window, %s', (transport) => {
  let window: AppWindow
  let fixture: Fixture
  keepEvidence(() => window)

  beforeAll(async () => {
    window = await openWindow({ transport })
    fixture = await makeHistory(window.rpc)
  })
  afterAll(() => window?.close())

  it('looks an address up by keyboard alone', async () => {
    const { page, rpc } = window
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.getByRole('heading', { level: 1, name: 'Addresses' }).waitFor()
    await page.keyboard.press('/')
    expect(await focusedName(page)).toMatch(/^Look up/)
    await page.keyboard.type(fixture.address)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Address' }).waitFor()
    const { balance } = await rpc.call<{ balance: number }>('getaddressbalance', fixture.address)
    expect(balance).toBe(1_584_568_891)
    await page.getByText('15.84568891').first().waitFor()
    await page.getByRole('tab', { name: 'Check' }).click()
    const verdict = page.getByText(`All three are equal at block ${fixture.height}`)
    await verdict.getByRole('link', { name: new RegExp(`, block ${fixture.height}$`) }).waitFor()

    await page.getByRole('tab', { name: /^Transactions/ }).focus()
    await page.keyboard.press('ArrowRight')
    await list(page, /^Unspent/).waitFor()
    await page.keyboard.press('ArrowRight')
    await list(page, /^Unconfirmed/).waitFor()
    await page.keyboard.press('Home')
    const transactions = list(page, /^Transactions/)
    await transactions.getByText('12.34567891').first().waitFor()
    await transactions.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Transaction' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Transaction' }).waitFor({ state: 'detached' })
  })

  it('lists, sorts and filters the transactions of an address', async () => {
    const { page } = window
    await openAddress(page, fixture.address)
    const transactions = list(page, /^Transactions/)
    const newest = await rowTexts(transactions, 4)
    expect(newest.map((row) => /[+−][\d.]+/.exec(row)?.[0])).toEqual([
      '+2.00000000',
      '+12.34567891',
      '+0.00001000',
      '+1.50000000',
    ])
    await transactions.getByRole('button', { name: 'Block' }).click()
    await becomes(async () => (await rowTexts(transactions, 4))[0]?.includes('+1.50000000'), true)

    await page.getByRole('textbox', { name: 'From block' }).fill(String(fixture.height - 2))
    await page.getByRole('textbox', { name: 'To block' }).fill(String(fixture.height - 1))
    await page.keyboard.press('Enter')
    await page.getByText('2 of 4 transactions match the filter').waitFor()
    await page.getByRole('textbox', { name: 'From block' }).fill('9999')
    await page.getByText('The first is after the last.').waitFor()
    await page.getByRole('button', { name: 'All blocks' }).click()
    await page.getByRole('radio', { name: 'Spent' }).click()
    await page.getByText('Nothing matches this filter').waitFor()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await page
      .getByRole('status')
      .filter({ hasText: /^4 transactions$/ })
      .waitFor()

    await page.getByRole('tab', { name: /^Unspent/ }).click()
    const outputs = list(page, /^Unspent/)
    await outputs.getByRole('button', { name: /^Amount/ }).click()
    await becomes(async () => /12\.34567891/.test((await rowTexts(outputs, 4))[0] ?? ''), true)
    await page.getByRole('tab', { name: 'Unconfirmed' }).click()
    expect(await rowTexts(list(page, /^Unconfirmed/), 1)).toEqual([expect.stringContaining('+0.25000000')])
  })

  it('links a transaction to the addresses that it pays', async () => {
    const { page } = window
    await openAddress(page, fixture.address)
    await list(page, /^Transactions/)
      .getByText('12.34567891')
      .first()
      .click()
    const drawer = page.getByRole('dialog', { name: 'Transaction' })
    await drawer.getByRole('link', { name: `address ${fixture.address}` }).waitFor()
    const names = await drawer.getByRole('link', { name: /^address R/ }).allInnerTexts()
    const [address = ''] = names
      .flatMap((name) => /R\w{33}/.exec(name) ?? [])
      .filter((each) => each !== fixture.address)
    await drawer
      .getByRole('link', { name: `address ${address}` })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Copy address ${address}` }).waitFor()
  })

  it('updates an open address page when a block arrives', async () => {
    const { page, rpc } = window
    await openAddress(page, fixture.address)
    await page
      .getByRole('status')
      .filter({ hasText: /^4 transactions$/ })
      .waitFor()
    await rpc.call('generate', 1)
    await page
      .getByRole('status')
      .filter({ hasText: /^5 transactions$/ })
      .waitFor()
    await page.getByText('16.09568891').first().waitFor()
    await page.getByRole('tab', { name: 'Check' }).click()
    await page.getByText(`All three are equal at block ${fixture.height + 1}`).waitFor()
  })

  it('shows the chart as a table, and the address as a QR code', async () => {
    const { page } = window
    await openAddress(page, fixture.address)
    await page.getByRole('img', { name: /^Balance from block/ }).waitFor()
    await page.getByRole('radio', { name: 'Table' }).click()
    const points = list(page, /^Balance over time/)
    await points.getByText('16.09568891').waitFor()
    const last = fixture.height + 1
    await showsCard(points.getByRole('link', { name: `${last}, block ${last}`, exact: true }), 'Confirmations')
    await page.getByRole('button', { name: 'QR code' }).click()
    const code = page.getByRole('img', { name: `QR code of ${fixture.address}` })
    await code.waitFor()
    expect(await code.locator('rect').getAttribute('fill')).toBe('#fff')
    await page.keyboard.press('Escape')
  })

  it('distinguishes invalid addresses from unused ones', async () => {
    const { page } = window
    await goTo(page, 'Addresses')
    const field = getLookUpField(page)
    await field.fill(`<td>${BROKEN}</td>\u202e ${UNUSED};${fixture.address}\n${UNUSED} <script>alert(1)</script>`)
    await page.getByRole('option', { name: 'Look up 3 addresses' }).waitFor()
    await field.press('Enter')
    const found = list(page, /^Addresses looked up/)
    const rows = await rowTexts(found, 3)
    expect(rows[0]).toContain('Not an address')
    expect(rows[1]).toContain('never used')
    expect(rows[2]).toContain('16.09568891')
    await found.getByRole('row').nth(1).click()
    await page.getByText('This is not an address of this chain').waitFor()
    await goTo(page, 'Addresses')
    await field.fill('R'.repeat(150_000))
    await field.press('Enter')
    await page.getByText('Nothing found on this chain.').waitFor()
    await field.fill(BROKEN)
    await field.press('Enter')
    await page.getByText('Not a valid address or key.').waitFor()
    expect(await field.inputValue()).toBe(BROKEN)
    await field.fill('')
  })

  it('shows holders and amounts as the node reports them', async () => {
    const { page, rpc } = window
    // Coins in contracts belong to no row, so neither the average nor the shares may count them as listed.
    await mintOverRpc(rpc, 'HEAVY', '500', '')
    await goTo(page, 'Addresses')
    await goTo(page, 'Distribution')
    const snapshot = await rpc.call<{ total_addresses: number; addresses: { addr: string; amount: string }[] }>(
      'getsnapshot',
    )
    const rows = await rowTexts(list(page, /^Largest holders/), snapshot.total_addresses)
    expect(rows.length).toBe(snapshot.addresses.length)
    snapshot.addresses.forEach(({ addr, amount }, place) => {
      expect(rows[place]).toContain(addr)
      expect(rows[place]?.replaceAll(',', '')).toContain(amount)
    })
    await page.getByRole('table', { name: /^Distribution/ }).waitFor()
    // The average is over the listed coins, the shares are of all coins.
    const figure = async (label: string) => {
      const text = await page
        .getByText(label, { exact: true })
        .locator('xpath=../..')
        .locator('[data-figure]')
        .innerText()
      return Number(text.replaceAll(',', ''))
    }
    const listed = snapshot.addresses.reduce((sum, { amount }) => sum + Number(amount), 0)
    expect(await figure('Average')).toBeCloseTo(listed / snapshot.total_addresses, 6)
    const shares = rows.map((text) => Number(/([\d.]+) %/.exec(text)?.[1]))
    const all = await figure('Total coins')
    snapshot.addresses.forEach(({ amount }, place) => {
      expect(shares[place]).toBeCloseTo((100 * Number(amount)) / all, 1)
    })
  })

  it('checks the whole address index from developer mode', async () => {
    const { page } = window
    await goTo(page, 'Addresses')
    await page.getByRole('list', { name: 'My addresses' }).getByText('Main address').waitFor()
    expect(await page.getByRole('button', { name: 'Check every address' }).count()).toBe(0)
    await useDeveloperMode(page)
    await page.getByRole('button', { name: 'Check every address' }).click()
    const verdict = page.getByText(/Everything adds up at block/)
    await verdict.getByRole('link', { name: /, block \d+$/ }).hover()
    // The card of the block shows before the link is followed.
    await page.getByRole('tooltip').getByText('Confirmations').waitFor()
  })

  it('watches an address with a label, and undoes a removal', async () => {
    const { page, rpc } = window
    await openAddress(page, fixture.address)
    await page.getByRole('button', { name: 'Watch', exact: true }).click()
    await page.getByRole('textbox', { name: /^Label/ }).fill('<b>Rent</b> & more')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Watched' }).waitFor()
    await page.getByRole('heading', { level: 1, name: '<b>Rent</b> & more' }).waitFor()
    await goTo(page, 'Addresses')
    const watched = list(page, /^Watched addresses/)
    await watched.getByText('<b>Rent</b> & more').waitFor()
    await getLookUpField(page).fill('rent')
    await page.getByRole('option', { name: /^<b>Rent<\/b> & more/ }).waitFor()
    await getLookUpField(page).press('Escape')
    await watched.getByRole('button', { name: /^Stop watching/ }).click()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await watched.getByText('<b>Rent</b> & more').waitFor()
    expect(await rpc.call('listwatchedaddresses')).toMatchObject([
      { address: fixture.address, label: '<b>Rent</b> & more' },
    ])
    await getLookUpField(page).fill('')
  })

  it('causes no script error, policy violation or foreign request', () => {
    expect(window.complaints).toEqual([])
  })
})
