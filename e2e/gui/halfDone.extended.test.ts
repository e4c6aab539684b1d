/**
 * Tests that half-finished input survives events: visiting another page, a click outside a dialog, a payment, a slow
 * node.
 */
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openAddress } from './addresses.ts'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { type FaultInjector, openFaultyOverview } from './faultInjector.ts'
import { becomes, goTo } from './frame.ts'
import { openTab, reviewPayment } from './wallet.ts'

/** Address outside this wallet. */
const THEM = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
const OTHER = 'RRvwmbkxR5YRzPGL5kMFHMe1AH33MeD8rN'

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
})
afterEach(() => page?.close())

describe('a receiving address', () => {
  const card = () => page.getByRole('region', { name: 'Your address' })
  const address = () => card().locator('p').first().getByRole('link').innerText()
  const label = () => page.getByRole('textbox', { name: 'Label' })

  it('stays visible with the label being typed when a payment to it arrives', async () => {
    await window.rpc.call('getnewaddress')
    await openTab(page, 'Receive')
    const shown = await address()
    await card().getByRole('button', { name: 'Add a label' }).click()
    await label().fill('Rent from')
    await window.rpc.call('sendtoaddress', shown, 1)
    await card().getByText('Used by this wallet only.').waitFor()
    await page.keyboard.type(' Alice')
    expect(await label().inputValue()).toBe('Rent from Alice')
    expect(await address()).toBe(shown)
    await page.keyboard.press('Enter')
    await label().waitFor({ state: 'hidden' })
    await card().getByText('Rent from Alice').waitFor()
    // The keyboard focus stays at the button that asked for the label.
    const edit = card().getByRole('button', { name: 'Edit the label' })
    await becomes(() => edit.and(page.locator(':focus')).count(), 1)
  })
})

describe('a payment with a slow reply', () => {
  it('leaves the form of the next payment unchanged when its reply arrives', async () => {
    const sheet = await reviewPayment(page, THEM, '1')
    // The event that the payment is in the mempool arrives before the reply to the call that sent it.
    trouble.keepAnswers('sendprepared')
    await sheet.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('button', { name: 'Send another' }).click()
    const payTo = page.getByRole('textbox', { name: 'Pay to' })
    expect(await payTo.inputValue()).toBe('')
    await payTo.fill(OTHER)
    expect(await trouble.release()).toBe(1)
    await page.getByRole('textbox', { name: 'Amount' }).fill('2')
    expect(await payTo.inputValue()).toBe(OTHER)
  })
})

describe('a dialog', () => {
  const dialog = () => page.getByRole('dialog')

  beforeEach(async () => {
    await goTo(page, 'Bans')
    await page.getByRole('button', { name: 'Import' }).click()
    await dialog().waitFor()
  })
  const pressBeside = () => page.mouse.click(40, 700)

  it('stays open on a click outside if text was typed in it, and closes by Escape', async () => {
    const text = page.getByRole('textbox', { name: 'Bans' })
    await text.fill('203.0.113.9')
    await pressBeside()
    expect(await text.inputValue()).toBe('203.0.113.9')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
  })

  it('closes on a click outside if nothing was typed', async () => {
    await pressBeside()
    await dialog().waitFor({ state: 'hidden' })
  })
})

/** Opens a panel with one field at a button of a page. The test then clicks outside it, on a link to another page. */
const panels = {
  async 'the address of a node'() {
    await goTo(page, 'Peers')
    await page.getByRole('button', { name: 'Add node' }).click()
    return page.getByRole('textbox', { name: 'Address of the node' })
  },
  async 'the label of an address to give away'() {
    await window.rpc.call('getnewaddress')
    await openTab(page, 'Receive')
    await page.getByRole('button', { name: /^(Add a|Edit the) label$/ }).click()
    return page.getByRole('textbox', { name: 'Label' })
  },
  async 'the label of an address that is watched'() {
    await openAddress(page, THEM)
    await page.getByRole('button', { name: /^Watch(ed)?$/ }).click()
    return page.getByRole('textbox', { name: 'Label' })
  },
}

describe('a small panel with a field', () => {
  for (const [name, open] of Object.entries(panels)) {
    it(`${name}: keeps its text on a click outside, even on a link`, async () => {
      const field = await open()
      await field.fill('half')
      await page.mouse.click(700, 700)
      const { x = 0, y = 0 } = (await page.getByRole('link', { name: 'Explorer' }).boundingBox()) ?? {}
      await page.mouse.click(x + 8, y + 8)
      // Further key presses still go to the field.
      await page.keyboard.type(' done')
      expect(await field.inputValue()).toBe('half done')
      await page.keyboard.press('Escape')
      await field.waitFor({ state: 'hidden' })
      await goTo(page, 'Console')
    })
  }

  it('closes on a click outside if nothing was typed', async () => {
    const field = await panels['the address of a node']()
    await page.mouse.click(700, 700)
    await field.waitFor({ state: 'hidden' })
  })
})

describe('the form to join or create a chain', () => {
  const chains = async (action: 'Join a chain' | 'Create a chain') => {
    await goTo(page, 'Chains')
    await page
      .getByRole('link', { name: new RegExp(`^${action}`) })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: action }).waitFor()
  }
  const box = (name: string | RegExp) => page.getByRole('textbox', { name })
  const stored = () => page.evaluate<string>('JSON.stringify(localStorage)')

  it('keeps pasted and typed text when joining, after another page and a reload', async () => {
    await chains('Join a chain')
    const text = box('Invitation')
    await text.fill('-ac_name=GARDEN -ac_supply=5 -addnode=203.0.113.9')
    await box('Label').fill('Ours')
    // The node of the invitation appears once the text is parsed.
    await becomes(() => box(/^Nodes of this chain/).inputValue(), '203.0.113.9')
    await box(/^Nodes of this chain/).fill('203.0.113.7')
    await goTo(page, 'Peers')
    await chains('Join a chain')
    expect(await text.inputValue()).toBe('-ac_name=GARDEN -ac_supply=5 -addnode=203.0.113.9')
    await page.reload()
    await text.waitFor()
    expect(await box('Label').inputValue()).toBe('Ours')
    expect(await box(/^Nodes of this chain/).inputValue()).toBe('203.0.113.7')
    await page.getByRole('radio', { name: 'Enter by hand' }).click()
    await box(/^Name/).fill('ORCHARD')
    await goTo(page, 'Peers')
    await chains('Join a chain')
    expect(await box(/^Name/).inputValue()).toBe('ORCHARD')
    await page.getByRole('button', { name: 'Clear form' }).click()
    expect(await box(/^Name/).inputValue()).toBe('')
    await page.getByRole('radio', { name: 'Paste an invitation' }).click()
    expect(await text.inputValue()).toBe('')
  })

  it('keeps no password and no key that was pasted when joining', async () => {
    await chains('Join a chain')
    const text = box('Invitation')
    await text.fill('-ac_name=GARDEN -rpcuser=me -rpcpassword=hunter2')
    expect(await stored()).not.toContain('hunter2')
    await goTo(page, 'Peers')
    await chains('Join a chain')
    expect(await text.inputValue()).toBe('-ac_name=GARDEN')
    await page.getByRole('button', { name: 'Clear form' }).click()
  })

  it('keeps the choice to mine without peers when creating', async () => {
    const alone = page.getByRole('switch', { name: 'Mine without peers' })
    await chains('Create a chain')
    await page.getByText('More options').click()
    await alone.click()
    await goTo(page, 'Peers')
    await chains('Create a chain')
    await page.reload()
    await page.getByText('More options').click()
    expect(await alone.isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Clear form' }).click()
    expect(await alone.isChecked()).toBe(true)
  })
})

describe('the parameter form of the console', () => {
  const line = () => page.getByRole('combobox', { name: 'Command' })
  const form = (method: string) => page.getByRole('form', { name: `Parameters of ${method}` })
  const openForm = async (method: string) => {
    await goTo(page, 'Console')
    await line().fill(method)
    return form(method)
  }

  it('keeps its values after another page or method, and can be cleared', async () => {
    const fields = await openForm('getblockhash')
    await fields.getByRole('textbox').fill('1')
    await line().fill('getblock')
    await form('getblock').waitFor()
    await goTo(page, 'Peers')
    await openForm('getblockhash')
    expect(await fields.getByRole('textbox').inputValue()).toBe('1')
    await fields.getByRole('button', { name: 'Run getblockhash' }).click()
    await page.getByText('> getblockhash 1').waitFor()
    await fields.getByRole('button', { name: 'Clear' }).click()
    await goTo(page, 'Peers')
    await goTo(page, 'Console')
    expect(await fields.getByRole('textbox').inputValue()).toBe('')
  })

  it('forgets all values of a call that takes a secret', async () => {
    const fields = await openForm('importprivkey')
    await fields.locator('input').first().fill('UuHkQH4BW63pLpkd')
    await fields.getByRole('textbox', { name: /^label/ }).fill('mine')
    await goTo(page, 'Peers')
    await openForm('importprivkey')
    for (const input of await fields.locator('input').all()) expect(await input.inputValue()).toBe('')
    expect(await page.evaluate<string>('JSON.stringify(localStorage)')).not.toContain('UuHkQH4B')
  })
})

describe('the command line of the console', () => {
  const line = () => page.getByRole('combobox', { name: 'Command' })

  it('keeps its text after a visit to another page', async () => {
    await goTo(page, 'Console')
    await line().fill('getblockhash 1')
    await goTo(page, 'Peers')
    await goTo(page, 'Console')
    expect(await line().inputValue()).toBe('getblockhash 1')
    await page.keyboard.press('Enter')
    await becomes(() => line().inputValue(), '')
    await goTo(page, 'Peers')
    await goTo(page, 'Console')
    expect(await line().inputValue()).toBe('')
  })

  it('forgets text that may contain a secret', async () => {
    await goTo(page, 'Console')
    for (const secret of ['importprivkey Uu', 'importprivky Uu', 'UuHkQH4BW63pLpkd']) {
      await line().fill(secret)
      await goTo(page, 'Peers')
      await goTo(page, 'Console')
      expect(await line().inputValue()).toBe('')
    }
  })
})
