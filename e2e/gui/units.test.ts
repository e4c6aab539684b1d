/**
 * Tests amounts in satoshis, from the choice in the settings to the sent payment, and their layout in every language.
 */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportByDownload, exported } from './addresses.ts'
import { type AppWindow, keepEvidence, openWindow, transports } from './app.ts'
import { fundOverRpc } from './faucet.ts'
import { fitsInBothSizes } from './fits.ts'
import { becomes, goTo, openPath } from './frame.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { mintOverRpc, unfold } from './tokens.ts'
import { history, openTab, reviewPayment, reviewSheet } from './wallet.ts'

/** Address outside this wallet. */
const THEM = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'

type Choice = '0.5' | '0.50000000' | '50,000,000 sat'

async function choose(page: Page, choice: Choice): Promise<void> {
  await goTo(page, 'Settings')
  const units = page.getByRole('radiogroup', { name: 'Amounts' })
  await units.getByRole('radio', { name: choice, exact: true }).click()
  await units.getByRole('radio', { name: choice, exact: true, checked: true }).waitFor()
}

const amountField = (page: Page) => page.getByRole('textbox', { name: 'Amount' })
const satoshis = (coins: number) => Math.round(coins * 1e8).toLocaleString('en')

describe.each(transports)('amounts in satoshis, %s', (transport) => {
  let window: AppWindow
  keepEvidence(() => window)

  beforeAll(async () => {
    window = await openWindow({ transport })
    await disableAnimations(window.page)
  })
  afterAll(() => window?.close())

  it('apply to the whole window after the choice in the settings, and persist', async () => {
    const { page, rpc } = window
    await choose(page, '50,000,000 sat')
    expect(await inspect(page, `units-settings-${transport}`)).toEqual([])
    await page.reload()
    await goTo(page, 'Wallet')
    const { total } = await rpc.call<{ total: number }>('getwalletsummary')
    await becomes(() => page.locator('[data-figure]').first().innerText(), satoshis(total))
    await goTo(page, 'Home')
    await page.getByText(satoshis(total)).first().waitFor()
  })

  it('accept only integers, and show the conversion of a fraction', async () => {
    const { page } = window
    await openTab(page, 'Send')
    await page.getByRole('textbox', { name: 'Pay to' }).fill(THEM)
    await amountField(page).fill('1.5')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await page.getByText('Satoshis are whole numbers. 1.5 coins would be 150,000,000 sat.').waitFor()
    await amountField(page).locator('xpath=..').getByText('sat', { exact: true }).waitFor()
    // Amounts in payment links are in coins.
    await page.getByRole('textbox', { name: 'Pay to' }).fill(`sandbox:${THEM}?amount=0.25`)
    await becomes(() => amountField(page).inputValue(), '25000000')
  })

  it('appear next to the amount in coins in the confirmation, and equal the sent amount', async () => {
    const { page, rpc } = window
    const sheet = await reviewPayment(page, THEM, '150,000,000')
    const title = sheet.getByRole('heading', { name: `Send 150,000,000 sat to ${THEM}?` })
    await title.waitFor()
    expect(await sheet.innerText()).toMatch(
      /You pay 150,\d{3},\d{3} sat: 150,000,000 \+ network fee [\d,]+\. Cannot be undone\.\s+= 1\.50\d+ SANDBOX/,
    )
    await unfold(sheet)
    await becomes(() => sheet.getByText('= 1.5 SANDBOX', { exact: true }).count(), 1)
    expect(await inspect(page, `units-review-${transport}`)).toEqual([])
    await sheet.getByRole('button', { name: 'Send', exact: true }).click()
    await page
      .getByText(/Waiting for the next block|Payment sent/)
      .first()
      .waitFor()
    await openTab(page, 'History')
    const row = history(page).getByRole('row').filter({ hasText: '150,' }).first()
    await row.waitFor()
    expect(await history(page).getByRole('columnheader', { name: 'Amount, sat' }).count()).toBe(1)
    const all = await rpc.call<readonly { address: string; amount: number; fee: number }[]>('listtransactions', '', 10)
    const sent = all.find(({ address }) => address === THEM)
    expect(sent?.amount).toBe(-1.5)
    expect(await row.innerText()).toContain(satoshis(1.5 - (sent?.fee ?? 0)))
  })

  it('stay in coins in exported files', async () => {
    const { page } = window
    await exportByDownload(page)
    const file = await exported(page, 'Export all transactions', 'CSV')
    expect(file.text).toMatch(/,-1\.500\d{5},/)
  })

  it('keep a half-filled payment when switched back to coins', async () => {
    const { page } = window
    await openTab(page, 'Send')
    await page.getByRole('textbox', { name: 'Pay to' }).fill(THEM)
    await amountField(page).fill('250000000')
    await choose(page, '0.5')
    await openTab(page, 'Send')
    expect(await amountField(page).inputValue()).toBe('2.5')
    await choose(page, '50,000,000 sat')
    await openTab(page, 'Send')
    expect(await amountField(page).inputValue()).toBe('250000000')
    await choose(page, '0.50000000')
    const sheet = await reviewPayment(page, THEM, '2')
    await sheet.getByRole('heading', { name: `Send 2 SANDBOX to ${THEM}?` }).waitFor()
    expect(await sheet.getByText('= 2').count()).toBe(0)
    await sheet.getByRole('button', { name: 'Change', exact: true }).click()
    expect(await page.locator('[data-figure]').first().innerText()).toMatch(/\.\d{8}$/)
    expect(window.complaints).toEqual([])
  })
})

const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español' } as const
const SETTINGS = { en: 'Settings', de: 'Einstellungen', es: 'Configuración' } as const

describe('amounts in satoshis, in every language', () => {
  let window: AppWindow
  let txid = ''
  keepEvidence(() => window)

  beforeAll(async () => {
    window = await openWindow({ transport: 'browser' })
    await disableAnimations(window.page)
    const { rpc } = window
    await mintOverRpc(rpc, 'GOLD', '0.0025', 'kept in Bern')
    await fundOverRpc(rpc, '10')
    txid = await rpc.call<string>('sendtoaddress', THEM, 12.345)
    await rpc.call('generate', 1)
    await choose(window.page, '50,000,000 sat')
  })
  afterAll(() => window?.close())

  it.each(['en', 'de', 'es'] as const)('fit into every screen: %s', async (language) => {
    const { page } = window
    await openPath(page, '/settings')
    await page.getByRole('radio', { name: LANGUAGES[language], exact: true }).click()
    await page.getByRole('heading', { level: 1, name: SETTINGS[language] }).waitFor()
    await fitsInBothSizes(page, `units-settings-${language}`)
    const screens = {
      overview: '/',
      wallet: '/wallet',
      faucet: '/faucet',
      receive: '/wallet?tab=receive',
      transaction: `/tx/${txid}`,
      explorer: '/explorer',
      tokens: '/tokens',
      market: '/market',
      rewards: '/rewards',
      addresses: `/addresses/${THEM}`,
    }
    for (const [name, path] of Object.entries(screens)) {
      await openPath(page, path)
      await fitsInBothSizes(page, `units-${name}-${language}`)
    }
    await openPath(page, '/wallet?tab=send')
    await page.locator('form input').first().fill(THEM)
    await page.locator('form input').nth(1).fill('150000000')
    await fitsInBothSizes(page, `units-send-${language}`)
    await page.locator('form button[type="submit"]').click()
    await reviewSheet(page)
    await fitsInBothSizes(page, `units-review-${language}`)
    await page.keyboard.press('Escape')
  })
})
