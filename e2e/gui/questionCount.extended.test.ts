/**
 * How often the desktop app asks on each journey: at most once for each spending, and not at all for what is small and is
 * notices instead, with a way back.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Daemon, startDaemon } from '../support/daemon.ts'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { claimOf, followChain, fundOverRpc, reviewDeposit, SEARCH_MS, startButton } from './faucet.ts'
import { becomes, goTo } from './frame.ts'
import { evaluateAsync } from './inPage.ts'
import { fillToken, review } from './tokens.ts'
import { reviewPayment } from './wallet.ts'

/** Of nobody here. */
const THEM = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'

let window: AppWindow
/** Since the last look; each has a picture, named for the journey that is next. */
const asked = (next = '') => {
  window.consent.pictures = next === '' ? '' : `asked-${next}`
  return window.consent.asked.splice(0)
}

/** As the page does it for a click. */
let lastCall = 5_000_000
const call = (method: string, ...params: readonly unknown[]) => {
  lastCall += 1
  const text = JSON.stringify(JSON.stringify(params))
  return evaluateAsync(
    window.page,
    `node.call(${lastCall}, '${method}', ${text}).then((text) => text, (error) => error.message)`,
  )
}

describe('the questions of a journey', () => {
  keepEvidence(() => window)
  beforeAll(async () => {
    window = await openWindow({ transport: 'shell' })
    await window.page.getByText('Running alone').waitFor()
  })
  afterAll(() => window?.close())

  it('are none for the start', () => {
    expect(asked('token')).toEqual([])
  })

  it('are one for a token, with what it is and what it costs', async () => {
    const { page } = window
    await fillToken(page, { name: 'GOLD', supply: '250,000', description: 'In Bern' })
    await (await review(page)).getByRole('button', { name: 'Create token' }).click()
    await page.getByText(/Token created\./).waitFor()
    const texts = asked('payment')
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain('SANDBOX')
    expect(texts[0]).toContain('GOLD')
    expect(texts[0]).toMatch(/250[,.]?000/)
    expect(texts[0]).toMatch(/Fee/i)
  })

  it('are one for coins, with the whole address and the amount', async () => {
    const { page } = window
    const sheet = await reviewPayment(page, THEM, '0.25')
    await sheet.getByRole('button', { name: 'Send 0.25 SANDBOX' }).click()
    await page.getByText(/Payment sent/).waitFor()
    const texts = asked('faucet')
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain(THEM)
    expect(texts[0]).toContain('0.25000000')
    expect(texts[0]).toContain('Somebody else’s address')
  })

  it('are one for a payment into the faucet', async () => {
    const { page } = window
    await goTo(page, 'Faucet')
    await (await reviewDeposit(page, '2.5')).getByRole('button', { name: 'Fund the faucet' }).click()
    await page.getByText(/Faucet funded\./).waitFor()
    const texts = asked()
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain('contract')
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  })

  it('are none for a ban of one address, which a notice offers to undo, and one for a wide range', async () => {
    const { rpc, consent } = window
    expect(await call('setban', '203.0.113.9', 'add', 3600)).toBe('null')
    expect(asked('ban')).toEqual([])
    await becomes(async () => consent.notices !== undefined, true)
    const undo = consent.notices
      ?.locator('li', { hasText: '203.0.113.9' })
      .getByRole('button', { name: 'Undo', exact: true })
    await undo?.click()
    await becomes(() => rpc.call<unknown[]>('listbanned').then(({ length }) => length), 0)
    await consent.notices?.getByText('Taken back.').waitFor()

    expect(await call('setban', '203.0.0.0/16', 'add', 3600)).toBe('null')
    const texts = asked()
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain('203.0.0.0/16')
    expect(await rpc.call<unknown[]>('listbanned')).toHaveLength(1)
  })

  it('did nothing that a window must not do', () => {
    expect(window.complaints).toEqual([])
  })
})

describe('the questions of a claim', () => {
  let giver: Daemon
  keepEvidence(() => window)
  beforeAll(async () => {
    giver = await startDaemon({ args: ['-sandbox', '-automine=0'] })
    await becomes(() => giver.rpc.call('getblockcount'), 3)
    await fundOverRpc(giver.rpc, '1')
    await giver.rpc.call('generate', 4)
    window = await openWindow({ transport: 'shell', args: ['-automine=0'] })
    await followChain(giver.rpc, window.rpc)
  })
  afterAll(async () => {
    await window?.close()
    await giver?.stop()
  })

  it('leave out a claim that was found, which only brings coins', async () => {
    const { page, rpc } = window
    await goTo(page, 'Faucet')
    await startButton(page).click()
    await expect.poll(() => claimOf(rpc).then(({ state }) => state), { timeout: SEARCH_MS }).toBe('found')
    const sheet = page.getByRole('dialog', { name: 'Claim 0.1 SANDBOX?' })
    await page
      .getByRole('button', { name: /^Review/ })
      .first()
      .click()
    await sheet.getByRole('button', { name: 'Claim 0.1 SANDBOX' }).click()
    await page.getByText(/In the mempool and relayed/).waitFor()
    expect(asked()).toEqual([])
  })
})
