/**
 * The faucet from both sides: one person pays in, another one, new to the chain, searches for a claim, stops, reloads,
 * tries again, sends what was found and sees it in a block; a second claim is refused with its reasons.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktopProgram } from '../support/desktopApp.ts'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import {
  checksOf,
  claimOf,
  conditions,
  EndedTooSoon,
  followChain,
  fundOverRpc,
  reviewDeposit,
  SEARCH_MS,
  sendBlocks,
  startButton,
  stopButton,
  whileSearching,
} from './faucet.ts'
import { becomes, goTo } from './frame.ts'
import { focusedName, sidewaysOverflow } from './inPage.ts'
import { holdStill, inspect } from './inspect.ts'
import { EVERYTHING, type Trouble, troubleFor } from './trouble.ts'

const NARROW = { width: 960, height: 640 }
const WIDE = { width: 1280, height: 820 }

let giver: AppWindow
let newcomer: AppWindow

beforeAll(async () => {
  giver = await openWindow({ transport: 'browser', args: ['-automine=0'] })
  await holdStill(giver.page)
})
afterAll(async () => {
  await newcomer?.close()
  await giver?.close()
})

const figure = (window: AppWindow, label: string) =>
  window.page.getByText(label, { exact: true }).locator('../..').innerText()

describe('who pays in', () => {
  keepEvidence(() => giver)

  it('finds an empty faucet, and why this node cannot claim from it', async () => {
    const { page } = giver
    await goTo(page, 'Faucet')
    await conditions(page).getByText('The faucet is empty', { exact: false }).waitFor()
    await page.getByText('Nobody has paid in yet').waitFor()
    expect(await startButton(page).isDisabled()).toBe(true)
    expect(await inspect(page, 'faucet-empty')).toEqual([])
    await conditions(page)
      .getByRole('button', { name: /^Show the transaction in block 1$/ })
      .click()
    await page.getByRole('dialog', { name: 'Transaction' }).getByText('coinbase: the reward of its block').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('names mistakes in the amount', async () => {
    const { page } = giver
    await page.getByRole('button', { name: 'Fund the faucet' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Fund the faucet' })
    for (const [amount, told] of [
      ['', 'How much should go in?'],
      ['1e5', 'Coins with up to 8 decimals'],
      ['0.01', 'claims cannot use smaller deposits'],
      ['99999999', 'With the fee that is more than'],
    ] as const) {
      await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
      await dialog.getByRole('button', { name: 'Build and review' }).click()
      await dialog.getByText(told, { exact: false }).waitFor()
    }
    expect(await inspect(page, 'faucet-fund-mistake')).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('pays in after a review that Enter does not confirm, and sees it arrive', async () => {
    const { page, rpc } = giver
    const sheet = await reviewDeposit(page, '2.50000001')
    expect(await sheet.getByRole('heading', { level: 2 }).innerText()).toBe('Fund the faucet with 2.50000001 SANDBOX?')
    await sheet.getByText('This costs you 2.50010001 SANDBOX').waitFor()
    expect(await inspect(page, 'faucet-fund-review')).toEqual([])
    const send = sheet.getByRole('button', { name: 'Send the deposit' })
    await send.focus()
    await page.keyboard.press('Enter')
    expect(await sheet.isVisible()).toBe(true)
    expect(await rpc.call('getrawmempool')).toEqual([])
    await page.keyboard.press('Space')
    await page.getByText(/The node has it and tells its peers/).waitFor()
    // Behind the dialog, where roles are hidden.
    await page.getByText('in mempool', { exact: true }).waitFor()
    expect(await inspect(page, 'faucet-fund-sent')).toEqual([])
    await rpc.call('generate', 1)
    await page.getByText(/The faucet has it\. It stands in block \d+\./).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
    expect(String((await rpc.call<{ funding: number }>('faucetinfo')).funding)).toBe('2.50000001')
    await becomes(() => figure(giver, 'In the faucet'), 'In the faucet\n2.50000001\nSANDBOX, confirmed')
    await becomes(() => figure(giver, 'Claims left'), 'Claims left\n24\nuntil it is empty')
  })
})

describe('who is new to the chain', () => {
  keepEvidence(() => newcomer)

  beforeAll(async () => {
    await giver.rpc.call('generate', 4)
    newcomer = await openWindow({ transport: 'browser', args: ['-automine=0'] })
    await holdStill(newcomer.page)
    await followChain(giver.rpc, newcomer.rpc)
    await goTo(newcomer.page, 'Faucet')
  })

  it('meets every condition', async () => {
    const { page } = newcomer
    await page.getByText('Every condition is met.').waitFor()
    await becomes(() => conditions(page).getByText('Yes', { exact: true }).count(), 8)
    expect(await startButton(page).isEnabled()).toBe(true)
    expect(await inspect(page, 'faucet-open')).toEqual([])
  })

  it('watches a search: curve, attempts, luck, task tray; stops it and tries again', async () => {
    const { page, rpc } = newcomer
    await whileSearching(page, rpc, async () => {
      await page
        .getByText(/% of claims end sooner\./)
        .first()
        .waitFor()
      await page.getByRole('img', { name: /^After [\d,]+ attempts/ }).waitFor()
      await page.getByRole('contentinfo').getByRole('button', { name: '1 task running' }).waitFor()
      // The button that was pressed is gone; the keyboard goes on where it was.
      await page.keyboard.press('Tab')
      expect(await focusedName(page)).toBe('Stop the search')
      await page.keyboard.press('Enter')
      await page.getByText(/^You stopped it after/).waitFor()
    })
    const stopped = await claimOf(rpc)
    expect(stopped.state).toBe('cancelled')
    expect(await inspect(page, 'faucet-stopped')).toEqual([])
    expect((await claimOf(rpc)).attempts).toBe(stopped.attempts)
    expect(await rpc.call('getrawmempool')).toEqual([])
    await page.getByRole('button', { name: 'Try again' }).waitFor()
  })

  it('is asked before a reload, which then finds the same search again', async () => {
    const { page, rpc } = newcomer
    await whileSearching(page, rpc, async () => {
      await stopButton(page).waitFor()
      const before = await claimOf(rpc)
      let asked = ''
      page.once('dialog', (dialog) => {
        asked = dialog.type()
        void dialog.accept()
      })
      await page.reload()
      await stopButton(page).waitFor()
      const after = await claimOf(rpc)
      if (after.state !== 'searching') throw new EndedTooSoon()
      expect(asked).toBe('beforeunload')
      expect(after.id).toBe(before.id)
      expect(after.attempts).toBeGreaterThan(before.attempts)
    })
  })

  it('looks the same in both themes and fits the smallest window while it searches', async () => {
    const { page, rpc } = newcomer
    await whileSearching(page, rpc, async () => {
      expect(await inspect(page, 'faucet-searching')).toEqual([])
      await page.setViewportSize(NARROW)
      expect(await sidewaysOverflow(page)).toBe(0)
      expect(await inspect(page, 'small-faucet-searching')).toEqual([])
      await page.setViewportSize(WIDE)
    })
  })

  it('tells on any page that a search runs, and that it has ended well', { timeout: 2 * SEARCH_MS }, async () => {
    const { page, rpc } = newcomer
    await whileSearching(page, rpc, async () => {
      await goTo(page, 'Overview')
      await page.getByRole('contentinfo').getByRole('button', { name: '1 task running' }).click()
      const tray = page.getByRole('dialog', { name: 'Work under way' })
      await tray.getByText('Search for a faucet claim').waitFor()
      await page.keyboard.press('Escape')
      if ((await claimOf(rpc)).state !== 'searching') throw new EndedTooSoon()
      await expect.poll(() => claimOf(rpc).then(({ state }) => state), { timeout: SEARCH_MS }).toBe('found')
      await page.getByText('A faucet claim was found').first().waitFor()
      await page.getByRole('button', { name: 'Review', exact: true }).click()
    })
    await page.getByRole('button', { name: 'Review and send' }).waitFor()
    expect(await inspect(page, 'faucet-found')).toEqual([])
  })

  it('sends what was found after a review, by the keyboard alone', async () => {
    const { page, rpc } = newcomer
    const { keyboard } = page
    const { txid = '' } = await claimOf(rpc)
    expect(txid).toMatch(/^00[0-9a-f]{60}00$/)
    await page.getByRole('button', { name: 'Review and send' }).focus()
    await keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Claim 0.1 SANDBOX?' })
    await sheet.waitFor()
    expect(await focusedName(page)).toBe('Back')
    await sheet.getByText('You receive 0.1 SANDBOX').waitFor()
    expect(await inspect(page, 'faucet-claim-review')).toEqual([])
    await keyboard.press('Tab')
    expect(await focusedName(page)).toBe('Send the claim')
    await keyboard.press('Enter')
    expect(await sheet.isVisible()).toBe(true)
    expect(await rpc.call('getrawmempool')).toEqual([])
    await keyboard.press('Space')
    await page.getByText(/The node has it and tells its peers/).waitFor()
    expect(await rpc.call('getrawmempool')).toEqual([txid])
    await keyboard.press('Tab')
    expect(await focusedName(page)).toMatch(/Copy transaction id/)
    expect(await inspect(page, 'faucet-claim-sent')).toEqual([])
  })

  it('still follows it after a reload, until it stands in a block', async () => {
    const { page, rpc } = newcomer
    await page.reload()
    await page.getByText(/The node has it and tells its peers/).waitFor()
    await page.getByRole('contentinfo').getByRole('button', { name: '1 task running' }).waitFor()
    await rpc.call('generate', 1)
    await page.getByText(/0\.1 SANDBOX are yours\. It stands in block \d+\./).waitFor()
    const history = page.getByRole('grid', { name: /^Deposits and claims/ })
    await history.getByText('you', { exact: true }).waitFor()
    expect(await inspect(page, 'faucet-claimed')).toEqual([])
    await page.setViewportSize(NARROW)
    expect(await sidewaysOverflow(page)).toBe(0)
    expect(await inspect(page, 'small-faucet-claimed')).toEqual([])
    await page.setViewportSize(WIDE)
  })

  it('is refused a second claim, with the reasons and their evidence', async () => {
    const { page, rpc } = newcomer
    const { txid = '' } = await claimOf(rpc)
    const failed = (await checksOf(rpc)).filter(({ passed }) => !passed)
    expect(failed.map(({ name }) => name)).toEqual(['history', 'claimed'])
    expect(failed.find(({ name }) => name === 'claimed')?.txid).toBe(txid)
    await page.getByText('This address has had its claim.').waitFor()
    expect(await startButton(page).count()).toBe(0)
    const refused = await rpc.call<{ result: string; error: string }>('startfaucetclaim')
    expect(refused).toMatchObject({ result: 'error' })
    const claimed = conditions(page).getByRole('listitem').filter({ hasText: 'It has not claimed before' })
    await claimed.getByRole('button', { name: /^Show the transaction/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Transaction' })
    await drawer.getByText('Back into the faucet').waitFor()
    expect(await inspect(page, 'faucet-claim-drawer')).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('did nothing that a window must not do', () => {
    expect(newcomer.complaints).toEqual([])
  })
})

describe('both sides', () => {
  keepEvidence(() => giver)

  it('see the same faucet', async () => {
    await sendBlocks(newcomer.rpc, giver.rpc)
    await becomes(() => figure(giver, 'In the faucet'), 'In the faucet\n2.39990001\nSANDBOX, confirmed')
    const history = giver.page.getByRole('grid', { name: /^Deposits and claims/ })
    await history.getByText('Claim', { exact: true }).waitFor()
    expect(await inspect(giver.page, 'faucet-full')).toEqual([])
    expect(giver.complaints).toEqual([])
  })

  it('has a history that can be scrolled and read by keys', async () => {
    const { page, rpc } = giver
    for (let index = 0; index < 15; index += 1) await fundOverRpc(rpc, `1.${String(index).padStart(2, '0')}`)
    const history = page.getByRole('grid', { name: /^Deposits and claims/ })
    await becomes(() => history.getAttribute('aria-rowcount'), '18')
    await history.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Transaction' }).getByText('2.50000001', { exact: false }).first().waitFor()
    await page.keyboard.press('Escape')
  })
})

const check = (name: string, passed: boolean, detail: string) => ({ name, passed, detail })
const eligibility = (checks: readonly object[]) =>
  JSON.stringify({ eligible: false, address: null, pubkey: null, payout: 0.1, checks })
const search = (more: object) =>
  JSON.stringify({
    ...{ state: 'none', id: 0, started: null, ended: null, elapsed: 0, attempts: 0, rate: 0, probability: 0 },
    ...{ median: 45_426, p95: 196_328, expected: 65_536 },
    ...more,
  })
const LONG_TEXT = 'The inputs of the claim were spent by another one in the meantime, and so on and so forth. '.repeat(
  12,
)

describe('states that are rare', () => {
  let page: Page
  let trouble: Trouble

  beforeAll(async () => {
    page = await giver.page.context().newPage()
    trouble = await troubleFor(page)
    await holdStill(page)
  })
  afterAll(() => page?.close())

  const open = async () => {
    await page.goto('about:blank')
    await page.goto(new URL('/#/faucet', giver.page.url()).href)
    await page.getByRole('heading', { level: 1, name: 'Faucet' }).waitFor()
  }

  it('keeps the geometry while loading, and tells errors', async () => {
    trouble.hold(EVERYTHING)
    await open()
    expect(await inspect(page, 'faucet-loading')).toEqual([])
    trouble.hold()
    trouble.fail('disk I/O error', EVERYTHING)
    await open()
    await page.getByRole('alert').first().waitFor()
    expect(await inspect(page, 'faucet-errors')).toEqual([])
    trouble.fail('')
  })

  it('says what a node without a key lacks, and where to set one', async () => {
    trouble.answer({
      fauceteligibility: eligibility([
        check('pubkey', false, 'This node has no public key: -pubkey.'),
        check('conditions', true, 'This chain has a faucet.'),
        check('index', true, 'The address index and the spent index are on.'),
        { ...check('pool', true, 'The faucet has 2.50000000 coins and pays 0.10000000.'), amount: 2.5 },
        ...['history', 'mempool', 'claimed'].map((name) => check(name, false, 'Not known without a public key.')),
        check('running', true, 'No other claim is being searched.'),
      ]),
      getfaucetclaim: search({}),
    })
    await open()
    await page.getByText('Nobody can be paid yet: this node acts for no key.').waitFor()
    await becomes(() => conditions(page).getByText('Not known', { exact: true }).count(), 3)
    expect(await page.getByRole('button', { name: 'Fund the faucet' }).isDisabled()).toBe(true)
    expect(await inspect(page, 'faucet-no-key')).toEqual([])
    await page.getByRole('link', { name: 'Set a key in the console' }).click()
    await page.getByRole('heading', { level: 1, name: 'Console' }).waitFor()
  })

  it('says that a chain without crypto-conditions has no faucet', async () => {
    trouble.answer({
      fauceteligibility: eligibility([
        check('pubkey', true, 'This node acts for a public key.'),
        check('conditions', false, 'This chain has no faucet: its crypto-conditions are off.'),
      ]),
      getfaucetclaim: search({}),
    })
    await open()
    await page.getByText('This chain has no faucet', { exact: true }).waitFor()
    expect(await inspect(page, 'faucet-none')).toEqual([])
  })

  it('shows very large figures whole, and how unlucky a very long search is', async () => {
    trouble.answer({
      faucetinfo: '{"result":"success","name":"Faucet","funding":199999999.12345678}',
      getfaucetclaim: search({
        ...{ state: 'searching', id: 3, started: 1_700_000_000, attempts: 612_345, rate: 3.2, elapsed: 191_357.8 },
        probability: 1 - (1 - 1 / 65_536) ** 612_345,
      }),
    })
    await open()
    await page.getByText('199,999,999.12345678').waitFor()
    await page.getByText('Very unlucky so far: 99.99 % of claims end sooner.').waitFor()
    expect(await inspect(page, 'faucet-large')).toEqual([])
    await page.setViewportSize(NARROW)
    expect(await sidewaysOverflow(page)).toBe(0)
    expect(await inspect(page, 'small-faucet-large')).toEqual([])
    await page.setViewportSize(WIDE)
  })

  it('says why a search failed, with its words folded', async () => {
    const met = ['pubkey', 'conditions', 'index', 'pool', 'history', 'mempool', 'claimed', 'running']
    trouble.answer({
      fauceteligibility: eligibility(met.map((name) => check(name, true, LONG_TEXT))).replace('false', 'true'),
      getfaucetclaim: search({ state: 'failed', id: 4, attempts: 5, elapsed: 1.5, error: LONG_TEXT }),
    })
    await open()
    await page.getByText('The search failed').waitFor()
    await page.getByText('Technical details').click()
    expect(await inspect(page, 'faucet-failed')).toEqual([])
    await page.setViewportSize(NARROW)
    expect(await sidewaysOverflow(page)).toBe(0)
    await page.setViewportSize(WIDE)
  })

  it('keeps the last figures when the connection breaks', async () => {
    trouble.answer({})
    await open()
    await becomes(() => conditions(page).getByRole('listitem').count(), 8)
    await trouble.cut()
    await page
      .getByText(/^updated .* ago$/)
      .first()
      .waitFor()
    expect(await conditions(page).getByRole('listitem').count()).toBe(8)
    expect(await inspect(page, 'faucet-disconnected')).toEqual([])
  })
})

/**
 * Presses the window's close button until its question comes, and answers it. Undefined: it closed without a question,
 * because the search was over first. Electron's own message boxes are the system's; only the stand-in's can be answered.
 */
async function pressClose({ page, program }: AppWindow, answer: 'stay' | 'close'): Promise<string | undefined> {
  let asked: string | undefined
  page.once('dialog', (dialog) => {
    asked = dialog.message()
    void (answer === 'close' ? dialog.accept() : dialog.dismiss()).catch(() => {})
  })
  while (asked === undefined && program.process.exitCode === null) {
    program.process.kill('SIGUSR2')
    await delay(100)
  }
  return asked
}

describe.skipIf(desktopProgram === 'Electron')('closing the desktop app while it searches', () => {
  /** What was asked before the window stayed, and before it closed. */
  async function closeWhileSearching(): Promise<readonly (string | undefined)[]> {
    const window = await openWindow({ transport: 'shell', args: ['-automine=0'] })
    const { page, rpc, program } = window
    try {
      await followChain(giver.rpc, rpc)
      await goTo(page, 'Faucet')
      await startButton(page).click()
      await expect.poll(() => claimOf(rpc).then(({ attempts }) => attempts)).toBeGreaterThan(0)
      const first = await pressClose(window, 'stay')
      if (first !== undefined) await page.getByRole('heading', { level: 1, name: 'Faucet' }).waitFor()
      const second = await pressClose(window, 'close')
      expect(await program.ended).toBe(0)
      return [first, second]
    } finally {
      await window.close()
    }
  }

  it('asks first, stays when told to, and closes when told to', async () => {
    const question = /^A faucet claim is being searched\n.*\n\[Keep searching\] \[Stop and close\]$/
    for (let round = 0; round < 6; round += 1) {
      const asked = await closeWhileSearching()
      if (asked.includes(undefined)) continue
      for (const text of asked) expect(text).toMatch(question)
      return
    }
    throw new Error('Six searches in a row were over before the window could be closed')
  })
})
