/** Checks the pages that move a node in, in every state and both themes; takes screenshots for manual review. */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'
import { startWebApp } from '../support/webApp.ts'
import { sharedBrowser } from './app.ts'
import { signIn } from './browserQuestions.ts'
import { chainRecord, type FakeChains, fakeChainsFor } from './fakeChains.ts'
import { fitsInBothSizes } from './fits.ts'
import { cutTexts } from './inPage.ts'
import { disableAnimations, inspect } from './inspect.ts'
import {
  conf,
  damagedReport,
  FOLDER,
  foundFolders,
  longReport,
  move,
  report,
  runningReport,
  unknownReport,
} from './moveInSamples.ts'

describe('pages that move a node in', () => {
  let page: Page
  let chains: FakeChains
  const undo: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    const app = await startWebApp({ home: temporaryFolder(), args: ['-sandbox', `-rpcport=${await freePort()}`] })
    undo.push(() => app.stop())
    page = await (await sharedBrowser()).newPage()
    undo.push(() => page.close())
    page.setDefaultTimeout(MAX_WAIT_MS)
    chains = await fakeChainsFor(page)
    chains.show([chainRecord({ id: 'TEST-1', label: 'TEST', state: 'running' })], 'TEST-1')
    await disableAnimations(page)
    await signIn(page, app.address)
  })
  afterAll(async () => {
    for (const step of undo.toReversed()) await step()
  })

  /** opens the page in a fresh load, as in a new window */
  const open = async (search: string, shown: string | RegExp) => {
    const address = new URL(`/#/chains/movein${search}`, page.url()).href
    await page.goto('about:blank')
    await page.goto(address)
    await page.getByText(shown).first().waitFor()
  }
  const check = async (name: string) => {
    await fitsInBothSizes(page, name)
    expect(await inspect(page, name)).toEqual([])
    expect(await cutTexts(page)).toEqual([])
  }
  const found = foundFolders()
  const inFolder = `?folder=${encodeURIComponent(FOLDER)}`
  const inChain = '?chain=TEST-1'

  it('shows the search while it runs, failed, without a result and with folders', async () => {
    chains.answer({ findnodefolders: 'held' })
    await open('', 'Nodes found on this computer')
    await check('movein-find-loading')
    chains.answer({ findnodefolders: new Error('EACCES: permission denied') })
    await open('', /permission denied/)
    await check('movein-find-error')
    chains.answer({ findnodefolders: { places: found.places, folders: [] } })
    await open('', 'No node found in the usual places')
    await check('movein-find-empty')
    chains.answer({ findnodefolders: found })
    await open('', 'Moved in')
    await check('movein-find-found')
  })

  it('shows a folder while it is read, and after an error', async () => {
    chains.answer({ findnodefolders: found, inspectnodefolder: 'held' })
    await open(inFolder, /^Reading the folder/)
    await check('movein-report-loading')
    chains.answer({ findnodefolders: found, inspectnodefolder: new Error('EIO: input/output error') })
    await open(inFolder, /input\/output error/)
    await check('movein-report-error')
  })

  it.each([
    ['found', report()],
    ['damaged', damagedReport()],
    ['running', runningReport()],
    ['unknown', unknownReport()],
    ['long', longReport()],
  ] as const)('shows a report: %s', async (name, inspectnodefolder) => {
    chains.answer({ findnodefolders: found, inspectnodefolder })
    await open(inFolder, /^Chainwright asks once more/)
    await check(`movein-report-${name}`)
  })

  it('shows a move in each state', async () => {
    const states = {
      wallet: move({ step: 'wallet', wallet: null, blocks: null }),
      blocks: move(),
      paused: move({ state: 'paused' }),
      waiting: move({ step: 'wallet', state: 'waiting', wallet: null, blocks: null }),
      failed: move({ state: 'failed', detail: 'The disk is full: 12 MB are free, 4 GB are needed.' }),
    }
    for (const [name, state] of Object.entries(states)) {
      chains.answer({ getmovein: { moves: [state] } })
      await open(inChain, 'Moving in TEST')
      await check(`movein-move-${name}`)
    }
    chains.answer({ getmovein: { moves: [] } })
    await open(inChain, 'Nothing was moved into this chain')
    await check('movein-move-none')
  })

  it('shows the result, and both contents of a conf file that was changed', async () => {
    const wallet = { imported: 100, keys: 105, shielded: 2, leaks: { plainkeys: 4, plainseed: true } }
    const done = move({ step: 'done', state: 'done', wallet, conf: conf('ours') })
    chains.answer({ getmovein: { moves: [done] } })
    await open(inChain, 'TEST has moved in')
    await check('movein-done')
    const changed = { ...done, conf: conf('changed'), warnings: ['Another program uses the old wallet.'] }
    const former = 'rpcuser=robin\nrpcpassword=<hidden>\nrpcport=7771\n'
    const file = conf('changed').file
    const undone = { restored: false, file, detail: 'Another program changed it.', former, found: `${former}gen=1\n` }
    chains.answer({ getmovein: { moves: [changed] }, undomovein: undone })
    await open(inChain, 'Changed since')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('region', { name: 'In the file now' }).scrollIntoViewIfNeeded()
    await check('movein-done-changed')
  })

  it('links the page from the first screen, the menu of chains and the search', async () => {
    chains.answer({ findnodefolders: found })
    chains.show([], null)
    await page.goto(new URL('/#/', page.url()).href)
    await page.getByRole('link', { name: /^I already have a node/ }).waitFor()
    await check('movein-welcome')
    await page.getByRole('link', { name: /^I already have a node/ }).click()
    await page.getByText('Nodes found on this computer').waitFor()
    chains.show([chainRecord({ id: 'TEST-1', label: 'TEST', state: 'running' })], 'TEST-1')
    await page.getByRole('button', { name: /^Switch chain:/ }).click()
    await page.getByRole('menuitem', { name: 'I already have a node' }).click()
    await page.getByText('Nodes found on this computer').waitFor()
  })
})
