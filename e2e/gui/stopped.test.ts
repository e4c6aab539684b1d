/**
 * Tests notices that stay visible: a stopped chain shows one page without errors everywhere, and bans of all peers are
 * always shown.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow, pageTransports } from './app.ts'
import { openDrawer } from './chains.ts'
import { becomes, goTo } from './frame.ts'
import { disableAnimations, inspect } from './inspect.ts'

describe.each(pageTransports)('permanent notices, %s', (transport) => {
  let window: AppWindow
  keepEvidence(() => window)

  beforeAll(async () => {
    window = await openWindow({ transport })
    await disableAnimations(window.page)
  })
  afterAll(() => window?.close())

  it('warn of a ban of all peers until it is lifted', async () => {
    const { page, rpc } = window
    await rpc.call('setban', '0.0.0.0/0', 'add')
    const notice = page.getByRole('alert').getByText('0.0.0.0/0 is banned, and with it every peer')
    await goTo(page, 'Home')
    await notice.waitFor()
    await goTo(page, 'Peers')
    await notice.waitFor()
    expect(await inspect(page, `banned-all-${transport}`)).toEqual([])
    await rpc.call('setban', '0.0.0.0/0', 'remove')
    await becomes(() => notice.count(), 0)
  })

  it('show one page without errors for a stopped chain', async () => {
    const { page } = window
    const stopped = page.getByRole('heading', { level: 1, name: 'SANDBOX is stopped' })
    await goTo(page, 'Home')
    await page.getByRole('heading', { level: 2, name: 'Activity' }).waitFor()
    // Another window stops the chain under the open page, where each part would report a failure of its own.
    const other = transport === 'browser' ? await page.context().newPage() : page
    if (other !== page) await other.goto(page.url())
    const drawer = await openDrawer(other, 'SANDBOX')
    await drawer.getByRole('button', { name: 'Stop', exact: true }).click()
    await drawer.getByRole('button', { name: 'Start', exact: true }).waitFor()
    if (other === page) await page.keyboard.press('Escape')
    else {
      await stopped.waitFor()
      expect(await page.getByRole('main').getByRole('alert').count()).toBe(0)
      await other.close()
    }
    for (const name of ['Home', 'Tokens', 'Faucet'] as const) {
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name, exact: true }).click()
      await stopped.waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
    }
    expect(await inspect(page, `stopped-${transport}`)).toEqual([])
    await page
      .getByRole('button', { name: /^Start/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'Faucet' }).waitFor()
  })
})
