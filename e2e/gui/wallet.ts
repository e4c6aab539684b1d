/** The wallet screen, as a person uses it. Everything is found by role and name. */
import type { Locator, Page } from 'playwright-core'
import { goTo } from './frame.ts'

export type WalletTab = 'History' | 'Receive' | 'Send' | 'Keys & safety'

/** From anywhere to a part of the wallet. */
export async function openTab(page: Page, tab: WalletTab): Promise<void> {
  await goTo(page, 'Wallet')
  await page.getByRole('tab', { name: tab, exact: true }).click()
  await page.getByRole('tabpanel', { name: tab, exact: true }).waitFor()
}

/** A payment filled in by mouse, and its review. */
export async function reviewPayment(page: Page, address: string, amount: string): Promise<Locator> {
  await openTab(page, 'Send')
  await page.getByRole('textbox', { name: 'Pay to' }).fill(address)
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await page.getByRole('button', { name: 'Build and review' }).click()
  return reviewSheet(page)
}

export async function reviewSheet(page: Page): Promise<Locator> {
  const sheet = page.getByRole('dialog', { name: /\?$/ })
  await sheet.waitFor()
  return sheet
}

export const history = (page: Page): Locator => page.getByRole('grid', { name: /^Transactions of the wallet/ })
export const coins = (page: Page): Locator => page.getByRole('grid', { name: /^Coins to choose from/ })
