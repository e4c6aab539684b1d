/**
 * Helpers for parts that every screen has: sidebar, status bar, task tray, notifications. All are found by role and
 * name.
 */
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import { focusedName } from './inPage.ts'

/** Pages with an entry in the sidebar. */
type PlaceName = 'Home' | 'Tokens' | 'Faucet' | 'Addresses' | 'Network' | 'Explorer' | 'Settings'

/** Paths of pages reached by the search or a link. */
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

/** Goes to a page: by the sidebar and its tabs, or by its path. */
export async function goTo(page: Page, screen: ScreenName): Promise<void> {
  const link = (navigation: string, name: string) =>
    page.getByRole('navigation', { name: navigation }).getByRole('link', { name, exact: true })
  const title = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  if (screen in ELSEWHERE) {
    // While the window is loading, a change of its path is ignored.
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

/** Turns developer mode on, which shows calls, ports and other details of the node, and reloads the window. */
export async function useDeveloperMode(page: Page): Promise<void> {
  await page.evaluate(`localStorage.setItem('chainwright.display', '{"state":{"developer":true},"version":1}')`)
  await page.reload()
  await page.getByRole('contentinfo').getByText('Unconfirmed:').waitFor()
}

/** Returns the text of an item of the status bar, without its hidden name. */
export async function statusFigure(page: Page, name: string): Promise<string> {
  const text = await page.getByRole('contentinfo').getByText(`${name}:`).locator('..').innerText()
  return text.replace(`${name}:`, '').trim()
}

/** Polls until `read` returns the expected value. */
export async function becomes<T>(read: () => Promise<T>, wanted: T): Promise<void> {
  await waitFor(async () => expect(await read()).toEqual(wanted))
}

/**
 * Rests the pointer on a link until the card of its target shows; `line` is a line of that card. If the page scrolled
 * while the pointer arrived, no card opens until the pointer moves. So it leaves and returns, and rests longer each
 * time.
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

/**
 * Checks that the card of a link's target shows while the pointer rests on the link, and closes when it leaves; `line`
 * is a line of that card.
 */
export async function showsCard(link: Locator, line: string): Promise<void> {
  const page = link.page()
  await openCard(link, line)
  // Two steps, because a single one could still be on its way to the card.
  for (const place of [0, 1]) await page.mouse.move(place, place)
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
}

/** Waits for a notification and keeps it open as if the user were in another window, until it is released. */
export async function holdNotification(page: Page, text: string): Promise<void> {
  await page.locator('[data-toasts]').getByText(text, { exact: true }).waitFor()
  await page.evaluate("dispatchEvent(new Event('blur'))")
}

export const releaseNotifications = (page: Page): Promise<void> => page.evaluate("dispatchEvent(new Event('focus'))")

/**
 * Waits until the element with this accessible name or text has the focus, because opening and closing move the focus
 * with a delay.
 */
export const focusBecomes = (page: Page, name: string): Promise<void> => becomes(() => focusedName(page), name)

/** Closes the open popover with Escape and waits until the button that opened it has the focus again. */
export async function closePopover(page: Page, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await becomes(() => opener.and(page.locator(':focus')).count(), 1)
}

/**
 * Opens a path by a link in the page, and waits until the previous page is gone. The path must belong to another page
 * than the previous one, unless it is the same path.
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
  // Placeholders of loading content have no texts.
  await page.locator('main .animate-breathe.bg-hover').first().waitFor({ state: 'detached' })
}
