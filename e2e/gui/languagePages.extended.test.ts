/**
 * Checks pages in German and Spanish: no text is missing or cut. Covers tokens, the market, rewards, inheritance,
 * channels, the faucet, peers, bans, addresses and the explorer.
 */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkedNftData } from '#shared/protocol/nftData.ts'
import { nightly } from '../../src-main/node/testing/nightly.ts'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { oneOfEachContract } from './contracts.ts'
import { type FaultInjector, troubleFor } from './faultInjector.ts'
import { fitsInBothSizes } from './fits.ts'
import { disableAnimations } from './inspect.ts'
import { FULL_TOKEN, fullMarket } from './market.ts'
import { inventedPeer } from './peers.ts'
import { mintOverRpc } from './tokens.ts'

const languages = {
  Deutsch: { settings: 'Einstellungen', review: 'Prüfen', clear: 'Leeren' },
  Español: { settings: 'Configuración', review: 'Revisar', clear: 'Vaciar' },
} as const

const LINK = `https://pictures.example/${'a-very-long-name-of-a-picture-'.repeat(8)}.png`

const TOO_LARGE = JSON.stringify({ result: 'error', host: 'pictures.example', reason: 'dimensions' })

let window: AppWindow
let page: Page
let trouble: FaultInjector
let tokenid: string
let nftid: string
let payment: string
let address: string
keepEvidence(() => window)

beforeAll(async () => {
  window = await openWindow({ transport: 'browser', args: ['-automine=0'] })
  page = window.page
  trouble = await troubleFor(page)
  await page.reload()
  await disableAnimations(page)
  const { rpc } = window
  tokenid = await mintOverRpc(rpc, 'GOLD', '0.00250000', 'One unit is a milligram')
  nftid = await mintOverRpc(
    rpc,
    'DEED',
    '0.00000001',
    'One of a kind',
    linkedNftData('f7', LINK, Buffer.from('No. 17').toString('hex')),
  )
  address = await rpc.call('getnewaddress')
  await rpc.call('watchaddress', address, 'Rent')
  payment = await rpc.call<string>('sendtoaddress', address, 12.5)
  await oneOfEachContract(window)
  await rpc.call('generate', 2)
  await rpc.call('sendtoaddress', address, 3)
  await rpc.call('setban', '203.0.113.0/24', 'add', 90_000, false, 'sends garbage')
  trouble.answer(invented())
})
afterAll(() => window?.close())

/** German has the longest texts; the other language is checked in nightly runs. */
const looked = Object.entries(languages).filter(([language]) => nightly() || language === 'Deutsch')

describe.each(looked)('the window in %s', (language, say) => {
  const goHash = (path: string) => page.goto(new URL(`/#${path}`, page.url()).href)
  const open = async (path: string) => {
    const title = page.locator('main h1')
    // Open another screen in between, so that no state of the last one remains; reloading the page would take ten times
    // as long.
    await goHash('/settings')
    await title.getByText(say.settings, { exact: true }).waitFor()
    await goHash(path)
    await title.filter({ hasNotText: say.settings }).waitFor()
    // Placeholders of loading content have no texts.
    await page.locator('main .animate-breathe.bg-hover').first().waitFor({ state: 'detached' })
  }
  const checkFit = (name: string) => fitsInBothSizes(page, `${language}-${name}`)

  beforeAll(async () => {
    await goHash('/settings')
    await page.getByRole('radio', { name: language }).click()
    await page.getByRole('heading', { level: 1, name: say.settings }).waitFor()
  })

  it('fits the token pages, the token forms and their dialogs', async () => {
    await open('/tokens')
    await checkFit('tokens')
    for (const act of ['transfer', 'burn']) {
      await open('/tokens')
      await open(`/tokens?token=${tokenid}&act=${act}`)
      await page.getByRole('button', { name: say.review, exact: true }).click()
      await checkFit(`tokens-${act}`)
    }
    await open(`/tokens/${nftid}`)
    await checkFit('token-nft')
    const link = page.getByRole('region', { name: /^(Link|Enlace)$/ })
    await link.getByRole('button').first().click()
    await link.getByRole('group').waitFor()
    await checkFit('token-nft-question')
    // No server is contacted: the node reports why the picture is not available.
    await link.getByRole('group').getByRole('button').first().click()
    await link.getByText(/8[.\u202f]?192/).waitFor()
    await checkFit('token-nft-refused')
    await open(`/market/${nftid}`)
    await checkFit('market-nft')
    await open('/tokens/create')
    // Discard the draft of the previous language.
    await page.getByRole('button', { name: say.clear }).click()
    await page.getByRole('button', { name: say.review, exact: true }).click()
    await checkFit('token-create')
    await page.getByRole('radio', { name: /^NFT/ }).click()
    await checkFit('token-create-nft')
    await page.getByRole('button', { name: say.clear }).click()
    await page.locator('input[name="name"]').fill('SILVER')
    await page.locator('input[name="supply"]').fill('1000')
    await page.getByRole('button', { name: say.review, exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await checkFit('token-review')
    await page.keyboard.press('Escape')
  })

  it('fits the market pages and dialogs', async () => {
    const told = Object.entries(fullMarket).map(([method, answer]) => [method, answer([])] as const)
    trouble.answer({ ...invented(), ...Object.fromEntries(told) })
    await open('/market')
    await checkFit('market')
    for (const tab of ['trades', 'orders', 'mine', 'waiting']) {
      await open(`/market/${FULL_TOKEN}?tab=${tab}`)
      await page.getByRole('tabpanel').getByRole('gridcell').first().waitFor()
      await checkFit(`market-${tab}`)
    }
    trouble.answer(invented())
  })

  it('fits the pages of rewards, inheritance and channels', async () => {
    await open('/wallet')
    await checkFit('wallet-contracts')
    await open('/rewards')
    await checkFit('rewards')
    for (const [act, of] of [
      ['lock', planId(0)],
      ['unlock', lockId(2)],
      ['plan', ''],
    ]) {
      await goHash(`/rewards?act=${act}&of=${of}`)
      await page.getByRole('dialog').getByRole('button', { name: say.review, exact: true }).click()
      await checkFit(`rewards-${act}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    for (const [path, act] of [
      ['/inheritance', 'plan'],
      ['/channels', 'open'],
    ]) {
      await open(`${path}`)
      await checkFit(`${path}`.slice(1))
      await goHash(`${path}?act=${act}`)
      await page.getByRole('dialog').getByRole('button', { name: say.review, exact: true }).click()
      await checkFit(`${path}-${act}`.slice(1))
    }
  })

  it('fits the faucet page with its history', async () => {
    await open('/faucet')
    await page.getByRole('gridcell').first().waitFor()
    await checkFit('faucet')
  })

  it('fits the pages of peers and bans', async () => {
    await open('/peers')
    await checkFit('peers')
    await open('/peers?peer=1')
    await page.getByRole('dialog').getByText('version').first().waitFor()
    await checkFit('peer')
    await open('/peers?show=added')
    await checkFit('peers-added')
    await open('/bans')
    await page.locator('input[name="subnet"]').fill('127.0.0.1/8')
    await checkFit('bans')
  })

  it('fits the pages of addresses', async () => {
    await open('/addresses')
    await checkFit('addresses')
    for (const tab of ['transactions', 'unspent', 'pending']) {
      await open(`/addresses/${address}?tab=${tab}`)
      await checkFit(`address-${tab}`)
    }
    await open('/addresses/snapshot')
    await checkFit('snapshot')
  })

  it('fits the pages of the explorer', async () => {
    await open('/explorer')
    await checkFit('explorer')
    for (const tab of ['transactions', 'header']) {
      await open(`/block/2?tab=${tab}`)
      await checkFit(`block-${tab}`)
    }
    for (const txid of [payment, tokenid]) {
      await open(`/tx/${txid}`)
      await checkFit(`tx-${txid === payment ? 'payment' : 'token'}`)
    }
    await open(`/?tx=${tokenid}`)
    await page.getByRole('dialog').getByRole('tab').first().waitFor()
    await checkFit('tx-drawer')
    await open(`/?block=${await window.rpc.call<string>('getblockhash', 2)}`)
    await page.getByRole('dialog').getByRole('grid').waitFor()
    await checkFit('block-drawer')
    expect(window.complaints).toEqual([])
  })
})

const planId = (n: number) => `cd${n}`.padEnd(64, 'e')
const lockId = (n: number) => `ab${n}`.padEnd(64, 'c')
const DAY = 86_400

/** Returns plans and locks in each state, with the longest texts and largest numbers. */
function everyReward(): string {
  const plan = (n: number, name: string, more: object) => ({
    ...{
      fundingtxid: planId(n),
      name,
      apr: '12.50000000',
      minseconds: 30 * DAY,
      maxseconds: 365 * DAY,
      mindeposit: '0.00010000',
    },
    ...{ funding: '123456789.12345678', locked: '98765432.87654321', trouble: 'none', ...more },
  })
  const lock = (n: number, state: string, more: object) => ({
    ...{ txid: lockId(n), fundingtxid: planId(0), amount: '1234567.12345678', address, state, since: 1_700_000_000 },
    ...{ age: 20 * DAY, earned: '12345.87654321', most: '154320.89043210', ...more },
  })
  const plans = [
    plan(0, 'WWWWWWWW', {}),
    plan(1, 'FIX', { maxseconds: 30 * DAY, funding: '0.00000000' }),
    plan(2, 'ANYTIME', { minseconds: 0 }),
    plan(3, 'WWWWWWWW', { trouble: 'copy' }),
    plan(4, 'NEVER', { trouble: 'never', maxseconds: 9_000_000_000 }),
  ]
  const locks = [
    lock(0, 'waiting', { since: null, age: 0, earned: '0.00000000' }),
    lock(1, 'locked', {}),
    lock(2, 'ready', { age: 100 * DAY }),
    lock(3, 'ready', { age: 400 * DAY }),
    lock(4, 'leaving', {}),
    lock(5, 'locked', { age: 40 * DAY, earned: '0.00000000' }),
  ]
  return decimals(JSON.stringify({ state: 'ready', time: 1_700_000_000, plans, locks }))
}

/** Returns a claim and a deposit with the largest amounts. */
function buildFaucetHistory(): string {
  const event = (kind: string, amount: string, more: object) => ({
    ...{ kind, txid: planId(0), height: 2, time: 1_700_000_000, amount, address: null, mine: false, ...more },
  })
  const events = [
    event('claim', '0.10000000', { address, mine: true, height: -1 }),
    event('claim', '0.10000000', { address }),
    event('deposit', '199999999.12345678', { mine: true }),
  ]
  return decimals(JSON.stringify({ total: events.length, events }))
}

/** Converts quoted amounts to JSON numbers with eight decimals. */
const decimals = (json: string) => json.replace(/"(\d+\.\d{8})"/g, '$1')

const message = { command: 'version', bytes: 120, time: 1_700_000_100 }
const aPeer = {
  ...inventedPeer(1),
  ...{ addrlocal: '203.0.113.9:7771', relay: true, filtered: false, sendqueue: 0, clockoffset: 90 },
  ...{ lastsent: message, lastreceived: message },
  messages: [{ command: 'version', received: 1, bytesreceived: 120, sent: 1, bytessent: 118 }],
}

/** Fake replies for states that no test can create. */
const invented = () => ({
  listpeers: JSON.stringify(Array.from({ length: 12 }, (_, id) => inventedPeer(id + 1))),
  getpeerdetails: JSON.stringify(aPeer),
  gettokenpicture: TOO_LARGE,
  getrewards: everyReward(),
  faucethistory: buildFaucetHistory(),
})
