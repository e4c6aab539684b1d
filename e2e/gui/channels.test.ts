/**
 * Tests a payment channel between two keys of one node: opened to a contact, paid through with the slider, closed, and
 * the rest withdrawn. Each step is checked from the other end. By mouse in a browser, by keyboard in the desktop app.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow, transportsFor } from './app.ts'
import { goTo } from './frame.ts'
import { sidewaysOverflow } from './inPage.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { createTwoTokenKeys } from './market.ts'
import { resize } from './resize.ts'
import { openTab, reviewSheet } from './wallet.ts'

const NARROW = { width: 960, height: 640 }
const WIDE = { width: 1280, height: 820 }
/** On regtest every height divisible by seven counts as notarised. */
const DEEP = 8

describe.each(transportsFor('shell'))('a payment channel, %s', (transport) => {
  let window: AppWindow
  let keys: Awaited<ReturnType<typeof createTwoTokenKeys>>
  keepEvidence(() => window)
  const keyboard = transport === 'shell'
  const looked = async (name: string) => (keyboard ? [] : inspect(window.page, name))
  const card = () => window.page.getByRole('listitem').filter({ hasText: /Paid|Received/ })
  const press = (name: string | RegExp) => {
    const button = window.page.getByRole('main').getByRole('button', { name })
    return keyboard ? button.press('Enter') : button.click()
  }
  /** Checks the review, approves it by click or Space, and waits until the transaction is in a block. */
  async function agree(title: string, confirm: string, done: string): Promise<void> {
    const sheet = await reviewSheet(window.page)
    expect(await sheet.getByRole('heading', { level: 2 }).innerText()).toBe(title)
    const button = sheet.getByRole('button', { name: confirm, exact: true })
    await (keyboard ? button.press('Space') : button.click())
    await window.page.getByText(/Waiting for the next block/).waitFor()
    await window.rpc.call('generate', 1)
    const dialog = window.page.getByRole('dialog').filter({ hasText: done })
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await dialog.waitFor({ state: 'detached' })
  }

  beforeAll(async () => {
    window = await openWindow({ transport, args: ['-automine=0'] })
    await disableAnimations(window.page)
    keys = await createTwoTokenKeys(window.rpc)
    // Each step spends one coin for its fee.
    for (let coin = 0; coin < 6; coin++) await window.rpc.call('generate', 1)
  })
  afterAll(() => window?.close())

  it('shows an explanation if no channel exists', async () => {
    await goTo(window.page, 'Channels')
    await window.page.getByText('No payment channels yet').waitFor()
    expect(await looked('channels-empty')).toEqual([])
  })

  it('opens from a form to a chosen contact', async () => {
    const { page } = window
    await openTab(page, 'Contacts')
    await page.getByRole('button', { name: 'Add contact' }).press('Enter')
    await page.getByRole('dialog', { name: 'Add contact' }).waitFor()
    await page.keyboard.type('Anna')
    await page.keyboard.press('Tab')
    await page.keyboard.type(keys.second)
    await page.getByRole('button', { name: 'Save contact' }).press('Enter')
    await page.getByRole('row', { name: 'Anna' }).waitFor()
    await goTo(page, 'Channels')
    await press('Open a channel')
    const dialog = page.getByRole('dialog', { name: 'Open a channel' })
    await dialog.getByRole('button', { name: 'Review', exact: true }).click()
    await dialog.getByText('Enter who you want to pay.').waitFor()
    await dialog.getByRole('textbox', { name: 'Who do you want to pay?' }).fill('ann')
    await dialog.getByRole('option', { name: /^Anna/ }).click()
    await dialog.getByRole('textbox', { name: 'How many payments?' }).fill('20')
    await dialog.getByRole('textbox', { name: 'How much each?' }).fill('0.5')
    await dialog.getByText('Sets 10 SANDBOX aside.').waitFor()
    expect(await looked('channels-open')).toEqual([])
    await dialog.getByRole('button', { name: 'Review', exact: true }).click()
    await reviewSheet(page)
    expect(await looked('channels-open-review')).toEqual([])
    await agree('Open a channel to Anna?', 'Open channel', 'Channel opened.')
    await card().getByText('Opening', { exact: true }).waitFor()
    await window.rpc.call('generate', DEEP)
    await card().getByText('Open', { exact: true }).waitFor()
  })

  it('pays with the slider, and shows what remains', async () => {
    const { page } = window
    const slider = page.getByRole('slider', { name: 'Payments to Anna now' })
    if (keyboard) {
      await slider.focus()
      for (let step = 0; step < 9; step++) await page.keyboard.press('ArrowRight')
    } else {
      const box = (await slider.boundingBox())!
      await page.mouse.move(box.x + 8, box.y + box.height / 2)
      await page.mouse.down()
      await page.mouse.move(box.x + 8 + ((box.width - 16) * 9) / 19, box.y + box.height / 2, { steps: 5 })
      await page.mouse.up()
    }
    expect(await slider.getAttribute('aria-valuetext')).toBe('10 payments, 5 SANDBOX')
    expect(await looked('channels-paying')).toEqual([])
    await press('Pay 5 SANDBOX')
    await agree('Pay 5 SANDBOX to Anna?', 'Pay', 'Payment made.')
    await card().getByText('10 of 20 payments', { exact: false }).waitFor()
    await card().getByText('up to 5 SANDBOX more', { exact: false }).waitFor()
  })

  it('shows to the receiver, who cannot withdraw on its own', async () => {
    const { page, rpc } = window
    await rpc.call('setidentity', keys.second)
    await card()
      .getByText(/^From /)
      .waitFor()
    await card().getByText('Received', { exact: true }).waitFor()
    await card().getByText('can pay you up to 5 SANDBOX more', { exact: false }).waitFor()
    expect(await page.getByRole('slider').count()).toBe(0)
    expect(await looked('channels-receiver')).toEqual([])
    await rpc.call('setidentity', keys.first)
    await card().getByText('To Anna', { exact: true }).waitFor()
  })

  it('closes, and returns the rest to the wallet', async () => {
    const { page, rpc, consent } = window
    await press('Close channel')
    await agree('Close the channel to Anna?', 'Close channel', 'Channel closed.')
    await card().getByText('Closing', { exact: true }).waitFor()
    await rpc.call('generate', DEEP)
    await press('Withdraw the rest')
    await agree('Withdraw 5 SANDBOX?', 'Withdraw', 'The rest is back in your wallet.')
    await card().getByText('Ended', { exact: true }).waitFor()
    expect(consent.asked).toEqual([])
    expect(await looked('channels-ended')).toEqual([])
    await resize(page, NARROW)
    expect(await sidewaysOverflow(page)).toBe(0)
    await resize(page, WIDE)
    await rpc.call('setidentity', keys.second)
    await card().getByText('withdrew the rest', { exact: false }).waitFor()
    expect(window.complaints).toEqual([])
  })
})
