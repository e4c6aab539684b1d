/** Tests long lists as users operate them: scrolled by the wheel, clicked while rows arrive, with text selected. */
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { stubbed } from './faultInjector.ts'
import { becomes } from './frame.ts'
import { fakeHistory, history, historyTxid } from './wallet.ts'

/** Transactions before more arrive; newest first, a thousand per page. */
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
  page = await stubbed(window, { listwallethistory: fakeHistory(() => length) })
  await page.goto(`${window.page.url().split('#')[0]}#/wallet`)
  await page.getByText('1,000 of 4,000 transactions loaded; scroll to load more').waitFor()
  grid = history(page)
})
afterEach(() => page?.close())

const findRow = (height: number) => grid.getByRole('row').filter({ hasText: `1.${String(height).padStart(8, '0')}` })

async function getRowBox(height: number) {
  const box = await findRow(height).boundingBox()
  if (!box) throw new Error(`The row of ${height} is not there`)
  return box
}

/** Moves the pointer onto a row, outside its clickable parts. */
async function pointAt(height: number): Promise<void> {
  const { x, y } = await getRowBox(height)
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

/** Adds `count` new transactions at the top. */
async function arrive(count: number): Promise<void> {
  length += count
  await window.rpc.call('generate', 1)
  await becomes(() => grid.getAttribute('aria-rowcount'), String(length + 1))
}

const dialog = () => page.getByRole('dialog')

/** Checks that the drawer of this transaction is open, and closes it with Escape. */
async function expectOpened(height: number): Promise<void> {
  await dialog().waitFor()
  expect(page.url()).toContain(historyTxid(height))
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
}

describe('a long list under mouse and keyboard', () => {
  it('opens the row under the pointer at the first click after the wheel, and continues from there by keyboard', async () => {
    await wheel(6000)
    await click(FIRST - 170)
    await expectOpened(FIRST - 170)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expectOpened(FIRST - 171)
  })

  it('keeps its scroll position while more rows load, whichever row was open before', async () => {
    await click(FIRST - 2)
    await expectOpened(FIRST - 2)
    await wheel(34_000)
    await page.getByText('2,000 of 4,000 transactions').waitFor()
    expect(await scrolled()).toBe(34_000)
    expect(await findRow(FIRST - 945).isVisible()).toBe(true)
  })

  it('keeps visible rows in place while rows arrive above them', async () => {
    await wheel(3000)
    const before = await getRowBox(FIRST - 90)
    await arrive(3)
    await becomes(async () => (await getRowBox(FIRST - 90)).y, before.y)
  })

  it('shows new rows if scrolled to the top', async () => {
    await arrive(2)
    expect(await scrolled()).toBe(0)
    await findRow(length).waitFor()
  })

  it('opens with Enter the selected row, although new rows arrived above it', async () => {
    await grid.focus()
    for (const key of ['Home', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    await arrive(2)
    await page.keyboard.press('Enter')
    await expectOpened(FIRST - 2)
  })

  it('opens the pressed row, although another row is at its place on release', async () => {
    await pointAt(FIRST - 4)
    await page.mouse.down()
    await arrive(2)
    await page.mouse.up()
    await expectOpened(FIRST - 4)
  })

  it('opens nothing when text is selected or the pointer is dragged off the row, and the row at the next click', async () => {
    const { x, y } = await getRowBox(FIRST - 1)
    const amount = await findRow(FIRST - 1)
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
