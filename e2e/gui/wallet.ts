/** The wallet screen, as a person uses it. Everything is found by role and name. */
import type { Page } from 'playwright-core'
import { goTo } from './frame.ts'

export type WalletTab = 'History' | 'Receive' | 'Send' | 'Keys & safety'

/** From anywhere to a part of the wallet. */
export async function openTab(page: Page, tab: WalletTab): Promise<void> {
  await goTo(page, 'Wallet')
  await page.getByRole('tab', { name: tab, exact: true }).click()
  await page.getByRole('tabpanel', { name: tab, exact: true }).waitFor()
}
