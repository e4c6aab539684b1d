/**
 * Tests the faucet screen in rare states, faked for one page: loading, errors, no key, no faucet, a broken connection.
 */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppWindow, openWindow } from './app.ts'
import { conditions, fundOverRpc, showHow } from './faucet.ts'
import { EVERYTHING, type FaultInjector, troubleFor } from './faultInjector.ts'
import { becomes } from './frame.ts'
import { sidewaysOverflow } from './inPage.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { resize } from './resize.ts'

const NARROW = { width: 960, height: 640 }
const WIDE = { width: 1280, height: 820 }

let window: AppWindow

beforeAll(async () => {
  window = await openWindow({ transport: 'browser', args: ['-automine=0'] })
  await fundOverRpc(window.rpc, '2.5')
})
afterAll(() => window?.close())

const check = (name: string, passed: boolean, detail: string) => ({ name, passed, detail })
/** Amounts have eight decimals on the wire, which JavaScript numbers do not keep. */
const eligibility = (checks: readonly object[]) =>
  JSON.stringify({ eligible: false, address: null, pubkey: null, payout: 0.1, checks }).replaceAll(
    /"(payout|amount|waiting)":([\d.]+)/g,
    (_, name: string, coins: string) => `"${name}":${Number(coins).toFixed(8)}`,
  )
const search = (more: object) =>
  JSON.stringify({
    ...{ state: 'none', id: 0, started: null, ended: null, elapsed: 0, attempts: 0, rate: 0, probability: 0 },
    ...{ median: 45_426, p95: 196_327, expected: 65_536 },
    ...more,
  })
const LONG_TEXT = 'The inputs of the claim were spent by another one in the meantime, and so on and so forth. '.repeat(
  12,
)

describe('rare states of the faucet screen', () => {
  let page: Page
  let trouble: FaultInjector

  beforeAll(async () => {
    page = await window.page.context().newPage()
    trouble = await troubleFor(page)
    await disableAnimations(page)
  })
  afterAll(() => page?.close())

  const open = async () => {
    await page.goto('about:blank')
    await page.goto(new URL('/#/faucet', window.page.url()).href)
    await page.getByRole('heading', { level: 1, name: 'Faucet' }).waitFor()
  }

  it('keeps the layout while loading, and shows errors', async () => {
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

  it('explains the limits of a node without a wallet', async () => {
    trouble.answer({
      fauceteligibility: eligibility([
        check('pubkey', false, 'This node has no public key: -pubkey.'),
        check('conditions', true, 'This chain has a faucet.'),
        check('index', true, 'The address index and the spent index are on.'),
        { ...check('pool', true, 'The faucet has 2.50000000 coins and pays 0.10000000.'), amount: 2.5 },
        ...['history', 'mempool', 'claimed'].map((name) => check(name, false, 'Not known without a public key.')),
        check('running', true, 'No other claim is being searched for.'),
      ]),
      getfaucetclaim: search({}),
    })
    await open()
    await page.getByText('This node runs without a wallet.').waitFor()
    await showHow(page)
    await becomes(() => conditions(page).getByText('Unknown', { exact: true }).count(), 3)
    // Reading the history needs no key.
    await page
      .getByRole('grid', { name: /^Deposits and claims/ })
      .getByText('Deposit', { exact: true })
      .waitFor()
    expect(await page.getByRole('button', { name: 'Fund the faucet' }).isDisabled()).toBe(true)
    expect(await inspect(page, 'faucet-no-key')).toEqual([])
  })

  it('shows no empty faucet if an unconfirmed claim holds its coins', async () => {
    const met = ['pubkey', 'conditions', 'index', 'history', 'mempool', 'claimed', 'running']
    trouble.answer({
      fauceteligibility: eligibility([
        ...met.map((name) => check(name, true, 'It is so.')),
        { ...check('pool', false, 'The faucet has too little.'), amount: 0, waiting: 2.3999 },
      ]),
      getfaucetclaim: search({}),
    })
    await open()
    await page.getByRole('heading', { name: 'More claims with the next block' }).waitFor()
    await page.getByText('An unconfirmed claim holds the faucet’s coins. Try again after the next block.').waitFor()
    expect(await page.getByText('The faucet is empty.', { exact: true }).count()).toBe(0)
  })

  it('shows that a chain without crypto-conditions has no faucet', async () => {
    trouble.answer({
      fauceteligibility: eligibility([
        check('pubkey', true, 'Claims go to the main address of this node.'),
        check('conditions', false, 'This chain has no faucet: its crypto-conditions are off.'),
      ]),
      getfaucetclaim: search({}),
    })
    await open()
    await page.getByText('This chain has no faucet', { exact: true }).waitFor()
    expect(await inspect(page, 'faucet-none')).toEqual([])
  })

  it('shows very large numbers in full, and the time left of a very long search', async () => {
    trouble.answer({
      fauceteligibility: eligibility([
        ...['pubkey', 'conditions', 'index', 'history', 'mempool', 'claimed'].map((name) =>
          check(name, true, 'It is so.'),
        ),
        { ...check('pool', true, 'The faucet can pay.'), amount: 199_999_999.12345678 },
        check('running', false, 'A claim is being searched for.'),
      ]),
      getfaucetclaim: search({
        ...{ state: 'searching', id: 3, started: 1_700_000_000, attempts: 612_345, rate: 3.2, elapsed: 191_357.8 },
        probability: 1 - (1 - 1 / 65_536) ** 612_345,
      }),
    })
    await open()
    await page.getByRole('heading', { name: /^1,998,00\d,\d{3} claims left$/ }).waitFor()
    await page.getByText('99.99 % of claims like this are found by now').waitFor()
    await page.getByText('About 3 h 56 min to 17 h 2 min left').first().waitFor()
    await showHow(page)
    await page.getByText(/The faucet holds 199,999,999\.1234567\d SANDBOX/).waitFor()
    expect(await inspect(page, 'faucet-large')).toEqual([])
    await resize(page, NARROW)
    expect(await sidewaysOverflow(page)).toBe(0)
    expect(await inspect(page, 'small-faucet-large')).toEqual([])
    await resize(page, WIDE)
  })

  it('shows why a search failed, with the details collapsed', async () => {
    const met = ['pubkey', 'conditions', 'index', 'pool', 'history', 'mempool', 'claimed', 'running']
    trouble.answer({
      fauceteligibility: eligibility(met.map((name) => check(name, true, LONG_TEXT))).replace('false', 'true'),
      getfaucetclaim: search({ state: 'failed', id: 4, attempts: 5, elapsed: 1.5, error: LONG_TEXT }),
    })
    await open()
    await page.getByText('The search failed').waitFor()
    await page.getByText('Technical details').click()
    expect(await inspect(page, 'faucet-failed')).toEqual([])
    await resize(page, NARROW)
    expect(await sidewaysOverflow(page)).toBe(0)
    await resize(page, WIDE)
  })

  it('keeps the last values when the connection breaks', async () => {
    trouble.answer({})
    await open()
    await showHow(page)
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
