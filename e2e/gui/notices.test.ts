/**
 * Tests notifications: one position, independent of open dialogs, in which they cover nothing; the newest is shown, the
 * others on demand.
 */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { getQuestionDialog } from './browserQuestions.ts'
import { type FaultInjector, openFaultyOverview } from './faultInjector.ts'
import { becomes, goTo, releaseNotifications } from './frame.ts'
import { coveredByNotices, cutTexts, focusedName, placeOfNotices, sidewaysOverflow } from './inPage.ts'
import { disableAnimations, inspect, takePictures } from './inspect.ts'
import { importOutsideKey } from './outsideKey.ts'
import { resize } from './resize.ts'
import { mintOverRpc, pressReview } from './tokens.ts'
import { openTab, reviewPayment } from './wallet.ts'

const SIZES = [
  { width: 960, height: 640 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const
/** Address outside this wallet. */
const THEM = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const LONG = `It could not be read: ${'withoutanend'.repeat(9)}. That is all.`
/** Simulates that the user switches to another window. */
const LEAVE = "dispatchEvent(new Event('blur'))"
/** Height of one line of text with its margins, in pixels. */
const LINE = 36

let window: AppWindow
let page: Page
let trouble: FaultInjector
keepEvidence(() => window)

const notices = () => page.locator('[data-toasts] > li')
const shown = () => notices().filter({ visible: true })

async function ban(address: string): Promise<void> {
  await goTo(page, 'Bans')
  await page.getByRole('textbox', { name: 'Address or range' }).fill(address)
  await page.keyboard.press('Enter')
}

/** Bans an address and keeps its notification visible, as while the user is in another window. */
async function holdBanNotice(address: string): Promise<void> {
  await ban(address)
  await shown()
    .filter({ hasText: `Banned ${address}` })
    .waitFor()
  await page.evaluate(LEAVE)
}

/** Checks in each window size that one notification is shown and covers nothing. @returns its positions */
async function looked(name: string): Promise<unknown[]> {
  const places: unknown[] = []
  // After a resize the pointer could enter and leave the line, which would end the pause of a notification.
  await page.mouse.move(0, 0)
  await page.evaluate(LEAVE)
  for (const size of SIZES) {
    await resize(page, size)
    expect(await shown().count(), name).toBe(1)
    await becomes(() => coveredByNotices(page), [])
    places.push(await placeOfNotices(page))
    expect(await sidewaysOverflow(page), name).toBe(0)
  }
  await resize(page, SIZES[1])
  await takePictures(page, `notices-${name}`)
  return places
}

beforeAll(async () => {
  window = await openWindow({ transport: 'browser', args: ['-automine=0'] })
  await mintOverRpc(window.rpc, 'GOLD', '0.00001', 'In Bern')
  ;({ page, trouble } = await openFaultyOverview(window))
  await disableAnimations(page)
})
afterAll(() => window?.close())

describe('a notification', () => {
  it('keeps its position over a page, a drawer, a dialog, a sheet and a question, and covers none', async () => {
    await holdBanNotice('203.0.113.1')
    const page0 = await looked('page')
    const [small] = page0 as readonly { readonly top: number; readonly bottom: number }[]
    expect(small!.bottom - small!.top).toBe(LINE)
    await goTo(page, 'Console')
    expect(await looked('console')).toEqual(page0)
    const [tokenid] = await window.rpc.call<readonly string[]>('tokenlist')
    await page.evaluate(`location.hash = '#/?tx=${tokenid}'`)
    await page.getByRole('dialog').waitFor()
    expect(await looked('drawer')).toEqual(page0)
    await openTab(page, 'Receive')
    await page.getByRole('button', { name: 'Request a payment' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await looked('dialog')).toEqual(page0)
    await page.keyboard.press('Escape')
    const sheet = await reviewPayment(page, THEM, '1')
    expect(await looked('sheet')).toEqual(page0)
    // A key imported from outside ends the sandbox's promise to ask nothing, so the open sheet must remove it.
    const promise = sheet.getByText(/nothing more is asked/)
    await promise.waitFor()
    await importOutsideKey(window.rpc)
    await promise.waitFor({ state: 'hidden' })
    await sheet.getByRole('button', { name: 'Change', exact: true }).click()
    window.consent.given = 'held'
    await pressReview(page)
    await getQuestionDialog(page).waitFor()
    expect(await looked('question')).toEqual(page0)
    // An earlier notification can be pressed while a dialog is open. Found by selector, because by role only the dialog
    // is found.
    await notices().locator('button', { hasText: 'Undo' }).click()
    await becomes(async () => (await window.rpc.call<unknown[]>('listbans')).length, 0)
    await getQuestionDialog(page).getByRole('button', { name: 'Reject' }).click()
    await page.keyboard.press('Escape')
    await releaseNotifications(page)
  })

  it('shows the newest, and the others on demand, each with its undo', async () => {
    for (const address of ['203.0.113.2', '203.0.113.3', '203.0.113.4']) await holdBanNotice(address)
    await becomes(() => shown().allInnerTexts(), [expect.stringContaining('Banned 203.0.113.4')])
    expect(await inspect(page, 'notices-three')).toEqual([])
    const more = notices().getByRole('button', { name: /^\+\d more$/ })
    const others = (await notices().count()) - 1
    expect(others).toBeGreaterThanOrEqual(2)
    expect(await more.innerText()).toBe(`+${others} more`)
    await page.keyboard.press('F8')
    await page.keyboard.press('Tab')
    for (const name of ['Undo', `+${others} more`]) {
      await page.keyboard.press('Tab')
      expect(await focusedName(page)).toBe(name)
    }
    await page.keyboard.press('Enter')
    await shown().filter({ hasText: 'Banned 203.0.113.2' }).waitFor()
    expect(await inspect(page, 'notices-listed')).toEqual([])
    await shown().filter({ hasText: 'Banned 203.0.113.2' }).getByRole('button', { name: 'Undo', exact: true }).click()
    await becomes(async () => (await window.rpc.call<unknown[]>('listbans')).length, 2)
    // The first press closes the list, the second the shown notification.
    await notices().getByRole('button', { name: 'Show less' }).focus()
    await page.keyboard.press('Escape')
    await becomes(() => shown().count(), 1)
    const before = await notices().count()
    await page.keyboard.press('Escape')
    await becomes(() => notices().count(), before - 1)
    await releaseNotifications(page)
    await page.mouse.move(0, 0)
    await page.locator('h1').click()
    await becomes(() => notices().count(), 0)
  })

  it('keeps a long text on one line, and shows the full text on demand', async () => {
    trouble.refuse(LONG, 'setban')
    await ban('203.0.113.9')
    await shown().first().waitFor()
    await page.evaluate(LEAVE)
    for (const size of SIZES) {
      await resize(page, size)
      expect((await shown().boundingBox())!.height).toBeLessThanOrEqual(LINE)
      expect(await sidewaysOverflow(page)).toBe(0)
    }
    await resize(page, SIZES[0])
    await takePictures(page, 'notices-long')
    await shown().getByRole('button', { name: 'Show all' }).click()
    await becomes(async () => (await shown().boundingBox())!.height > LINE, true)
    expect(await shown().innerText()).toContain(LONG)
    expect(await sidewaysOverflow(page)).toBe(0)
    await takePictures(page, 'notices-long-whole')
  })

  it.each(['de', 'es'])('fits completely into the window in %s', async (language) => {
    trouble.refuse('')
    await page.evaluate(`(() => {
      const kept = JSON.parse(localStorage.getItem('chainwright.ui') ?? '{"state":{},"version":1}')
      localStorage.setItem('chainwright.ui', JSON.stringify({ ...kept, state: { ...kept.state, language: '${language}' } }))
    })()`)
    await page.reload()
    await page.goto(`${page.url().split('#')[0]}#/bans`)
    await page.locator(`html[lang="${language}"]`).waitFor()
    const field = page.getByRole('main').locator('[data-search-field]').first()
    for (const last of language === 'de' ? [21, 22] : [31, 32]) {
      await field.fill(`203.0.113.${last}`)
      await page.keyboard.press('Enter')
      await shown()
        .filter({ hasText: `203.0.113.${last}` })
        .waitFor()
      await page.evaluate(LEAVE)
    }
    trouble.refuse(LONG, 'setban')
    await field.fill('203.0.113.9')
    await page.keyboard.press('Enter')
    await shown().filter({ hasText: 'withoutanend' }).waitFor()
    for (const size of SIZES) {
      await resize(page, size)
      expect((await shown().boundingBox())!.height).toBeLessThanOrEqual(LINE)
      expect(await cutTexts(page)).toEqual([])
      expect(await coveredByNotices(page)).toEqual([])
    }
    await takePictures(page, `notices-${language}`)
    await shown().locator('button[aria-expanded]').click()
    await becomes(() => shown().count(), 3)
    await takePictures(page, `notices-${language}-listed`)
  })
})
