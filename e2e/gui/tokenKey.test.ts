/**
 * Tests the token key for users without knowledge of keys. It exists from the start. Changing it warns of tokens that
 * will no longer be shown, and can be undone. Every page updates at once, whichever caller changed it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow, transportsFor } from './app.ts'
import { openDrawer } from './chains.ts'
import { becomes, goTo } from './frame.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { mintOverRpc, openToken, tokenRow } from './tokens.ts'
import { openKeys } from './wallet.ts'

interface Status {
  readonly identity: string
  readonly previousidentity: string | null
}

describe.each(transportsFor('shell'))('the token key, %s', (transport) => {
  let window: AppWindow
  let first = ''
  let second = ''
  keepEvidence(() => window)

  const status = () => window.rpc.call<Status>('getwalletstatus')
  const goldUnits = () => tokenRow(window.page, 'GOLD').getByRole('gridcell').nth(1).innerText()

  beforeAll(async () => {
    window = await openWindow({ transport })
    await disableAnimations(window.page)
    const { rpc } = window
    first = (await status()).identity
    await mintOverRpc(rpc, 'GOLD', '0.0000025', 'kept in Bern')
    const address = await rpc.call<string>('getnewaddress')
    second = (await rpc.call<{ pubkey: string }>('validateaddress', address)).pubkey
    await rpc.call('setaccount', address, 'Rent')
    await rpc.call('sendtoaddress', address, 5)
    await rpc.call('generate', 1)
  })
  afterAll(() => window?.close())

  it('exists from the start of the wallet', () => {
    expect(first).toMatch(/^0[23]/)
  })

  it('changes after all keys with holdings were shown, and a warning of tokens that stay behind', async () => {
    const { page } = window
    await openKeys(page)
    await page.getByRole('button', { name: 'Change main address' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change your main address' })
    const keys = dialog.getByRole('radio')
    await becomes(() => keys.count(), 2)
    expect(await keys.nth(0).innerText()).toMatch(/Current/)
    expect(await keys.nth(0).innerText()).toMatch(/250 GOLD/)
    expect(await keys.nth(1).innerText()).toMatch(/Rent[\s\S]*5 SANDBOX/)
    expect(await dialog.getByRole('link', { name: /^address R\w{33}$/ }).count()).toBe(2)
    expect(await dialog.getByRole('button', { name: 'Use this key' }).isDisabled()).toBe(true)
    await keys.nth(1).click()
    await dialog.getByText('Your 250 GOLD stay with the old key').waitFor()
    expect(await inspect(page, `token-key-${transport}`)).toEqual([])
    await dialog.getByRole('button', { name: 'Use this key' }).click()
    await page.getByText('Your main address was changed', { exact: true }).waitFor()
    expect(await status()).toMatchObject({ identity: second, previousidentity: first })
    await goTo(page, 'All')
    await becomes(goldUnits, '0')
  })

  it('changes back by Undo, also after the chain was stopped and started', async () => {
    const { page } = window
    await page.reload()
    // A change of the path before the window shows its page would be ignored.
    await tokenRow(page, 'GOLD').waitFor()
    const drawer = await openDrawer(page, 'SANDBOX')
    await drawer.getByRole('button', { name: 'Stop', exact: true }).click()
    await drawer.getByRole('button', { name: 'Start', exact: true }).click()
    await drawer.getByRole('button', { name: 'Stop', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await openKeys(page)
    await page.getByRole('tabpanel').getByRole('button', { name: 'Undo', exact: true }).click()
    await becomes(async () => (await status()).identity, first)
    await goTo(page, 'All')
    await becomes(goldUnits, '250')
  })

  it('updates on every page at once when it is changed over RPC', async () => {
    const { page, rpc } = window
    const drawer = await openToken(page, 'GOLD')
    const own = () => drawer.getByText('My balance').locator('xpath=..').innerText()
    await becomes(async () => /250/.test(await own()), true)
    await rpc.call('setidentity', second)
    await becomes(async () => /250/.test(await own()), false)
    await goTo(page, 'All')
    await becomes(goldUnits, '0')
    await rpc.call('setidentity', first)
    await becomes(goldUnits, '250')
    expect(window.complaints).toEqual([])
  })
})
