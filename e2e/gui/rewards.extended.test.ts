/**
 * Tests rewards between two users, one in a browser with the mouse, one in the desktop app by keyboard. One creates a
 * plan and funds its pool. The other locks coins, watches them grow while the clock advances, and unlocks them when
 * due. Then they swap roles. Blocks are passed on explicitly.
 */
import type { Locator } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { oneOfEachContract } from './contracts.ts'
import { followChain, sendBlocks } from './faucet.ts'
import { troubleFor } from './faultInjector.ts'
import { becomes, goTo } from './frame.ts'
import { sidewaysOverflow } from './inPage.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { resize } from './resize.ts'

const DAY = 86_400
const CHAIN = ['-automine=0']

interface Person extends AppWindow {
  readonly keyboard: boolean
}

let inBrowser: Person
let onDesktop: Person

beforeAll(async () => {
  ;[inBrowser, onDesktop] = await Promise.all([
    openWindow({ transport: 'browser', args: CHAIN }).then((window) => ({ ...window, keyboard: false })),
    openWindow({ transport: 'shell', args: CHAIN }).then((window) => ({ ...window, keyboard: true })),
  ])
  await Promise.all([disableAnimations(inBrowser.page), disableAnimations(onDesktop.page)])
  await inBrowser.rpc.call('generate', 3)
  await followChain(inBrowser.rpc, onDesktop.rpc)
  const { myaddress } = await onDesktop.rpc.call<{ myaddress: string }>('rewardsaddress')
  await inBrowser.rpc.call('sendtoaddress', myaddress, 5000)
  await mine(inBrowser)
}, 120_000)
afterAll(async () => {
  await onDesktop?.close()
  await inBrowser?.close()
})

/** Mines a block on one node and passes it to the other. */
async function mine(by: Person): Promise<void> {
  await by.rpc.call('generate', 1)
  await sendBlocks(by.rpc, (by === inBrowser ? onDesktop : inBrowser).rpc)
}

/** Advances both clocks by `seconds` since the latest block, and mines a block with the new time. */
async function passTime(seconds: number): Promise<void> {
  const { time } = await inBrowser.rpc.call<{ time: number }>('getrewards')
  for (const { rpc } of [inBrowser, onDesktop]) await rpc.call('setmocktime', time + seconds)
  await mine(inBrowser)
}

const rounds = [
  { plan: 'SAVINGS', round: 'a plan made by mouse, used by keyboard', people: () => [inBrowser, onDesktop] as const },
  { plan: 'DEPOSIT', round: 'a plan made by keyboard, used by mouse', people: () => [onDesktop, inBrowser] as const },
]

describe.each(rounds)('$round', ({ plan, people }) => {
  const [maker, saver] = [() => people()[0], () => people()[1]]
  keepEvidence(() => inBrowser)

  /** A key press on a disabled button does nothing, while a click waits until the button is enabled. */
  async function press(person: Person, button: Locator): Promise<void> {
    if (!person.keyboard) return button.click()
    await becomes(() => button.isEnabled(), true)
    await button.press('Enter')
  }
  async function write(person: Person, field: Locator, text: string): Promise<void> {
    if (!person.keyboard) return field.fill(text)
    await field.focus()
    await person.page.keyboard.press('ControlOrMeta+a')
    await person.page.keyboard.type(text)
  }
  /** The desktop app shows the same page, so it is not inspected. */
  const looked = async (person: Person, name: string) => (person.keyboard ? [] : inspect(person.page, name))
  async function open(person: Person): Promise<void> {
    if (!person.keyboard) return goTo(person.page, 'Rewards')
    await person.page.keyboard.press('g')
    await person.page.keyboard.press('r')
    await person.page.getByRole('heading', { level: 1, name: 'Rewards' }).waitFor()
  }
  /** Approves in the review, and waits until the transaction is in a block. */
  async function agree(person: Person, confirm: string, done: string): Promise<void> {
    const { page } = person
    const button = page.getByRole('dialog').getByRole('button', { name: confirm, exact: true })
    await (person.keyboard ? button.press('Space') : button.click())
    await page.getByText(/Waiting for the next block/).waitFor()
    await mine(person)
    const dialog = page.getByRole('dialog').filter({ hasText: done })
    await dialog.getByText(/Confirmed/).waitFor()
    await press(person, dialog.getByRole('button', { name: 'Close', exact: true }).last())
    await dialog.waitFor({ state: 'detached' })
  }
  const findPlan = ({ page }: Person) => page.getByRole('listitem').filter({ hasText: plan })
  const unfold = async (person: Person) => {
    const details = findPlan(person).getByText('Details', { exact: true })
    await (person.keyboard ? details.press('Enter') : details.click())
  }
  const locks = () => saver().page.getByRole('list', { name: 'Your locked coins' })

  it('appears after invalid terms were reported and corrected', async () => {
    const person = maker()
    const { page } = person
    await open(person)
    await page.getByRole('heading', { name: 'Plans', exact: true }).waitFor()
    expect(await looked(person, 'rewards-empty')).toEqual([])
    await press(person, page.getByRole('button', { name: 'Create a plan' }).first())
    const dialog = page.getByRole('dialog', { name: 'Create a plan' })
    const field = (name: string) => dialog.getByRole('textbox', { name })
    await write(person, field('What do you call it?'), 'SAVINGS FOR ALL')
    await write(person, field('How much for rewards?'), '0.5')
    await write(person, field('Reward per year'), '26')
    await write(person, field('Earns for at most, days'), '3')
    await press(person, dialog.getByRole('button', { name: 'Review', exact: true }))
    for (const told of [
      'At most 8 letters or digits, without',
      'Enter at least 1 ',
      'at most 25',
      'Enter at least 30',
    ]) {
      await dialog.getByText(told, { exact: false }).first().waitFor()
    }
    expect(await looked(person, 'rewards-plan-mistakes')).toEqual([])
    await write(person, field('What do you call it?'), plan)
    await write(person, field('How much for rewards?'), '1000')
    await write(person, field('Reward per year'), '10')
    await write(person, field('Earns for at most, days'), '60')
    await press(person, dialog.getByRole('button', { name: 'Review', exact: true }))
    await page.getByRole('heading', { level: 2, name: `Create the plan ${plan} with 1,000 SANDBOX?` }).waitFor()
    await page.getByText('10 % a year. Coins stay locked for at least 30 days', { exact: false }).waitFor()
    expect(await looked(person, 'rewards-plan-review')).toEqual([])
    await agree(person, 'Create plan', 'Plan created.')

    await unfold(person)
    await press(person, page.getByRole('button', { name: `Add to the pool of ${plan}` }))
    await write(person, page.getByRole('dialog').getByRole('textbox', { name: 'How much?' }), '50')
    await press(person, page.getByRole('dialog').getByRole('button', { name: 'Review', exact: true }))
    await page.getByRole('heading', { level: 2, name: `Add 50 SANDBOX to the pool of ${plan}?` }).waitFor()
    await agree(person, 'Add to the pool', 'Added to the pool.')
    await findPlan(person).getByText('1,050 SANDBOX').waitFor()
    expect(await looked(person, 'rewards-plans')).toEqual([])
  })

  it('locks coins, which earn rewards and cannot be unlocked too early', async () => {
    const person = saver()
    const { page } = person
    await open(person)
    await press(person, page.getByRole('button', { name: `Lock coins in ${plan}` }))
    const dialog = page.getByRole('dialog', { name: `Lock coins in ${plan}` })
    await write(person, dialog.getByRole('textbox', { name: 'How much?' }), '365')
    await dialog.getByText('They earn up to 6 SANDBOX.', { exact: false }).waitFor()
    expect(await looked(person, 'rewards-lock')).toEqual([])
    await press(person, dialog.getByRole('button', { name: 'Review', exact: true }))
    await page.getByRole('heading', { level: 2, name: `Lock 365 SANDBOX in ${plan}?` }).waitFor()
    expect(await looked(person, 'rewards-lock-review')).toEqual([])
    await agree(person, 'Lock coins', 'Coins locked.')
    await locks().getByText('365 SANDBOX').waitFor()
    await passTime(15 * DAY)
    await locks()
      .getByText(/^Earned so far: 1\.5\d* of 6 SANDBOX/)
      .waitFor()
    await locks().getByText('Locked', { exact: true }).waitFor()
    expect(await locks().getByRole('button', { name: 'Unlock' }).count()).toBe(0)
    expect(await looked(person, 'rewards-growing')).toEqual([])
  })

  it('returns the coins when due, with the reward', async () => {
    const person = saver()
    const { page, consent } = person
    await passTime(46 * DAY)
    await locks().getByText('Earned so far: 6 of 6 SANDBOX').waitFor()
    await locks().getByText('The full reward is earned.').waitFor()
    expect(await looked(person, 'rewards-ready')).toEqual([])
    await press(person, locks().getByRole('button', { name: 'Unlock' }))
    await press(person, page.getByRole('dialog').getByRole('button', { name: 'Review', exact: true }))
    await page.getByRole('heading', { level: 2, name: `Unlock 371 SANDBOX from ${plan}?` }).waitFor()
    await page.getByText('365 that you locked + 6 reward').waitFor()
    expect(await looked(person, 'rewards-unlock-review')).toEqual([])
    await agree(person, 'Unlock', 'Your coins are back.')
    expect(consent.asked).toEqual([])
    await locks().waitFor({ state: 'detached' })
    expect((await person.rpc.call<{ locks: unknown[] }>('getrewards')).locks).toEqual([])
  })

  it('shows to its creator the rest of the pool', async () => {
    await becomes(() => findPlan(maker()).getByText('1,043.9999 SANDBOX').count(), 1)
    expect([...inBrowser.complaints, ...onDesktop.complaints]).toEqual([])
  })
})

it('contract transactions have the name of their action in the history and on their pages', async () => {
  const { page } = inBrowser
  await oneOfEachContract(inBrowser)
  await goTo(page, 'Wallet')
  for (const words of ['Unlocked coins', 'Set up an inheritance', 'Opened a payment channel', 'Created an oracle']) {
    await page.getByRole('row', { name: words }).first().waitFor()
  }
  expect(await page.getByText('Contract transaction').count()).toBe(0)
  expect(await inspect(page, 'wallet-contracts')).toEqual([])
  await page.getByRole('row', { name: 'Set up an inheritance' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText(/\w+ inherits it after 30 days without a sign of the owner/).waitFor()
  expect(await inspect(page, 'wallet-contract-drawer')).toEqual([])
  await drawer.getByRole('link', { name: 'Open page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Transaction' }).waitFor()
  await page.getByRole('main').getByText('Inheritance', { exact: true }).first().waitFor()
  expect(await inspect(page, 'transaction-contract')).toEqual([])
  await goTo(page, 'Rewards')
})

it('the rewards page fits into a small window', async () => {
  const { page } = inBrowser
  await resize(page, { width: 960, height: 640 })
  expect(await sidewaysOverflow(page)).toBe(0)
  expect(await inspect(page, 'small-rewards')).toEqual([])
})

it('shows why coins cannot be locked, and reviews the submitted amount despite later typing', async () => {
  const page = await inBrowser.page.context().newPage()
  const trouble = await troubleFor(page)
  await page.goto(inBrowser.page.url())
  trouble.refuse('No key here', 'rewardsaddress')
  await page.getByRole('button', { name: 'Lock coins in SAVINGS' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lock coins in SAVINGS' })
  const amount = dialog.getByRole('textbox', { name: 'How much?' })
  const review = dialog.getByRole('button', { name: 'Review', exact: true })
  await dialog.getByText('No key here').first().waitFor()
  await amount.fill('365')
  trouble.refuse('')
  await review.click()
  await becomes(() => dialog.getByText('No key here').count(), 0)
  trouble.keepCalls('rewardslock')
  await review.click()
  await amount.fill('500')
  await trouble.release()
  await page.getByRole('heading', { level: 2, name: 'Lock 365 SANDBOX in SAVINGS?' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Lock coins', exact: true }).waitFor()
  await page.close()
})
