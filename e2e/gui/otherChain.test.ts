/**
 * Tests the notices about peers on a chain with another block 1, and about blocks that are kept after the chain was
 * joined afresh.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chainMethods } from '#shared/chains/index.ts'
import { type AppWindow, openWindow } from './app.ts'
import { type ChainRecord, chainRecord } from './fakeChains.ts'
import { troubleFor } from './faultInjector.ts'
import { disableAnimations, inspect } from './inspect.ts'

let window: AppWindow
beforeAll(async () => {
  window = await openWindow({ transport: 'browser', args: ['-automine=0'] })
})
afterAll(() => window?.close())

const HASH = '0a4c3d'.padEnd(64, '5e7f')
const ONE = { id: 'GARDEN', label: 'Garden', state: 'running' } as const
const KEPT = {
  folder: '/home/robin/.chainwright/GARDEN.before-2026-11-24',
  time: 1_795_000_000 as NonNullable<ChainRecord['kept']>['time'],
}

const stateText = JSON.stringify({
  ...{ enabled: true, state: 'other-chain', since: 1_700_000_000, trusted: null, progress: 1 },
  detail:
    'Another chain since block 1 has more work, with 3 of 4 chosen peers on it: its work is proven up to block 120, this node is at block 110.',
  evidence: {
    ...{ height: 110, headers: 110, peersheight: 120, peers: 4, outbound: 4, tiptime: 1_700_000_000, inflight: 0 },
    ...{ waitingfor: null, otherbranch: null },
    otherchain: {
      ...{ height: 120, firsthash: HASH, ownfirsthash: HASH.replace('0a', '0b'), followers: 3, counted: 4 },
      ...{ work: '07b1'.padStart(64, '0'), ownwork: '06d0'.padStart(64, '0') },
    },
  },
})

async function openPage(path: string, kept: ChainRecord['kept']) {
  const page = await window.page.context().newPage()
  const trouble = await troubleFor(page)
  await disableAnimations(page)
  const { encode } = chainMethods.listchains.result
  const chains = [chainRecord({ ...ONE, kept })]
  const listed = { current: ONE.id, root: '/home/robin/.chainwright', client: 'chainwright-cli', notice: null, chains }
  const now = chainMethods.joinafresh.result.encode({ id: ONE.id, state: 'running', detail: '' })
  trouble.answer({ getsyncstate: stateText, listchains: encode(listed), joinafresh: now, undojoinafresh: now })
  await page.goto(new URL(path, window.page.url()).href)
  return page
}

it('explains the other chain and the remedy, with both first blocks, and joins afresh with one button', async () => {
  const page = await openPage('/#/', null)
  const alert = page.getByRole('alert')
  await alert.waitFor()
  await page.getByRole('contentinfo').getByText('Other chain').waitFor()
  const text = await alert.innerText()
  for (const said of [
    'Your peers are on another chain',
    '120',
    '3 of 4 peers',
    '110',
    'Your keys',
    'Your blocks are kept aside',
  ])
    expect(text).toContain(said)
  expect(await inspect(page, 'overview-other-chain')).toEqual([])
  await page.goto(new URL('/#/peers', window.page.url()).href)
  await page.getByText('Another chain since block 1 has more work').waitFor()
  expect(await inspect(page, 'peers-other-chain')).toEqual([])
  await page.getByRole('link', { name: 'What to do' }).click()
  await alert.getByRole('button', { name: 'Join it afresh' }).click()
  await page.getByText('Joining the chain afresh', { exact: true }).waitFor()
  await page.close()
})

it('shows the kept blocks of a chain, and restores them with one button', async () => {
  const page = await openPage('/#/chains', KEPT)
  await page.getByRole('row', { name: ONE.label, exact: true }).click()
  const drawer = page.getByRole('dialog', { name: ONE.label })
  await drawer.getByText('Earlier blocks are kept').waitFor()
  expect(await drawer.innerText()).toContain(KEPT.folder)
  expect(await inspect(page, 'chain-kept-blocks')).toEqual([])
  await drawer.getByRole('button', { name: 'Bring them back' }).click()
  await page.getByText('The earlier blocks are back', { exact: true }).waitFor()
  await page.close()
})
