/**
 * Tests the pages of peers and bans in states that real peers cannot cause: hundreds of peers, none, loading, failing,
 * disconnected.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { type FaultInjector, troubleFor } from './faultInjector.ts'
import { goTo } from './frame.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { findRow, fitsNarrow, grid, inventedPeer } from './peers.ts'

describe('peers and bans in rare states', () => {
  let trouble: FaultInjector
  let window: AppWindow
  keepEvidence(() => window)

  beforeAll(async () => {
    window = await openWindow({ transport: 'browser', args: ['-automine=0'] })
    await disableAnimations(window.page)
    await window.rpc.call('setban', '203.0.113.0/24', 'add')
    await goTo(window.page, 'Peers')
    trouble = await troubleFor(window.page)
  })
  afterAll(() => window?.close())

  it('shows a list of two hundred peers', async () => {
    const { page } = window
    trouble.answer({ listpeers: JSON.stringify(Array.from({ length: 200 }, (_, id) => inventedPeer(id + 1))) })
    await page.reload()
    await page.getByRole('radio', { name: 'Connected (200)' }).waitFor()
    await grid(page, 'Peers').focus()
    await page.keyboard.press('End')
    await findRow(page, 'Peers', '20.0.113.200:8433').waitFor()
    await grid(page, 'Peers').getByRole('button', { name: 'Ping', exact: true }).click()
    expect(await grid(page, 'Peers').getAttribute('aria-rowcount')).toBe('201')
    expect(await inspect(page, 'peers-many')).toEqual([])
    await fitsNarrow(page, 'peers-many')
    trouble.answer({})
  })

  it('keeps its content while loading, failing and disconnected', async () => {
    const { page } = window
    trouble.hold('listpeers', 'listbans', 'gettraffichistory', 'getnettotals')
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Network' }).waitFor()
    expect(await inspect(page, 'peers-loading')).toEqual([])
    trouble.hold()
    trouble.fail('disk on fire', 'listpeers', 'listbans', 'gettraffichistory', 'getnettotals')
    await page.reload()
    await page.getByText('Something went wrong inside the node').first().waitFor()
    expect(await inspect(page, 'peers-error')).toEqual([])
    await goTo(page, 'Bans')
    await page.getByText('Something went wrong inside the node').first().waitFor()
    expect(await inspect(page, 'bans-error')).toEqual([])
    trouble.fail('')
    // An event of the node may already have triggered another request.
    await page.evaluate(
      "[...document.querySelectorAll('main button')].find(({ textContent }) => textContent === 'Try again')?.click()",
    )
    await findRow(page, 'Bans', '203.0.113.0/24').waitFor()
    await trouble.cut()
    await page
      .getByRole('alert')
      .getByText(/The connection to the node broke/)
      .waitFor()
    expect(await findRow(page, 'Bans', '203.0.113.0/24').isVisible()).toBe(true)
    await page.getByRole('textbox', { name: 'Address or range' }).fill('10.0.0.0/8')
    expect(await inspect(page, 'bans-cut-off')).toEqual([])
  })
})

describe('a node configured to have no peers', () => {
  it('shows that its options allow no peers', async () => {
    const alone = await openWindow({ transport: 'browser', args: ['-automine=0', '-maxconnections=0'] })
    try {
      await disableAnimations(alone.page)
      await goTo(alone.page, 'Peers')
      await alone.page.getByText('Peers are turned off').waitFor()
      expect(await inspect(alone.page, 'peers-off')).toEqual([])
    } finally {
      await alone.close()
    }
  })
})
