/** Tests that typed text is not changed, and that key presses go to the expected element. */
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { type FaultInjector, openFaultyOverview } from './faultInjector.ts'
import { becomes, goTo, type ScreenName } from './frame.ts'
import { openTab } from './wallet.ts'

let window: AppWindow
let page: Page
let trouble: FaultInjector
keepEvidence(() => window)

beforeAll(async () => {
  window = await openWindow({ transport: 'browser', args: ['-automine=0'] })
})
afterAll(() => window?.close())

beforeEach(async () => {
  ;({ page, trouble } = await openFaultyOverview(window))
})
afterEach(async () => {
  await page?.close()
  await window.rpc.call('clearbanned')
})

const palette = () => page.getByPlaceholder(/^Search screens/)
const notification = (text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text })
const banField = () => page.getByRole('textbox', { name: 'Address or range' })

async function ban(address: string): Promise<void> {
  await banField().fill(address)
  await page.keyboard.press('Enter')
}

async function press(key: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await page.keyboard.press(key)
}

describe('search fields', () => {
  const fields: readonly (readonly [ScreenName, string])[] = [
    ['Peers', 'Search peers by name, address or software'],
    ['Bans', 'Search bans by name, address or note'],
    ['Tokens', 'Search tokens by name, id or creator'],
    ['Chains', 'Search chains'],
  ]
  for (const [screen, name] of fields) {
    it(`${screen}: keeps letters inserted in the middle in order`, async () => {
      await goTo(page, screen)
      const field = page.getByRole('searchbox', { name })
      await field.click()
      await page.keyboard.type('gold coin')
      await press('ArrowLeft', 4)
      await page.keyboard.type('and silver ')
      expect(await field.inputValue()).toBe('gold and silver coin')
      await becomes(
        () => Promise.resolve(decodeURIComponent(page.url().replaceAll('+', ' '))),
        `${page.url().split('?')[0]}?q=gold and silver coin`,
      )
    })
  }

  it('the history: keeps the space if typing pauses between two words', async () => {
    await openTab(page, 'History')
    const field = page.getByRole('searchbox', { name: 'Search the history' })
    await field.click()
    await page.keyboard.type('rent ')
    await becomes(() => Promise.resolve(page.url().includes('q=rent')), true)
    await page.keyboard.type('of May')
    expect(await field.inputValue()).toBe('rent of May')
    await becomes(() => Promise.resolve(/q=rent(\+|%20)of(\+|%20)May$/.test(page.url())), true)
  })
})

describe('key presses with open dialogs', () => {
  const focused = (field: Locator) => field.and(page.locator(':focus')).count()

  it('return to the field in which the palette was opened', async () => {
    await goTo(page, 'Bans')
    const note = page.getByRole('textbox', { name: 'Note' })
    await note.click()
    await page.keyboard.type('one ')
    await page.keyboard.press('Control+k')
    await palette().fill('nothing')
    await page.keyboard.press('Escape')
    await palette().waitFor({ state: 'hidden' })
    await becomes(() => focused(note), 1)
    // Without a focused field, n would open another page.
    await page.keyboard.type('and another')
    expect(await note.inputValue()).toBe('one and another')
  })

  it('return to the dialog over which the palette was opened', async () => {
    await goTo(page, 'Bans')
    await page.getByRole('button', { name: 'Import' }).click()
    const text = page.getByRole('textbox', { name: 'Bans' })
    await text.fill('203.0.113.1')
    await page.keyboard.press('Control+k')
    await becomes(() => focused(palette()), 1)
    // At typing speed the palette has the focus by then.
    await page.keyboard.type('nothing', { delay: 30 })
    await page.keyboard.press('Escape')
    await palette().waitFor({ state: 'hidden' })
    await becomes(() => focused(text), 1)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  it('return to the rows when the bar with the actions is gone', async () => {
    for (const last of [1, 2, 3]) await window.rpc.call('setban', `203.0.113.${last}`, 'add', 86_400)
    await goTo(page, 'Bans')
    const rows = page.getByRole('grid', { name: 'Bans' })
    await rows.getByRole('checkbox', { name: 'Select 203.0.113.1' }).check()
    await page.getByRole('button', { name: 'Unban', exact: true }).focus()
    await page.keyboard.press('Enter')
    await becomes(() => rows.and(page.locator(':focus')).count(), 1)
    await rows.getByRole('row', { name: '203.0.113.1' }).waitFor({ state: 'detached' })
    await press('ArrowDown', 2)
    await page.keyboard.press('Space')
    expect(await rows.getByRole('checkbox', { name: 'Select 203.0.113.3' }).isChecked()).toBe(true)
  })

  it('continue from the row whose checkbox was clicked', async () => {
    for (const last of [1, 2, 3, 4]) await window.rpc.call('setban', `203.0.113.${last}`, 'add', 86_400)
    await goTo(page, 'Bans')
    const rows = page.getByRole('grid', { name: 'Bans' })
    const box = (last: number) => rows.getByRole('checkbox', { name: `Select 203.0.113.${last}` })
    await box(2).click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Space')
    const chosen = await Promise.all([1, 2, 3, 4].map((last) => box(last).isChecked()))
    expect(chosen).toEqual([true, true, true, false])
  })

  it('close the dialog below a newer notification, and keep its Undo button', async () => {
    trouble.keepCalls('setban')
    await goTo(page, 'Bans')
    await ban('203.0.113.7')
    await page.keyboard.press('Control+k')
    await palette().waitFor()
    await trouble.release()
    await page.getByText(/^Banned 203.0.113.7 /).waitFor()
    await page.keyboard.press('Escape')
    await palette().waitFor({ state: 'hidden' })
    await notification('Banned 203.0.113.7').getByRole('button', { name: 'Undo', exact: true }).click()
    await becomes(() => window.rpc.call('listbanned'), [])
  })

  it('close a notification if nothing else is open', async () => {
    await goTo(page, 'Bans')
    await ban('203.0.113.8')
    await notification('Banned 203.0.113.8').waitFor()
    await page.keyboard.press('Escape')
    await notification('Banned 203.0.113.8').waitFor({ state: 'hidden' })
  })
})

describe('a slow node', () => {
  beforeEach(async () => {
    trouble.keepCalls('setban')
    await goTo(page, 'Bans')
  })

  it('bans once, however often Enter is pressed', async () => {
    await ban('203.0.113.9')
    await press('Enter', 2)
    expect(await trouble.release()).toBe(1)
    await notification('Banned 203.0.113.9').waitFor()
    await becomes(() => banField().inputValue(), '')
    expect(await notification('Already banned').count()).toBe(0)
  })

  it('keeps text typed while it works', async () => {
    await ban('203.0.113.10')
    await banField().fill('203.0.113.11')
    await trouble.release()
    await notification('Banned 203.0.113.10').waitFor()
    expect(await banField().inputValue()).toBe('203.0.113.11')
  })
})
