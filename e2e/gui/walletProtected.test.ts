/** Tests a wallet with a passphrase in the window: encrypting it, and the payment form while it is locked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { sidewaysOverflow } from './inPage.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { resize } from './resize.ts'
import { openTab, reviewSheet } from './wallet.ts'

const PASSPHRASE = 'umbrella ticket frozen ladder'
const KEYS = 3000
/** Address outside this wallet. */
const THEM = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const OTHER = 'RRvwmbkxR5YRzPGL5kMFHMe1AH33MeD8rN'

let window: AppWindow
let earlier: AppWindow | undefined
keepEvidence(() => window)

beforeAll(async () => {
  window = await openWindow({ transport: 'browser' })
  await disableAnimations(window.page)
})
afterAll(async () => {
  await earlier?.close()
  await window?.close()
})

/** Fills in the dialog that sets the first passphrase, and presses its button. */
async function encrypt(page: AppWindow['page']) {
  await page.getByRole('button', { name: 'Encrypt the wallet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Encrypt the wallet' })
  await dialog.getByLabel('New passphrase').fill(PASSPHRASE)
  await dialog.getByLabel('Repeat passphrase').fill(PASSPHRASE)
  await page.keyboard.press('Enter')
  return dialog
}

describe('encrypting a wallet with many keys', () => {
  it('shows its progress and that it cannot be stopped, continues if closed, and shows a failure', async () => {
    const page = await window.page.context().newPage()
    let sendToPage = (_message: object): void => undefined
    let call = 0
    const cancelled: number[] = []
    await page.routeWebSocket('**/ws', (socket) => {
      const node = socket.connectToServer()
      sendToPage = (message) => socket.send(JSON.stringify(message))
      socket.onMessage((text) => {
        const { kind, id, method } = JSON.parse(String(text)) as { kind: string; id: number; method?: string }
        if (method === 'protectwallet') call = id
        else if (kind === 'cancel') cancelled.push(id)
        else node.send(text)
      })
      node.onMessage((text) => socket.send(text))
    })
    const sealed = (done: number) =>
      sendToPage({ kind: 'event', event: { type: 'progress', call, progress: { done, total: 10_102, unit: 'keys' } } })

    await disableAnimations(page)
    await page.goto(`${window.page.url().split('#')[0]}#/wallet?tab=keys`)
    const dialog = await encrypt(page)
    await dialog.getByText('Deriving a key from the passphrase').waitFor()
    expect(await inspect(page, 'wallet-encrypt-key')).toEqual([])
    sealed(4200)
    await dialog.getByText('4,200 of 10,102 keys · 41 %').waitFor()
    await dialog.getByText(/^This cannot be stopped\./).waitFor()
    expect(await dialog.getByRole('button', { name: /stop|cancel/i }).count()).toBe(0)
    expect(await inspect(page, 'wallet-encrypt-running')).toEqual([])
    await resize(page, { width: 960, height: 640 })
    expect(await inspect(page, 'wallet-narrow-encrypt')).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)
    await resize(page, { width: 1280, height: 820 })
    sealed(10_102)
    await dialog.getByText('Writing the encrypted keys').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(cancelled).not.toContain(call)
    sendToPage({ kind: 'error', id: call, error: { code: -4, message: 'The disk is full' } })
    await page.getByText('The passphrase was not set', { exact: true }).waitFor()
    expect(await inspect(page, 'wallet-encrypt-failed')).toEqual([])
    await page.close()
  })

  it('counts the keys that the wallet really has', async () => {
    // Keys of a newer wallet are derived from its phrase.
    earlier = await openWindow({ transport: 'browser', earlierWallet: true })
    const { rpc, page } = earlier
    await rpc.call('keypoolrefill', KEYS)
    const told: { readonly done: number; readonly total: number; readonly unit: string }[] = []
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const { event } = JSON.parse(String(payload)) as { event?: { type: string; progress: (typeof told)[number] } }
        if (event?.type === 'progress') told.push(event.progress)
      }),
    )
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await openTab(page, 'Keys & safety')
    await encrypt(page)
    await page.getByText('The wallet is encrypted and locked', { exact: true }).waitFor()
    const total = told[0]?.total ?? 0
    expect(total).toBeGreaterThan(KEYS)
    expect(told.at(-1)).toEqual({ done: total, total, unit: 'keys' })
  })
})

describe('a payment form with a locked wallet', () => {
  it('shows the maximum cost, and unlocks for the signature only', async () => {
    const { page, rpc } = window
    await rpc.call('protectwallet', PASSPHRASE)
    await openTab(page, 'Send')
    await page.getByRole('textbox', { name: 'Pay to' }).fill(THEM)
    await page.getByRole('textbox', { name: 'Amount' }).fill('1.25')
    await page.getByText(/^At most 0\.00005 SANDBOX for \d+ bytes\.$/).waitFor()
    const cost = page.getByRole('region', { name: 'Cost' })
    await cost.getByText('The next step asks for the passphrase.', { exact: true }).waitFor()
    expect(await cost.getByText('You pay').locator('xpath=following-sibling::dd').innerText()).toContain('1.25005')
    expect(await inspect(page, 'wallet-send-locked')).toEqual([])

    await page.getByRole('button', { name: 'Add recipient' }).click()
    await page.getByRole('textbox', { name: 'Pay to, 2' }).fill(OTHER)
    await page.getByRole('textbox', { name: 'Amount of recipient 2' }).fill('765432.12345678')
    await page.getByRole('radio', { name: 'Custom' }).click()
    await page.getByRole('textbox', { name: 'Fee rate' }).fill('0.0987654')
    const told = page.getByText(/^At most 0\.0\d+ SANDBOX for \d+ bytes/)
    await told.waitFor()
    await resize(page, { width: 960, height: 640 })
    expect(await inspect(page, 'wallet-narrow-send-locked')).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)
    await resize(page, { width: 1280, height: 820 })
    const max = Number(/most ([\d.]+)/.exec(await told.innerText())?.[1])
    expect((await rpc.call<{ unlocked_until: number }>('getwalletinfo')).unlocked_until).toBe(0)

    await page.getByRole('button', { name: 'Review', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Unlock the wallet' })
    await question.getByLabel('Passphrase').fill(PASSPHRASE)
    await question.getByRole('button', { name: 'Unlock', exact: true }).click()
    const sheet = await reviewSheet(page)
    const sentence = await sheet.getByText(/^You pay \d/).innerText()
    const exact = Number(/network fee (\d+\.\d+)/.exec(sentence)?.[1])
    expect(exact).toBeGreaterThan(0.02)
    expect(exact).toBeLessThanOrEqual(max)
    await sheet.getByRole('button', { name: 'Change', exact: true }).click()
    await cost.getByText('The next step asks for the passphrase.', { exact: true }).waitFor({ state: 'detached' })
    expect(await inspect(page, 'wallet-send-unlocked')).toEqual([])
    await page.getByRole('button', { name: 'Clear' }).click()
  })

  it('causes no script error, policy violation or foreign request', () => {
    expect([window.complaints, earlier?.complaints]).toEqual([[], []])
  })
})
