/**
 * The wallet in every state and both themes: axe finds no violation, nothing scrolls sideways, and a screenshot is
 * saved in e2e/.screenshots for manual review.
 */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nightly } from '../../src-main/node/testing/index.ts'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { withPatience } from '../support/patience.ts'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { EVERYTHING, stubbed, troubleFor } from './faultInjector.ts'
import { goTo } from './frame.ts'
import { readColours, sidewaysOverflow } from './inPage.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { resize } from './resize.ts'
import { mintOverRpc, unfold } from './tokens.ts'
import {
  coins,
  fakeHistory,
  openAdvanced,
  openKeys,
  openTab,
  reviewPayment,
  reviewSheet,
  typePhrase,
} from './wallet.ts'

/** Address outside this wallet. */
const THEM = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const OTHER = 'RRvwmbkxR5YRzPGL5kMFHMe1AH33MeD8rN'
/** A publicly known phrase. */
const NOBODYS = [...Array.from({ length: 11 }, () => 'abandon'), 'about']
const NARROW = { width: 960, height: 640 }
const WIDE = { width: 1280, height: 820 }

const LONG = nightly() ? 120_000 : 10_000
const LONG_TEXT = LONG.toLocaleString('en')

const FRAMES = 120
const SCROLL = `new Promise((resolve) => {
  const grid = document.querySelector('[role=grid]')
  let frames = 0
  const step = () => {
    grid.scrollTop = (grid.scrollTop + 120) % (grid.scrollHeight - grid.clientHeight)
    frames += 1
    frames < ${FRAMES} ? requestAnimationFrame(step) : resolve()
  }
  requestAnimationFrame(step)
})`

/** Returns the milliseconds that the page's thread works per frame of a script, without the time of other processes. */
async function busyMillis(page: Page, script: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  const before = await worked()
  await page.evaluate(script)
  return ((await worked()) - before) * (1000 / FRAMES)
}

let window: AppWindow
keepEvidence(() => window)

beforeAll(async () => {
  window = await openWindow({ transport: 'browser', earlierWallet: true })
  await disableAnimations(window.page)
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
      await rpc.call('sendtoaddress', THEM, amount, comment, to)
      await rpc.call('generate', 1)
    }
    const address = await rpc.call<string>('getnewaddress')
    await rpc.call('setaddresslabel', address, 'Rent of the shop')
    await rpc.call('sendtoaddress', address, 3)
    await rpc.call('setaddresslabel', await rpc.call<string>('getnewaddress'), 'Wide '.repeat(20).slice(0, 99))
    await rpc.call('setautomine', false)
    await rpc.call('sendtoaddress', THEM, 0.5)
  })

  it('shows the history, a search and one transaction', async () => {
    const { page } = window
    await goTo(page, 'Wallet')
    const grid = page.getByRole('grid', { name: /^Transactions of the wallet/ })
    await grid.getByText('Mined').first().waitFor()
    expect(await inspect(page, 'wallet-history')).toEqual([])
    await page.getByRole('searchbox', { name: 'Search the history' }).fill('rent')
    await page.getByText(/match(es)? (the filter|so far)/).waitFor()
    expect(await inspect(page, 'wallet-search')).toEqual([])
    await page.getByRole('searchbox', { name: 'Search the history' }).fill('nothing like this')
    await page.getByText('Nothing matches this filter').waitFor()
    expect(await inspect(page, 'wallet-search-empty')).toEqual([])
    await page.getByRole('button', { name: 'Show everything' }).click()
    await grid.getByText('The landlord').click()
    await page.getByRole('dialog', { name: 'Transaction' }).getByText('Effect on balance').waitFor()
    expect(await inspect(page, 'wallet-transaction')).toEqual([])
    await page.keyboard.press('Escape')
    await grid.getByText('Mined').first().click()
    const mined = page.getByRole('dialog', { name: 'Transaction' })
    await mined.getByText('Effect on balance').waitFor()
    await mined
      .getByText(/confirmation/)
      .first()
      .waitFor()
    expect(await mined.getByText('Type', { exact: true }).count()).toBe(1)
    await page.keyboard.press('Escape')
  })

  it('shows the page for receiving coins', async () => {
    const { page } = window
    await openTab(page, 'Receive')
    await page.getByRole('img', { name: /^QR code of/ }).waitFor()
    expect(await inspect(page, 'wallet-receive')).toEqual([])
    await page.getByRole('button', { name: /^(Add a|Edit the) label$/ }).click()
    await page.getByRole('dialog', { name: 'Label of this address' }).waitFor()
    expect(await inspect(page, 'wallet-label')).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('shows the page of keys and its dialogs', async () => {
    const { page } = window
    await openTab(page, 'Keys & safety')
    await page.getByRole('heading', { name: 'Recovery phrase' }).waitFor()
    expect(await inspect(page, 'wallet-keys')).toEqual([])
    await page.getByRole('button', { name: 'Create a recovery phrase' }).click()
    await page.getByRole('dialog', { name: 'Create a recovery phrase' }).waitFor()
    expect(await inspect(page, 'wallet-phrase-choose')).toEqual([])
    await page.getByRole('button', { name: 'Show the words' }).click()
    await page.getByRole('list', { name: 'The recovery phrase' }).waitFor()
    expect(await inspect(page, 'wallet-phrase-words')).toEqual([])
    await page.getByRole('button', { name: 'I have written them down' }).click()
    await page.getByText('Enter three of the words').waitFor()
    expect(await inspect(page, 'wallet-phrase-quiz')).toEqual([])
    await page.keyboard.press('Escape')
    await openAdvanced(page)
    expect(await inspect(page, 'wallet-keys-advanced')).toEqual([])
    await page.getByRole('button', { name: 'Restore from a phrase' }).click()
    await page.getByRole('textbox', { name: 'Word 1', exact: true }).fill('aba')
    expect(await inspect(page, 'wallet-restore')).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Encrypt the wallet' }).click()
    const dialog = page.getByRole('dialog', { name: 'Encrypt the wallet' })
    await dialog.getByRole('textbox', { name: 'New passphrase' }).fill('correct horse battery')
    await dialog.getByRole('textbox', { name: 'Repeat passphrase' }).fill('other')
    await dialog.getByRole('button', { name: 'Encrypt the wallet' }).click()
    await dialog.getByText('The passphrases do not match.').waitFor()
    expect(await inspect(page, 'wallet-encrypt')).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Import a private key' }).click()
    await page.getByRole('dialog', { name: 'Import a private key' }).waitFor()
    expect(await inspect(page, 'wallet-import-key')).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('shows a long scan for addresses, and stops it', async () => {
    const page = await window.page.context().newPage()
    let cancelled = false
    await page.routeWebSocket('**/ws', (socket) => {
      const node = socket.connectToServer()
      let search = 0
      socket.onMessage((text) => {
        const call = JSON.parse(String(text)) as { kind: string; id: number; method?: string }
        if (call.method === 'setphrase') {
          search = call.id
          const progress = { done: 12_345, total: 98_765, unit: 'blocks' }
          socket.send(JSON.stringify({ kind: 'event', event: { type: 'progress', call: search, progress } }))
        } else if (call.kind === 'cancel' && call.id === search) cancelled = true
        else node.send(text)
      })
      node.onMessage((text) => socket.send(text))
    })
    await disableAnimations(page)
    await page.goto(`${window.page.url().split('#')[0]}#/wallet?tab=keys`)
    await openAdvanced(page)
    await page.getByRole('button', { name: 'Restore from a phrase' }).click()
    await typePhrase(page, NOBODYS)
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText('12,345 of 98,765 blocks · 12 %').waitFor()
    expect(await inspect(page, 'wallet-restore-running')).toEqual([])
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByText('The scan was stopped.').waitFor()
    expect(await page.getByRole('progressbar').count()).toBe(0)
    await expect.poll(() => cancelled).toBe(true)
    await page.close()
  })

  it('shows a locked wallet, the question for the passphrase, and a phrase in use', async () => {
    const { page, rpc } = window
    const { phrase } = await rpc.call<{ phrase: string }>('newphrase')
    await rpc.call('setphrase', phrase)
    await rpc.call('newaccount', 'A shop with a name that is as long as names of shops may ever be, and a bit more')
    await rpc.call('protectwallet', 'four words nobody knows')
    await openKeys(page)
    await page.getByRole('list', { name: 'Accounts' }).getByText('A shop').waitFor()
    await page.getByRole('contentinfo').getByText('Wallet locked').waitFor()
    expect(await inspect(page, 'wallet-keys-phrase')).toEqual([])
    await page.getByRole('contentinfo').getByText('Wallet locked').click()
    const question = page.getByRole('dialog', { name: 'Unlock the wallet' })
    await question.getByLabel('Passphrase').fill('wrong')
    await page.keyboard.press('Enter')
    await question.getByText('Wrong passphrase.').waitFor()
    expect(await inspect(page, 'wallet-unlock')).toEqual([])
    await question.getByLabel('Passphrase').fill('four words nobody knows')
    await page.keyboard.press('Enter')
    await page.getByRole('contentinfo').getByText('Wallet unlocked').waitFor()
    await page.getByRole('button', { name: 'Show a private key' }).click()
    await page.getByRole('combobox', { name: 'Address' }).fill(await rpc.call<string>('getnewaddress'))
    await page.getByRole('button', { name: 'Show the key' }).click()
    await page.getByRole('status', { name: 'The private key' }).waitFor()
    expect(await inspect(page, 'wallet-show-key')).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('shows backups and the restore drill', async () => {
    const { page } = window
    await openKeys(page)
    await page.getByRole('button', { name: 'Save keys as plain text' }).click()
    await page.getByRole('dialog', { name: 'Save keys as plain text' }).waitFor()
    expect(await inspect(page, 'wallet-backup')).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Restore drill' }).click()
    await typePhrase(page, NOBODYS)
    await page.getByRole('button', { name: 'Run the drill' }).click()
    await page.getByText('These are not the words of this wallet.').waitFor()
    expect(await inspect(page, 'wallet-drill')).toEqual([])
    await page.getByRole('tab', { name: 'Plain text' }).click()
    expect(await inspect(page, 'wallet-drill-file')).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Import keys from plain text' }).click()
    await page.getByRole('dialog', { name: 'Import keys from plain text' }).waitFor()
    expect(await inspect(page, 'wallet-take')).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('fits into the smallest window', async () => {
    const { page } = window
    await resize(page, NARROW)
    for (const tab of ['History', 'Receive', 'Keys & safety'] as const) {
      await openTab(page, tab)
      expect(await inspect(page, `wallet-narrow-${tab.slice(0, 4).toLowerCase()}`)).toEqual([])
      expect(await sidewaysOverflow(page)).toBe(0)
    }
    await resize(page, WIDE)
  })

  it('shows loading states and errors', async () => {
    const page = await window.page.context().newPage()
    const trouble = await troubleFor(page)
    await disableAnimations(page)
    const open = async (tab: string) => {
      await page.goto('about:blank')
      await page.goto(`${window.page.url().split('#')[0]}#/wallet${tab === 'history' ? '' : `?tab=${tab}`}`)
      await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()
    }
    trouble.hold(EVERYTHING)
    for (const tab of ['history', 'receive', 'send', 'keys']) {
      await open(tab)
      expect(await inspect(page, `wallet-loading-${tab}`)).toEqual([])
    }
    trouble.hold()
    trouble.fail('disk I/O error', EVERYTHING)
    for (const tab of ['history', 'receive', 'send', 'keys']) {
      await open(tab)
      await page.getByRole('alert').first().waitFor()
      expect(await inspect(page, `wallet-error-${tab}`)).toEqual([])
    }
    await page.close()
  })

  it(`scrolls a history of ${LONG_TEXT} transactions to its end`, async () => {
    const page = await stubbed(window, { listwallethistory: fakeHistory(() => LONG) })
    await page.goto(`${window.page.url().split('#')[0]}#/wallet`)
    await page.getByText(`1,000 of ${LONG_TEXT} transactions loaded; scroll to load more`).waitFor()
    const grid = page.getByRole('grid', { name: /^Transactions of the wallet/ })
    expect(await grid.getAttribute('aria-rowcount')).toBe(String(LONG + 1))
    await grid.focus()
    await expect
      .poll(
        async () => {
          await page.keyboard.press('End')
          return page.getByText(`${LONG_TEXT} transactions`, { exact: true }).count()
        },
        { timeout: MAX_WAIT_MS, interval: 20 },
      )
      .toBe(1)
    await page.keyboard.press('End')
    await grid.getByText('1.00000001').first().waitFor()
    const busy = await busyMillis(page, SCROLL)
    console.log(
      `${LONG_TEXT} rows scrolling by 120 pixels a frame: ${busy.toFixed(1)} ms of the page's thread for each`,
    )
    expect(busy).toBeLessThan(withPatience(1000 / 60))
    // Only visible rows are in the DOM.
    expect(await grid.getByRole('row').count()).toBeLessThan(60)
    await page.close()
  })

  it('causes no script error, policy violation or foreign request', () => {
    expect(window.complaints).toEqual([])
  })
})

/** In the private sandbox the page's own sheet is the only confirmation. */
describe('payments in the private sandbox', () => {
  let window: AppWindow
  keepEvidence(() => window)
  beforeAll(async () => {
    window = await openWindow({ transport: 'browser' })
    await mintOverRpc(window.rpc, 'GOLD', '0.00250000', 'One unit is a milligram')
    await window.rpc.call('setautomine', false)
    await disableAnimations(window.page)
    await goTo(window.page, 'Wallet')
  })
  afterAll(() => window?.close())

  it('show the form empty, with errors, filled, with chosen coins, reviewed and sent', async () => {
    const { page, rpc } = window
    await openTab(page, 'History')
    const heroButtons = () => readColours(page, '[aria-label="The balance"] button:not([aria-label])')
    const [receive, send] = await heroButtons()
    expect(send).not.toBe(receive)
    await openTab(page, 'Send')
    // The form has its own primary button.
    expect(await heroButtons()).toEqual([receive, receive])
    expect(await inspect(page, 'wallet-send-empty')).toEqual([])
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await page.getByText('Enter an address.').waitFor()
    expect(await inspect(page, 'wallet-send-mistakes')).toEqual([])
    await page.getByRole('textbox', { name: 'Pay to' }).fill(THEM)
    await page.getByRole('textbox', { name: 'Amount' }).fill('1.25')
    await page.getByRole('button', { name: 'Add recipient' }).click()
    await page.getByRole('textbox', { name: 'Pay to, 2' }).fill(OTHER)
    await page.getByRole('textbox', { name: 'Amount of recipient 2' }).fill('0.5')
    await page.getByRole('textbox', { name: /^Name/ }).fill('The landlord')
    await page.getByRole('textbox', { name: /^Note/ }).fill('Rent of March')
    await page.getByRole('radio', { name: 'Custom' }).click()
    await page.getByRole('textbox', { name: 'Fee rate' }).fill('0.001')
    await page.getByText(/for \d+ bytes/).waitFor()
    expect(await inspect(page, 'wallet-send-filled')).toEqual([])
    await page.getByRole('switch', { name: 'Choose coins manually' }).click()
    await coins(page).getByText('In contract').first().waitFor()
    expect(await inspect(page, 'wallet-send-coins-none')).toEqual([])
    await coins(page).getByRole('checkbox').nth(1).click()
    await page.getByText('1 coin selected').waitFor()
    await page.getByText(/for \d+ bytes/).waitFor()
    expect(await inspect(page, 'wallet-send-coins')).toEqual([])
    await resize(page, NARROW)
    expect(await inspect(page, 'wallet-narrow-send')).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)
    await resize(page, WIDE)
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    const sheet = await reviewSheet(page)
    expect(await inspect(page, 'wallet-send-review')).toEqual([])
    await sheet.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText(/Waiting for the next block/).waitFor()
    expect(await inspect(page, 'wallet-send-waiting')).toEqual([])
    await rpc.call('generate', 1)
    await page.getByText(/Payment sent/).waitFor()
    expect(await inspect(page, 'wallet-send-done')).toEqual([])
  })

  it('distinguish the payment if coins, change and payee have the same address', async () => {
    const page = await window.page.context().newPage()
    const { myaddress } = await window.rpc.call<{ myaddress: string }>('tokenaddress')
    await disableAnimations(page)
    await page.goto(`${window.page.url().split('#')[0]}#/wallet?tab=send`)
    const sheet = await reviewPayment(page, myaddress, '0.5')
    await sheet.getByText(/^Network fee 0\.00005 SANDBOX\. Cannot be undone\.$/).waitFor()
    await sheet.getByText('0.5 stays in your wallet').waitFor()
    await unfold(sheet)
    const line = (title: string) => sheet.getByRole('listitem').filter({ hasText: title }).innerText()
    expect(await line('An address of your own')).toMatch(/The coins stay in your wallet\..*0\.50000000$/s)
    expect(await line('Change, back to you')).not.toMatch(/\n0\.50000000$/)
    expect(await inspect(page, 'wallet-send-own')).toEqual([])
    await sheet.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.close()
  })

  it('stop with an error if the node builds another transaction than requested', async () => {
    const page = await window.page.context().newPage()
    await page.routeWebSocket('**/ws', (socket) => {
      const node = socket.connectToServer()
      // Makes every built transaction pay another address.
      socket.onMessage((text) => {
        const call = JSON.parse(String(text)) as { method?: string }
        node.send(call.method === 'preparesend' ? String(text).replaceAll(THEM, OTHER) : text)
      })
      node.onMessage((text) => socket.send(text))
    })
    await disableAnimations(page)
    await page.goto(`${window.page.url().split('#')[0]}#/wallet?tab=send`)
    await page.getByRole('textbox', { name: 'Pay to' }).fill(THEM)
    await page.getByRole('textbox', { name: 'Amount' }).fill('0.5')
    await page.getByRole('button', { name: 'Review', exact: true }).click()
    await page
      .getByRole('alert')
      .getByText(/It does not pay all recipients\. Nothing was sent\./)
      .waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await inspect(page, 'wallet-send-mismatch')).toEqual([])
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.close()
  })
})
