/** What every screen has: sidebar, status bar, task tray, notifications. Everything is found by role and name. */
import type { Page } from 'playwright'
import { expect, vi } from 'vitest'

export type ScreenName =
  | 'Overview'
  | 'Wallet'
  | 'Mining'
  | 'Explorer'
  | 'Tokens'
  | 'Market'
  | 'Faucet'
  | 'Inheritance'
  | 'Channels'
  | 'Rewards'
  | 'Addresses'
  | 'Peers'
  | 'Bans'
  | 'Console'
  | 'Chains'
  | 'Settings'

export async function goTo(page: Page, screen: ScreenName): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: screen }).waitFor()
}

/** The text of one item of the status bar, without its hidden name. */
export async function statusFigure(page: Page, name: string): Promise<string> {
  const text = await page.getByRole('contentinfo').getByText(`${name}:`).locator('..').innerText()
  return text.replace(`${name}:`, '').trim()
}

/** Waits until a value that is asked for again and again has become what it should be. */
export async function becomes<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  await vi.waitFor(async () => expect(await read()).toEqual(wanted), { timeout: 10_000, interval: 50 })
}
