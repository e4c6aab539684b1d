/** Tests unexpectedly long texts and numbers from a chain or a node: they stay in their frame, complete. */
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { EVERYTHING, type FaultInjector, openFaultyOverview } from './faultInjector.ts'
import { goTo } from './frame.ts'
import { sidewaysOverflow } from './inPage.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { resize } from './resize.ts'

/** Minimum size of the window. */
const SMALL = { width: 960, height: 600 }
const MAX_AMOUNT = '184467440737.09551615'
/** A confirmed part is shown only if it differs from the whole balance. */
const ALMOST = '184467440737.09551614'
const ENDLESS = `It could not be read: ${'withoutanend'.repeat(80)}`

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
  await disableAnimations(page)
  await resize(page, SMALL)
})
afterEach(() => page?.close())

/** Returns the texts of inner elements whose content extends beyond the right edge of their outer element. */
const sticksOut = (inner: string, outer: string) =>
  page.evaluate<readonly string[]>(`[...document.querySelectorAll(${JSON.stringify(inner)})]
    .filter((element) => {
      const frame = element.closest(${JSON.stringify(outer)}).getBoundingClientRect()
      const text = document.createRange()
      text.selectNodeContents(element)
      return text.getBoundingClientRect().right > Math.min(frame.right, innerWidth)
    })
    .map((element) => element.textContent)`)

describe('a long text', () => {
  it('wraps inside the box if it is an error', async () => {
    trouble.refuse(ENDLESS, EVERYTHING)
    await page.reload()
    for (const screen of ['Home', 'Wallet', 'Peers'] as const) {
      await goTo(page, screen)
      await page.getByRole('alert').first().waitFor()
      expect(await sticksOut('[role="alert"] p', '[role="alert"]')).toEqual([])
      expect(await sidewaysOverflow(page)).toBe(0)
    }
    expect(await inspect(page, 'long-error')).toEqual([])
  })

  it('shows completely if it is an amount', async () => {
    const parts = ['confirmed', 'pending', 'immature', 'tokens', 'total', 'locked', 'watchonly']
    const known = await window.rpc.call<Record<string, unknown>>('getwalletsummary')
    const amounts = parts.map((name) => `"${name}":${name === 'confirmed' ? ALMOST : MAX_AMOUNT}`)
    const rest = Object.entries(known)
      .filter(([name]) => !parts.includes(name))
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    trouble.answer({ getwalletsummary: `{${[...amounts, ...rest].join(',')}}` })
    await page.reload()
    await goTo(page, 'Wallet')
    await page.getByText('184,467,440,737.09551615').first().waitFor()
    const figures = await page.locator('[data-figure]').allInnerTexts()
    const [total, confirmed, ...others] = figures.map((text) => /^[\d,.]+/.exec(text)?.[0])
    expect(confirmed).toBe('184,467,440,737.09551614')
    expect([total, ...others]).toEqual(Array(4).fill('184,467,440,737.09551615'))
    expect(await sticksOut('[data-figure]', '[data-part]')).toEqual([])
    for (const figure of await page.locator('[data-figure]').all()) {
      expect((await figure.boundingBox())?.height).toBeLessThan(40)
    }
    expect(await sidewaysOverflow(page)).toBe(0)
    expect(await inspect(page, 'long-amounts')).toEqual([])
  })

  it('keeps tables of bans and payments no wider than the window', async () => {
    await window.rpc.call('setban', '2a01:4f8:85a3:8d3f:1319:8a2e:3701:7348', 'add', 86_400, false, 'word '.repeat(30))
    for (const screen of ['Bans', 'Wallet', 'Peers', 'Tokens'] as const) {
      await goTo(page, screen)
      await page.getByRole('grid').first().getByRole('row').first().waitFor()
      const wider = await page.evaluate<number>(
        'Math.max(...[...document.querySelectorAll(\'[role="grid"]\')].map((grid) => grid.scrollWidth - grid.clientWidth))',
      )
      expect(`${screen}: ${wider}`).toBe(`${screen}: 0`)
    }
  })

  it('shows no running duration of the chain state once the node is lost', async () => {
    await goTo(page, 'Peers')
    const state = page.getByRole('region', { name: 'State of the chain' })
    await state.getByText(/ in this state for /).waitFor()
    await trouble.cut()
    await state.getByText(/ last known$/).waitFor()
    expect(await state.getByText(/ in this state for /).count()).toBe(0)
  })
})
