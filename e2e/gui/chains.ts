/** Helpers for the chain screens: the first question, the switcher on top of the sidebar, the list. */
import type { Page } from 'playwright'
import { openWindow, type Transport } from './app.ts'
import { goTo, statusFigure } from './frame.ts'

/** Options without outgoing or incoming connections to other computers. */
const ALONE = ['-dnsseed=0', '-bind=127.0.0.1', '-discover=0']
/** Starts the app without naming a chain, as a user does. */
export const openWithoutChain = (transport: Transport, home: string) =>
  openWindow({ transport, home, unnamed: true, args: ALONE })
export const question = (page: Page) => page.getByRole('heading', { name: 'Welcome to Chainwright' })
export const overview = (page: Page) => page.getByRole('heading', { level: 1, name: 'Home' })
export const switcher = (page: Page) => page.getByRole('button', { name: /^Switch chain:/ })
export const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true })
export const height = async (page: Page) => Number((await statusFigure(page, 'Height')).replaceAll(',', ''))

export const tray = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('button', { name, exact: true })

export async function openDrawer(page: Page, label: string) {
  await goTo(page, 'Chains')
  await row(page, label).click()
  const drawer = page.getByRole('dialog', { name: label })
  await drawer.waitFor()
  return drawer
}
