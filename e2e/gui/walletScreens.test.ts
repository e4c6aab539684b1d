/**
 * The wallet in every state and both themes: axe finds nothing, nothing scrolls sideways, and a picture of each lies in
 * e2e/.screenshots for a person to judge.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { goTo } from './frame.ts'
import { sidewaysOverflow } from './inPage.ts'
import { holdStill, inspect } from './inspect.ts'
import { mintOverRpc } from './tokens.ts'
import { openTab } from './wallet.ts'

const NARROW = { width: 960, height: 640 }
const WIDE = { width: 1280, height: 820 }

let window: AppWindow
keepEvidence(() => window)

beforeAll(async () => {
  window = await openWindow({ transport: 'browser' })
  await holdStill(window.page)
})
afterAll(() => window?.close())

describe('the wallet of a chain in use', () => {
  beforeAll(async () => {
    const { rpc } = window
    await mintOverRpc(rpc, 'GOLD', '0.00250000', 'One unit is a milligram')
    for (const [amount, comment, to] of [
      [1, 'rent', 'The landlord'],
      [2.5, '', ''],
      [
        0.12345678,
        'A very long note that goes on and on, as people write them. '.repeat(6),
        'Somebody with a very long name '.repeat(4),
      ],
    ] as const) {
      await rpc.call('sendtoaddress', 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D', amount, comment, to)
      await rpc.call('generate', 1)
    }
    const address = await rpc.call<string>('getnewaddress')
    await rpc.call('setaddresslabel', address, 'Rent of the shop')
    await rpc.call('sendtoaddress', address, 3)
    await rpc.call('setaddresslabel', await rpc.call<string>('getnewaddress'), 'Wide '.repeat(20).slice(0, 99))
    await rpc.call('setautomine', false)
    await rpc.call('sendtoaddress', 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D', 0.5)
  })

  it('history, a search, and one transaction', async () => {
    const { page } = window
    await goTo(page, 'Wallet')
    const grid = page.getByRole('grid', { name: /^Transactions of the wallet/ })
    await grid.getByText('Mined').first().waitFor()
    expect(await inspect(page, 'wallet-history')).toEqual([])
    await page.getByRole('searchbox', { name: 'Search the history' }).fill('rent')
    await page.getByText(/that fit|fit the filter/).waitFor()
    expect(await inspect(page, 'wallet-search')).toEqual([])
    await page.getByRole('searchbox', { name: 'Search the history' }).fill('nothing like this')
    await page.getByText('Nothing fits this filter').waitFor()
    expect(await inspect(page, 'wallet-search-empty')).toEqual([])
    await page.getByRole('button', { name: 'Show everything' }).click()
    await grid.getByText('The landlord').click()
    await page.getByRole('dialog', { name: 'Transaction' }).getByText('For you').waitFor()
    expect(await inspect(page, 'wallet-transaction')).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('receiving', async () => {
    const { page } = window
    await openTab(page, 'Receive')
    await page.getByRole('img', { name: /^QR code of/ }).waitFor()
    expect(await inspect(page, 'wallet-receive')).toEqual([])
    await page.getByRole('button', { name: /^(Add a|Edit the) label$/ }).click()
    await page.getByRole('dialog', { name: 'Label of this address' }).waitFor()
    expect(await inspect(page, 'wallet-label')).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('keys and safety', async () => {
    const { page } = window
    await openTab(page, 'Keys & safety')
    await page.getByRole('heading', { name: 'Recovery phrase' }).waitFor()
    expect(await inspect(page, 'wallet-keys')).toEqual([])
    await page.getByRole('button', { name: 'Make a recovery phrase' }).click()
    await page.getByRole('dialog', { name: 'Make a recovery phrase' }).waitFor()
    expect(await inspect(page, 'wallet-phrase-choose')).toEqual([])
    await page.getByRole('button', { name: 'Show me the words' }).click()
    await page.getByRole('list', { name: 'The recovery phrase' }).waitFor()
    expect(await inspect(page, 'wallet-phrase-words')).toEqual([])
    await page.getByRole('button', { name: 'I have written them down' }).click()
    await page.getByText('Read three of them').waitFor()
    expect(await inspect(page, 'wallet-phrase-quiz')).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Restore from a phrase' }).click()
    await page.getByRole('textbox', { name: 'Word 1', exact: true }).fill('aba')
    expect(await inspect(page, 'wallet-restore')).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Encrypt the wallet' }).click()
    const dialog = page.getByRole('dialog', { name: 'Encrypt the wallet' })
    await dialog.getByRole('textbox', { name: 'New passphrase' }).fill('correct horse battery')
    await dialog.getByRole('textbox', { name: 'The same again' }).fill('other')
    await dialog.getByRole('button', { name: 'Encrypt the wallet' }).click()
    await dialog.getByText('The two are not the same.').waitFor()
    expect(await inspect(page, 'wallet-encrypt')).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add a private key' }).click()
    await page.getByRole('dialog', { name: 'Add a private key' }).waitFor()
    expect(await inspect(page, 'wallet-import-key')).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('the smallest window', async () => {
    const { page } = window
    await page.setViewportSize(NARROW)
    for (const tab of ['History', 'Receive', 'Keys & safety'] as const) {
      await openTab(page, tab)
      expect(await inspect(page, `wallet-narrow-${tab.slice(0, 4).toLowerCase()}`)).toEqual([])
      expect(await sidewaysOverflow(page)).toBe(0)
    }
    await page.setViewportSize(WIDE)
  })

  it('did nothing that a window must not do', () => {
    expect(window.complaints).toEqual([])
  })
})
