/** Tests that a double click acts once, because many users double-click every button. */
import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { becomes, goTo } from './frame.ts'
import { openTab, reviewPayment } from './wallet.ts'

/** Address outside this wallet. */
const THEM = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'

let window: AppWindow
let page: Page
keepEvidence(() => window)

beforeAll(async () => {
  window = await openWindow({ transport: 'browser', args: ['-automine=0'] })
  page = window.page
})
afterAll(() => window?.close())

const height = () => window.rpc.call<number>('getblockcount')

/** Clicks twice at the speed of a user. */
async function doubleClick(name: string): Promise<void> {
  const box = await page.getByRole('button', { name, exact: true }).first().boundingBox()
  if (!box) throw new Error(`There is no button ${name}`)
  await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2, { delay: 60 })
}

describe('a double click', () => {
  let before = 0
  beforeEach(async () => {
    before = await height()
  })

  it('generates the requested blocks, and does not stop at once', async () => {
    await goTo(page, 'Mining')
    await page.getByRole('textbox', { name: 'Blocks' }).fill('60')
    await doubleClick('Make blocks')
    await page.getByText('60 blocks made.').waitFor()
    expect(await height()).toBe(before + 60)
  })

  it('creates a single new address', async () => {
    await openTab(page, 'Receive')
    const shown = page.getByRole('status').filter({ hasText: /^\d+ address/ })
    const read = async () => Number.parseInt(await shown.innerText(), 10)
    const count = await read()
    await doubleClick('New address')
    await becomes(read, count + 1)
    await page.getByRole('button', { name: 'New address' }).and(page.locator(':not([aria-busy])')).waitFor()
    expect(await read()).toBe(count + 1)
  })

  it('sends one payment, and leaves the following page unchanged', async () => {
    await reviewPayment(page, THEM, '1')
    await doubleClick('Send')
    await page.getByText('Waiting for the next block.').waitFor()
    expect(await window.rpc.call<string[]>('getrawmempool')).toHaveLength(1)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('lifts one ban, not the next one in its place', async () => {
    for (const last of [1, 2, 3]) await window.rpc.call('setban', `203.0.113.${last}`, 'add', 86_400)
    await goTo(page, 'Bans')
    await page.getByRole('button', { name: 'Unban 203.0.113.1' }).waitFor()
    await doubleClick('Unban 203.0.113.1')
    await page.getByText('Unbanned 203.0.113.1').first().waitFor()
    expect(await window.rpc.call<unknown[]>('listbanned')).toHaveLength(2)
  })
})
