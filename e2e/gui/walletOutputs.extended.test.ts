/** Tests the drawer of a sent transaction: change is shown only as the node recorded it, never guessed. */
import type { Locator } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { sidewaysOverflow } from './inPage.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { resize } from './resize.ts'
import { mintOverRpc } from './tokens.ts'

/** Address outside this wallet. */
const THEM = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'

let window: AppWindow
let base = ''
keepEvidence(() => window)

beforeAll(async () => {
  window = await openWindow({ transport: 'browser' })
  base = window.page.url().split('#')[0] ?? ''
  await disableAnimations(window.page)
})
afterAll(() => window?.close())

async function openDrawer(txid: string): Promise<Locator> {
  const { page } = window
  await page.goto('about:blank')
  await page.goto(`${base}#/wallet?tx=${txid}`)
  const drawer = page.getByRole('dialog', { name: 'Transaction' })
  await drawer.getByText('Sum of the list').waitFor()
  return drawer
}
/**
 * Scrolls to the end of the list, because axe treats links below the window as skip links and looks for their targets.
 */
const toEnd = (drawer: Locator) => drawer.getByText('Sum of the list').scrollIntoViewIfNeeded()

/** Returns titles and amounts of the lines in order. */
const lines = async (drawer: Locator) =>
  (await drawer.getByRole('listitem').allInnerTexts()).map((text) => {
    const parts = text.split('\n').filter((part) => part.trim() !== '')
    return `${parts[0]}: ${parts.at(-1)}`
  })

describe('the drawer of a transaction', () => {
  it('distinguishes change from a payment to an own address', async () => {
    const { page, rpc } = window
    const mine = await rpc.call<string>('getnewaddress')
    await rpc.call('setaddresslabel', mine, 'Rent of the shop')
    const txid = await rpc.call<string>('sendmany', '', { [mine]: 3, [THEM]: 0.25 })
    const drawer = await openDrawer(txid)
    await drawer.getByText('Change, back to you').waitFor()
    const told = await lines(drawer)
    expect(told).toContain('An address of your own: 3.00000000')
    expect(told).toContain('Somebody else: 0.25000000')
    expect(told.filter((line) => line.startsWith('Change, back to you: '))).toHaveLength(1)
    expect(told).toHaveLength(4)
    const whom = drawer.getByText('With', { exact: true }).locator('xpath=following-sibling::dd')
    expect(await whom.innerText()).toMatch(/^RWPg8B/)
    await toEnd(drawer)
    expect(await inspect(page, 'wallet-outputs')).toEqual([])
    await resize(page, { width: 960, height: 640 })
    await toEnd(drawer)
    expect(await inspect(page, 'wallet-narrow-outputs')).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)
    await resize(page, { width: 1280, height: 820 })
  })

  it('distinguishes change and payment if both went to one address, and in a long list', async () => {
    const { page, rpc } = window
    const { myaddress } = await rpc.call<{ myaddress: string }>('tokenaddress')
    const same = await openDrawer(await rpc.call<string>('sendtoaddress', myaddress, 0.5))
    await same.getByText('Change, back to you').waitFor()
    expect(await lines(same)).toContain('An address of your own: 0.50000000')
    const amounts: Record<string, number> = { [THEM]: 1 }
    for (let index = 1; index <= 40; index++) amounts[await rpc.call<string>('getnewaddress')] = index / 1000
    const many = await openDrawer(await rpc.call<string>('sendmany', '', amounts))
    await many.getByText('Change, back to you').waitFor()
    const told = await lines(many)
    expect(told.filter((line) => line.startsWith('An address of your own: '))).toHaveLength(40)
    expect(told.filter((line) => line.startsWith('Change, back to you: '))).toHaveLength(1)
    await toEnd(many)
    expect(await inspect(page, 'wallet-outputs-many')).toEqual([])
  })

  it('shows no change if it is unknown, for a transaction built by hand', async () => {
    const { page, rpc } = window
    const coins = await rpc.call<{ txid: string; vout: number; amount: number; address: string }[]>('listunspent')
    const coin = coins.find(({ amount }) => amount > 2)
    const raw = await rpc.call<string>('createrawtransaction', [{ txid: coin?.txid, vout: coin?.vout }], {
      [THEM]: 1,
      [coin?.address ?? '']: Number(((coin?.amount ?? 0) - 1.0001).toFixed(8)),
    })
    const { hex } = await rpc.call<{ hex: string }>('signrawtransaction', raw)
    const drawer = await openDrawer(await rpc.call<string>('sendrawtransaction', hex))
    await drawer.getByText('At an address of your wallet.').waitFor()
    expect(await drawer.getByText(/change/i).count()).toBe(0)
    await toEnd(drawer)
    expect(await inspect(page, 'wallet-outputs-unknown')).toEqual([])
  })

  it('shows the change of a token transaction', async () => {
    const { page, rpc } = window
    const token = await mintOverRpc(rpc, 'GOLD', '0.00250000', 'One unit is a milligram')
    const drawer = await openDrawer(token)
    await drawer.getByText('Change, back to you').waitFor()
    await toEnd(drawer)
    expect(await inspect(page, 'wallet-outputs-token')).toEqual([])
  })

  it('causes no script error, policy violation or foreign request', () => {
    expect(window.complaints).toEqual([])
  })
})
