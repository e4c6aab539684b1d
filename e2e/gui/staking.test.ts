/**
 * Tests the staking half of the mining screen: on, off, and with a locked wallet. By mouse in the browser, by keyboard
 * in the desktop app, whose own window asks for the passphrase.
 */
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../support/network.ts'
import { freePort } from '../support/ports.ts'
import { connectRpc, type RpcClient } from '../support/rpcClient.ts'
import { type AppWindow, keepEvidence, openWindow, type Transport, transportsFor } from './app.ts'
import { troubleFor } from './faultInjector.ts'
import { becomes } from './frame.ts'
import { cutTexts, sidewaysOverflow } from './inPage.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { figure, tabTo } from './mining.ts'
import { resize } from './resize.ts'

const NARROW = { width: 960, height: 640 }
const PASSPHRASE = 'four words and more'
/** A long chain name that still fits into the address bar. */
const NAME = 'STAKES_OF_A_CHAIN_WITH_A_RATHER_LONG_NAME'
const CHAIN = ['-ac_supply=1000', '-ac_reward=100000000', '-ac_public=1', '-ac_cc=2', '-ac_sapling=1', '-ac_staked=50']

interface Staking {
  readonly on: boolean
  readonly state: string
  readonly resumeatstart: boolean
}

interface Staker extends AppWindow {
  readonly rpc: RpcClient
}

/** Opens an app on its own staked main-mode chain, without peers and without coins. */
async function openStaker(transport: Transport): Promise<Staker> {
  const [port, p2pPort] = [await freePort(), await freePort()]
  const [user, password] = ['staker', 'stake']
  const own = [`-rpcport=${port}`, `-rpcuser=${user}`, `-rpcpassword=${password}`, `-port=${p2pPort}`]
  const args = [`-ac_name=${NAME}`, ...CHAIN, ...own, '-testnode=1', '-listen=0', '-dnsseed=0']
  const window = await openWindow({ transport, unnamed: true, args })
  await window.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  const rpc = connectRpc({ port, user, password })
  const close = async () => {
    rpc.close()
    await window.close()
  }
  return { ...window, rpc, close }
}

async function openMining(page: Page): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await page.getByRole('heading', { level: 1, name: 'Mining' }).waitFor()
}

describe.each(transportsFor('browser'))('a chain with proof of stake, %s', (transport) => {
  let staker: Staker
  let page: Page
  const status = () => staker.rpc.call<Staking>('getstakingstatus')
  const press = (control: Locator) => (transport === 'browser' ? control.click() : control.press('Space'))
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  keepEvidence(() => staker)

  beforeAll(async () => {
    staker = await openStaker(transport)
    page = staker.page
    await disableAnimations(page)
    await openMining(page)
  })
  afterAll(() => staker?.close())

  it('shows which coins could stake, and the requirements', async () => {
    await page.getByRole('tab', { name: 'Staking', selected: true }).waitFor()
    await becomes(async () => (await figure(page, 'This wallet')).split('\n')[1], 'Off')
    await page.getByText('No coin can stake', { exact: true }).waitFor()
    await page.getByText('There are no odds without a coin that can stake.').waitFor()
    if (transport === 'browser') expect(await inspect(page, 'staking-off')).toEqual([])
    await resize(page, NARROW)
    expect(await sidewaysOverflow(page)).toBe(0)
  })

  it('starts and stops staking, separately from mining', async () => {
    if (transport === 'browser') await page.getByRole('button', { name: 'Start staking' }).click()
    else {
      await tabTo(page, /^Start staking$/, 90)
      await page.keyboard.press('Enter')
    }
    await until('staking', async () => (await status()).on)
    await page.getByText(/No coin can stake yet/).waitFor()
    if (transport === 'browser') expect(await inspect(page, 'staking-waiting')).toEqual([])
    await press(tab('Mining'))
    await page.getByRole('button', { name: 'Start mining' }).waitFor()
    await press(tab('Staking'))
    await press(page.getByRole('switch', { name: 'Resume after a restart' }))
    await until('the habit', async () => (await status()).resumeatstart)
  })

  it('asks for the passphrase of a locked wallet, for staking only', async () => {
    await staker.rpc.call('protectwallet', PASSPHRASE)
    await becomes(async () => (await figure(page, 'This wallet')).split('\n')[1], 'Locked')
    staker.consent.secrets.set('Passphrase', PASSPHRASE)
    await press(page.getByRole('button', { name: 'Unlock for staking' }))
    // The desktop app's page accepts no secrets: the app's own window asks after this dialog is approved.
    if (transport === 'browser') {
      await page.getByLabel('Passphrase').fill(PASSPHRASE)
      expect(await inspect(page, 'staking-unlock')).toEqual([])
    }
    await press(page.getByRole('button', { name: 'Unlock', exact: true }))
    await until('the unlock', async () => (await status()).state !== 'locked')
    expect(await staker.rpc.call('getwalletstatus')).toMatchObject({ locked: true, onlystaking: true })
    await press(page.getByRole('button', { name: 'Stop staking' }))
    await until('the end', async () => !(await status()).on)
    expect(staker.complaints).toEqual([])
  })

  it.runIf(transport === 'browser')('shows coins, odds and blocks won, whatever their number', async () => {
    const other = await page.context().newPage()
    const trouble = await troubleFor(other)
    await disableAnimations(other)
    await resize(other, NARROW)
    trouble.answer({ getstakingstatus: STAKING, listfoundblocks: WON })
    await other.goto(new URL('/#/mining', page.url()).href)
    await becomes(
      async () => (await figure(other, 'This wallet')).split('\n').slice(1, 3),
      ['Staking', '12 blocks since start'],
    )
    await other.getByText('The oldest 100 of 240.').waitFor()
    await other.getByRole('row', { name: 'Block 1203', exact: true }).waitFor()
    expect(await sidewaysOverflow(other)).toBe(0)
    expect(await cutTexts(other)).toEqual([])
    expect(await inspect(other, 'staking-on')).toEqual([])
    await other.close()
  })
})

const NOW = Math.floor(Date.now() / 1_000)
const HASH = (seed: number) => seed.toString(16).padStart(2, '0').repeat(32)
const ADDRESS = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'

/** Replies of a node that has staked for a while, as JSON text. */
const STAKING = `{"state":"staking","detail":"","on":true,"interrupted":false,"resumeatstart":true,"goal":50,"percent":47,"split":0,
  "next":{"height":1204,"time":${NOW + 95}},"count":240,"total":1234567890.12345678,"maturing":3,"coins":[${Array.from(
    { length: 100 },
    (_, index) =>
      `{"txid":"${HASH(index + 1)}","vout":0,"address":"${ADDRESS}","segid":${index % 64},"amount":${index * 1234567 + 1}.00000001,
        "since":${NOW - 40_000 + index * 397},"ready":${NOW - 36_000 + index * 397}}`,
  ).join(',')}],"prospects":{"tested":50,"first":18,"spacing":63.5},"won":12}`

const WON = `{"total":3,"blocks":[${['immature', 'mature', 'orphaned']
  .map(
    (state, index) =>
      `{"hash":"${HASH(200 + index)}","height":${1203 - index * 7},"time":${NOW - 60 - index * 900},"reward":1.00010000,"confirmations":${
        state === 'orphaned' ? 0 : index + 1
      },"state":"${state}","staked":true}`,
  )
  .join(',')}]}`
