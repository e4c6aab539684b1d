/**
 * Tests that contracts can spend coins on other addresses than the token key's. One review shows both transactions, one
 * approval covers them, and one task follows them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow, transportsFor } from './app.ts'
import { becomes, goTo } from './frame.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { fillToken, review, sentId, unfold } from './tokens.ts'
import { openTab } from './wallet.ts'

describe.each(transportsFor('shell'))('coins on other addresses, %s', (transport) => {
  let window: AppWindow
  keepEvidence(() => window)

  beforeAll(async () => {
    window = await openWindow({ transport })
    await disableAnimations(window.page)
    const { rpc } = window
    await rpc.call('setautomine', false)
    // All coins are on an address that contracts cannot spend from.
    const address = await rpc.call<string>('getnewaddress')
    const { pubkey } = await rpc.call<{ pubkey: string }>('validateaddress', await rpc.call<string>('getnewaddress'))
    await rpc.call('sendtoaddress', address, 100)
    await rpc.call('generate', 1)
    await rpc.call('setidentity', pubkey)
  })
  afterAll(() => window?.close())

  it('appear as one balance, with a line about their distribution', async () => {
    const { page } = window
    await goTo(page, 'Home')
    await page.getByText(/at your addresses/).waitFor()
    await openTab(page, 'History')
    await page.getByText(/^Your SANDBOX: .*at your addresses/).waitFor()
  })

  it('pay for a token in one confirmation and one task', async () => {
    const { page, rpc, consent } = window
    await fillToken(page, { name: 'GOLD', supply: '250', description: 'kept in Bern' })
    const sheet = await review(page)
    await unfold(sheet)
    const steps = sheet.getByRole('list', { name: 'Two transactions, sent together' }).getByRole('listitem')
    expect(await steps.count()).toBe(2)
    expect(await steps.first().innerText()).toMatch(/Move 0\.0002025 SANDBOX to your main address/)
    expect(await inspect(page, `one-purse-${transport}`)).toEqual([])
    await sheet.getByRole('button', { name: 'Create token' }).click()
    await becomes(async () => (await rpc.call<string[]>('getrawmempool')).length, 2)
    expect(consent.asked).toEqual([])
    await page.getByRole('contentinfo').getByRole('button', { name: '1 task running' }).waitFor()
    await rpc.call('generate', 1)
    await page.getByText(/Token created\./).waitFor()
    expect(await rpc.call('tokenbalance', await sentId(page))).toMatchObject({ result: 'success', balance: 250 })
    await becomes(() => page.getByRole('contentinfo').getByRole('button', { name: 'No tasks running' }).count(), 1)
  })

  it('pay for an order directly, with one confirmation of one transaction, if the token key has no coins', async () => {
    const { page, rpc, consent } = window
    const { pubkey } = await rpc.call<{ pubkey: string }>('validateaddress', await rpc.call<string>('getnewaddress'))
    await rpc.call('setidentity', pubkey)
    const [tokenid] = await rpc.call<readonly string[]>('tokenlist')
    await page.evaluate(`location.hash = '#/market/${tokenid}'`)
    await page.getByRole('radio', { name: 'Buy' }).click()
    await page.getByRole('textbox', { name: 'Amount' }).fill('10')
    await page.getByRole('textbox', { name: 'Price per unit' }).fill('0.5')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: /^Bid 5 SANDBOX for 10 GOLD/ })
    await sheet.waitFor()
    expect(await sheet.getByRole('list', { name: 'Two transactions, sent together' }).count()).toBe(0)
    await sheet.getByRole('button', { name: 'Place the bid' }).click()
    await becomes(async () => (await rpc.call<string[]>('getrawmempool')).length, 1)
    expect(consent.asked).toEqual([])
    await rpc.call('generate', 1)
    await page.getByText('Your bid is in the order book.').waitFor()
    await page.keyboard.press('Escape')
  })

  it('fund the faucet without a preceding transfer', async () => {
    const { page, rpc } = window
    const { pubkey } = await rpc.call<{ pubkey: string }>('validateaddress', await rpc.call<string>('getnewaddress'))
    await rpc.call('setidentity', pubkey)
    await goTo(page, 'Faucet')
    await page.getByRole('button', { name: 'Fund the faucet' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Fund the faucet' })
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('3')
    await dialog.getByRole('button', { name: 'Review', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: /Fund the faucet with 3 SANDBOX/ })
    await sheet.getByRole('button', { name: 'Fund the faucet' }).click()
    await becomes(async () => (await rpc.call<string[]>('getrawmempool')).length, 1)
    expect(window.complaints).toEqual([])
  })
})
