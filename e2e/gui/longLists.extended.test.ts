/** Long lists as hands use them: scrolled by the wheel, pressed while rows arrive, with text to be marked. */
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { becomes } from './frame.ts'
import { stubbed } from './trouble.ts'
import { history, historyOf, historyTxid } from './wallet.ts'

/** Transactions before more arrive; the newest comes first, and a page has a thousand. */
const FIRST = 4000

let window: AppWindow
let page: Page
let grid: Locator
let length = FIRST
keepEvidence(() => window)

beforeAll(async () => {
  window = await openWindow({ transport: 'browser', args: ['-automine=0'] })
})
afterAll(() => window?.close())

beforeEach(async () => {
  length = FIRST
  page = await stubbed(window, { listwallethistory: historyOf(() => length) })
  await page.goto(`${window.page.url().split('#')[0]}#/wallet`)
  await page.getByText('1,000 of 4,000 transactions loaded; scroll to load more').waitFor()
  grid = history(page)
})
afterEach(() => page?.close())

const rowOf = (height: number) => grid.getByRole('row').filter({ hasText: `1.${String(height).padStart(8, '0')}` })

async function boxOf(height: number) {
  const box = await rowOf(height).boundingBox()
  if (!box) throw new Error(`The row of ${height} is not there`)
  return box
}

/** The pointer on a row, beside everything in it that can be pressed. */
async function pointAt(height: number): Promise<void> {
  const { x, y } = await boxOf(height)
  await page.mouse.move(x + 24, y + 12)
}

async function click(height: number): Promise<void> {
  await pointAt(height)
  await page.mouse.down()
  await page.mouse.up()
}

async function wheel(pixels: number): Promise<void> {
  await grid.hover()
  await page.mouse.wheel(0, pixels)
  await becomes(scrolled, pixels)
}

const scrolled = () => page.evaluate<number>("document.querySelector('[role=grid]').scrollTop")

/** So many new ones at the top. */
async function arrive(count: number): Promise<void> {
  length += count
  await window.rpc.call('generate', 1)
  await becomes(() => grid.getAttribute('aria-rowcount'), String(length + 1))
}

const dialog = () => page.getByRole('dialog')

/** The drawer of this transaction is open; Escape closes it. */
async function expectOpened(height: number): Promise<void> {
  await dialog().waitFor()
  expect(page.url()).toContain(historyTxid(height))
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
}

describe('a long list in the hands of a person', () => {
  it('opens the row under the pointer at the first click after the wheel, and goes on from there by keys', async () => {
    await wheel(6000)
    await click(FIRST - 170)
    await expectOpened(FIRST - 170)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expectOpened(FIRST - 171)
  })

  it('stays where somebody scrolled to while more is loaded, whichever row was open before', async () => {
    await click(FIRST - 2)
    await expectOpened(FIRST - 2)
    await wheel(34_000)
    await page.getByText('2,000 of 4,000 transactions').waitFor()
    expect(await scrolled()).toBe(34_000)
    expect(await rowOf(FIRST - 945).isVisible()).toBe(true)
  })

  it('keeps what is being read in its place while rows arrive above it', async () => {
    await wheel(3000)
    const before = await boxOf(FIRST - 90)
    await arrive(3)
    await becomes(async () => (await boxOf(FIRST - 90)).y, before.y)
  })

  it('shows what is new where the top is being read', async () => {
    await arrive(2)
    expect(await scrolled()).toBe(0)
    await rowOf(length).waitFor()
  })

  it('opens with Enter the row that was gone to, although others came before it', async () => {
    await grid.focus()
    for (const key of ['Home', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    await arrive(2)
    await page.keyboard.press('Enter')
    await expectOpened(FIRST - 2)
  })

  it('opens the row that was pressed, although another one stands there when the button is released', async () => {
    await pointAt(FIRST - 4)
    await page.mouse.down()
    await arrive(2)
    await page.mouse.up()
    await expectOpened(FIRST - 4)
  })

  it('opens nothing when text is marked or the pointer is drawn off the row, and the row at the next click', async () => {
    const { x, y } = await boxOf(FIRST - 1)
    const amount = await rowOf(FIRST - 1)
      .getByText('1.00003999')
      .boundingBox()
    await page.mouse.move((amount?.x ?? 0) + 2, y + 18)
    await page.mouse.down()
    await page.mouse.move((amount?.x ?? 0) + 60, y + 18, { steps: 5 })
    await page.mouse.up()
    expect(await page.evaluate<string>('String(getSelection())')).not.toBe('')
    await page.mouse.move(x + 24, y + 12)
    await page.mouse.down()
    await page.mouse.move(x + 24, y + 100, { steps: 5 })
    await page.mouse.up()
    expect(await dialog().count()).toBe(0)
    await page.mouse.click((amount?.x ?? 0) + 20, y + 18)
    await expectOpened(FIRST - 1)
  })
})
