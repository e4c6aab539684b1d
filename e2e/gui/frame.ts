/** What every screen has: sidebar, status bar, task tray, notifications. Everything is found by role and name. */
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { focusedName } from './inPage.ts'

/** Pages that have an entry in the sidebar. */
type PlaceName = 'Home' | 'Tokens' | 'Faucet' | 'Addresses' | 'Network' | 'Explorer' | 'Settings'

/** Addresses of pages that the search or a link leads to. */
const ELSEWHERE = {
  Wallet: '/wallet',
  Mining: '/mining',
  Console: '/console',
  Chains: '/chains',
  Inheritance: '/inheritance',
  Channels: '/channels',
  Rewards: '/rewards',
} as const

const TABS = { All: 'Tokens', Market: 'Tokens', Peers: 'Network', Bans: 'Network', Distribution: 'Addresses' } as const

export type ScreenName = PlaceName | keyof typeof ELSEWHERE | keyof typeof TABS

/** Goes to a page: by the sidebar and the tabs of a place, or by its address. */
export async function goTo(page: Page, screen: ScreenName): Promise<void> {
  const link = (navigation: string, name: string) =>
    page.getByRole('navigation', { name: navigation }).getByRole('link', { name, exact: true })
  const title = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  if (screen in ELSEWHERE) {
    // While the window loads, another address is ignored.
    await page.getByRole('navigation', { name: 'Screens' }).waitFor()
    await page.evaluate(`location.hash = ${JSON.stringify(`#${ELSEWHERE[screen as keyof typeof ELSEWHERE]}`)}`)
    return title(screen)
  }
  const place = TABS[screen as keyof typeof TABS] ?? screen
  await link('Screens', place).click()
  await title(place)
  if (place === screen) return
  await link(place, screen).click()
  await page.locator(`nav a[aria-current="page"]`, { hasText: screen }).waitFor()
}

/** Switches developer mode on, which shows calls, ports and other details of the node, and loads the window anew. */
export async function useDeveloperMode(page: Page): Promise<void> {
  await page.evaluate(`localStorage.setItem('chainwright.display', '{"state":{"developer":true},"version":1}')`)
  await page.reload()
  await page.getByRole('contentinfo').getByText('Unconfirmed:').waitFor()
}

/** The text of one item of the status bar, without its hidden name. */
export async function statusFigure(page: Page, name: string): Promise<string> {
  const text = await page.getByRole('contentinfo').getByText(`${name}:`).locator('..').innerText()
  return text.replace(`${name}:`, '').trim()
}

/** Waits until a value that is asked for again and again has become what it should be. */
export async function becomes<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  await waitFor(async () => expect(await read()).toEqual(wanted))
}

/**
 * Rests the pointer on a link until the card of its target shows; `line` is a line of that card. If the page scrolled while the
 * pointer came, no card opens before the pointer moves again: it leaves, comes back, and rests longer.
 */
export async function openCard(link: Locator, line: string): Promise<void> {
  const page = link.page()
  const card = page.getByRole('tooltip').getByText(line, { exact: true }).first()
  for (let restMs = 2000; ; restMs = Math.min(2 * restMs, MAX_WAIT_MS)) {
    await link.hover()
    const opened = await card.waitFor({ timeout: restMs }).then(
      () => true,
      () => false,
    )
    if (opened) return
    if (restMs === MAX_WAIT_MS) throw new Error(`no card with the line ${line}`)
    await page.mouse.move(0, 0)
  }
}

/** What a link leads to shows beside it where the pointer rests, and goes with it; `line` is a line of that card. */
export async function showsCard(link: Locator, line: string): Promise<void> {
  const page = link.page()
  await openCard(link, line)
  // A single step may be on its way to the card.
  for (const place of [0, 1]) await page.mouse.move(place, place)
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
}

/** Waits for a notification, which then stands for as long as the person is at another window: until it is released. */
export async function holdNotification(page: Page, text: string): Promise<void> {
  await page.locator('[data-toasts]').getByText(text, { exact: true }).waitFor()
  await page.evaluate("dispatchEvent(new Event('blur'))")
}

export const releaseNotifications = (page: Page): Promise<void> => page.evaluate("dispatchEvent(new Event('focus'))")

/** Waits until the element with this accessible name, or text, has the focus: what opens and closes moves the focus a little later. */
export const focusBecomes = (page: Page, name: string): Promise<void> => becomes(() => focusedName(page), name)

/** Closes the open popover by Escape and waits until the focus is back on the button that opened it. */
export async function closePopover(page: Page, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await becomes(() => opener.and(page.locator(':focus')).count(), 1)
}

/**
 * Goes to an address of the window by a link in the page, and waits until the page before is gone. The address must be of another
 * page than the one before, unless it is the same address.
 */
export async function openPath(page: Page, path: string): Promise<void> {
  const address = new URL(`/#${path}`, page.url()).href
  const title = page.locator('main h1')
  if (page.url() !== address) {
    await title.first().evaluate((shown) => shown.setAttribute('data-left', ''))
    await page.goto(address)
    await page.locator('main h1[data-left]').waitFor({ state: 'detached' })
  }
  await title.waitFor()
  // Skeletons have no texts.
  await page.locator('main .animate-breathe.bg-hover').first().waitFor({ state: 'detached' })
}
