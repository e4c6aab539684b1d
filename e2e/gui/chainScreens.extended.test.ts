/** Takes screenshots of the chain screens in every state and both themes, for manual review. */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { freePort } from '../support/ports.ts'
import { startWebApp } from '../support/webApp.ts'
import { sharedBrowser } from './app.ts'
import { signIn } from './browserQuestions.ts'
import { FINE, LONG, many, TAKEN } from './chainSamples.ts'
import { chainRecord, type FakeChains, fakeChainsFor } from './fakeChains.ts'
import { cutTexts, hiddenOfSidebar, sidewaysOverflow } from './inPage.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { resize } from './resize.ts'

const NARROW = { width: 960, height: 640 }
const WIDE = { width: 1280, height: 800 }

describe('chain screens', () => {
  let page: Page
  let chains: FakeChains
  const undo: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    const home = temporaryFolder()
    const app = await startWebApp({ home, args: ['-sandbox', `-rpcport=${await freePort()}`] })
    undo.push(() => app.stop())
    page = await (await sharedBrowser()).newPage()
    undo.push(() => page.close())
    page.setDefaultTimeout(MAX_WAIT_MS)
    chains = await fakeChainsFor(page)
    await disableAnimations(page)
    await signIn(page, app.address)
  })
  afterAll(async () => {
    for (const step of undo.toReversed()) await step()
  })

  /** opens the path in a fresh page load, as in a new window */
  const goTo = async (path: string) => {
    const address = new URL(path, page.url()).href
    await page.goto('about:blank')
    await page.goto(address)
  }
  const open = async (path: string, heading: string | RegExp) => {
    await goTo(path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
  const developer = async (on: boolean) => {
    await page.evaluate(`localStorage.setItem('chainwright.display', '{"state":{"developer":${on}},"version":1}')`)
    await page.reload()
  }
  const shoot = async (name: string) => {
    for (const [size, viewport] of [
      ['', WIDE],
      ['small-', NARROW],
    ] as const) {
      await resize(page, viewport)
      expect(await sidewaysOverflow(page)).toBe(0)
      expect(await hiddenOfSidebar(page)).toBe(0)
      expect(await inspect(page, `${size}${name}`)).toEqual([])
    }
    await resize(page, WIDE)
  }

  it('shows the welcome screen, and errors that prevent the chosen action', async () => {
    await open('/', 'Welcome to Chainwright')
    await shoot('welcome')
    chains.answer({ addsandbox: new Error('The folder /home/robin/.chainwright cannot be written.') })
    await resize(page, NARROW)
    await page.getByRole('button', { name: /Open the sandbox/ }).click()
    const refusal = page.getByRole('alert').filter({ hasText: 'cannot be written' })
    await refusal.waitFor()
    const box = await refusal.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(NARROW.height)
    await shoot('welcome-refused')
    chains.answer({ addsandbox: 'held' })
    await page.getByRole('button', { name: /Open the sandbox/ }).click()
    await page.getByText('Preparing').waitFor()
    await shoot('welcome-busy')
    chains.answer({})
  })

  it('shows the create form empty, filled, with errors and fully expanded', async () => {
    chains.answer({ preflight: FINE })
    await open('/#/chains/create', 'Create a chain')
    await shoot('chain-create-empty')
    await page.getByRole('button', { name: 'Create and start' }).click()
    await page.getByText('Enter a name for the chain.').waitFor()
    await shoot('chain-create-missing')
    await page.getByRole('textbox', { name: /^Name/ }).fill('GARDEN')
    await page.getByText('1,000,000 GARDEN now, 1 per minute: 1.5 million after a year.').waitFor()
    expect(await page.getByText(/-ac_|Magic|port/i).count()).toBe(0)
    await shoot('chain-create-filled')
    await page.getByText('More options').click()
    await page.getByText('Supply over time').waitFor()
    await shoot('chain-create-unfolded')
    await developer(true)
    await page.getByText('Port 12417 is free.').waitFor()
    await page
      .getByText(/-ac_cc=2 -ac_public=1/)
      .first()
      .waitFor()
    await page.getByText('More options').click()
    await page.getByRole('button', { name: 'Add era' }).click()
    await page.getByRole('textbox', { name: 'Era 1: Ends before block' }).fill('100000')
    await page.getByRole('textbox', { name: 'Era 2: Reward in coins' }).fill('0.5')
    await page.getByRole('textbox', { name: /^Share in %/ }).fill('much')
    await page.getByRole('textbox', { name: /^Other options/ }).fill('-ac_import=BEAM')
    await page.getByRole('switch', { name: 'Public amounts only' }).click()
    await page.getByText(/-ac_import: coins/).waitFor()
    await page.getByText('More options').scrollIntoViewIfNeeded()
    await shoot('chain-create-more')
    await page.getByRole('textbox', { name: /^Share in %/ }).fill('')
    await page.getByRole('textbox', { name: /^Other options/ }).fill('')
    await page.getByRole('heading', { name: 'Protocol' }).scrollIntoViewIfNeeded()
    await shoot('chain-create-end')
    await developer(false)
    await page.getByRole('button', { name: 'Clear form' }).click()
  })

  it('shows the create form with a port that is taken, and a failed start', async () => {
    chains.answer({
      preflight: TAKEN,
      createchain: { id: 'GARDEN' },
      startchain: new Error('Port 12417 is taken by komodod (process 4711); port 12419 is free'),
    })
    await open('/#/chains/create', 'Create a chain')
    await page.getByRole('textbox', { name: /^Name/ }).fill('GARDEN')
    await page.getByText('Port 12419 will be used instead.').scrollIntoViewIfNeeded()
    await shoot('chain-create-port')
    await page.getByRole('button', { name: 'Create and start' }).click()
    await page.getByText('The chain is in your list, but could not start').waitFor()
    await shoot('chain-start-failed')
  })

  it('shows the join form empty, with a valid and an invalid invitation, and by hand', async () => {
    chains.answer({ preflight: FINE })
    await open('/#/chains/join', 'Join a chain')
    await shoot('chain-join-empty')
    const field = page.getByRole('textbox', { name: 'Invitation' })
    await field.fill(
      'Hi! Try komodod -ac_name=GARDEN -ac_supply=1000000 -ac_reward=100000000 -ac_cc=2 -addnode=203.0.113.9 see you',
    )
    await page.getByText('Complete').waitFor()
    await shoot('chain-join-understood')
    await field.fill('komodod -ac_name=GARDEN -ac_public=1 -ac_cc=2 -ac_ccenable=228,235 -addnode=203.0.113.9')
    await page.getByText('faucet only', { exact: true }).waitFor()
    await page.getByText(/^Tokens are off on this chain/).waitFor()
    await shoot('chain-join-contracts')
    await field.fill('komodod -ac_name=GARDEN -ac_import=BEAM -ac_suply=7')
    await page
      .getByText(/no such option|not supported/)
      .first()
      .waitFor()
    await shoot('chain-join-refused')
    await page.getByRole('radio', { name: 'Enter by hand' }).click()
    await page.getByRole('textbox', { name: /^Name/ }).waitFor()
    await shoot('chain-join-fill')
    // The form keeps its choice and its text, so reset it.
    await page.getByRole('radio', { name: 'Paste an invitation' }).click()
    await page.getByRole('button', { name: 'Clear form' }).click()
  })

  it('shows a chain after its creation, and a joined chain without an answering node', async () => {
    const running = { id: 'GARDEN', state: 'running', detail: '' } as const
    const started = { preflight: FINE, startchain: running, selectchain: running }
    const opened = () => {
      chains.show([chainRecord({ id: 'GARDEN', state: 'running' })], null)
      chains.switchTo('GARDEN')
    }
    chains.answer({ ...started, createchain: { id: 'GARDEN' } })
    chains.show([], null)
    await open('/#/chains/create', 'Create a chain')
    await page.getByRole('textbox', { name: /^Name/ }).fill('GARDEN')
    await page.getByRole('button', { name: 'Create and start' }).click()
    await page.getByText('Starting GARDEN').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Create GARDEN')
    await shoot('chain-starting')
    opened()
    await page.getByRole('heading', { name: 'Invite others' }).waitFor()
    await shoot('chain-opened')
    chains.answer({ ...started, joinchain: { id: 'GARDEN' } })
    chains.show([], null)
    await open('/#/chains/join', 'Join a chain')
    await page.getByRole('textbox', { name: 'Invitation' }).fill('-ac_name=GARDEN -ac_public=1')
    await page.getByText('Complete').waitFor()
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await page.getByText('Starting GARDEN').waitFor()
    opened()
    await page.getByText('No node has answered yet').waitFor()
    await shoot('chain-join-nobody')
  })

  it('shows the list with fifty chains, open drawers, a failed chain and the dialogs', async () => {
    chains.answer({ preflight: TAKEN })
    chains.show(many(), 'CHAIN0')
    await open('/#/chains', 'Chains')
    await page.getByRole('row', { name: 'Chain number 1', exact: true }).waitFor()
    await shoot('chains-full')
    await page.getByRole('row', { name: LONG.slice(0, 20) }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Share' }).waitFor()
    await shoot('chain-drawer-long')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('dialog', { name: 'Rename' }).waitFor()
    expect(await cutTexts(page)).toEqual([])
    await shoot('chain-rename')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: /^Delete/ }).waitFor()
    await shoot('chain-delete')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove from list' }).click()
    await page.getByRole('dialog', { name: /^Remove .* from the list/ }).waitFor()
    await shoot('chain-forget')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Share' }).click()
    const share = page.getByRole('dialog', { name: /^Share/ })
    await share.getByText(/Join the Smart Chain/).waitFor()
    await share.getByRole('button', { name: 'Show QR code' }).click()
    await shoot('chain-share')
    await page.keyboard.press('Escape')
    await share.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: 'Chain number 4', exact: true }).click()
    await page.getByRole('button', { name: 'Start again' }).waitFor()
    await shoot('chain-drawer-failed')
    await page.keyboard.press('Escape')
    await page.keyboard.press('h')
    await page.getByRole('menu').waitFor()
    await shoot('chain-menu')
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+b')
    await shoot('chains-narrow')
    await page.keyboard.press('ControlOrMeta+b')
  })

  it('shows the list while loading, after an error, with a notice and with one chain', async () => {
    chains.answer({ listchains: 'held' })
    await goTo('/#/chains')
    await page.getByText('Connecting').waitFor()
    await shoot('chains-loading')
    chains.answer({ listchains: new Error('disk I/O error') })
    await goTo('/#/chains')
    await page.getByRole('alert').waitFor()
    await shoot('chains-error')
    chains.answer({})
    chains.show(
      [chainRecord({ id: 'GARDEN' })],
      null,
      'The list of chains was damaged. It is kept as chains.json.damaged-1, and a new one was begun.',
    )
    await open('/#/chains', 'Chains')
    await shoot('chains-notice')
    chains.answer({ preflight: FINE })
    await page.getByRole('link', { name: 'Join a chain' }).click()
    const known = '-ac_name=GARDEN -ac_supply=1000000 -ac_cc=2 -ac_public=1'
    await page.getByRole('textbox', { name: 'Invitation' }).fill(known)
    await page.getByText('You already have this chain').waitFor()
    await shoot('chain-join-known')
  })

  it('shows a chain that failed to start, and a stopped chain', async () => {
    chains.answer({ preflight: TAKEN })
    chains.show(
      [
        chainRecord({ id: 'GARDEN', state: 'failed', detail: 'Port 12417 is taken by komodod (process 4711).' }),
        chainRecord({ id: 'POND' }),
      ],
      'GARDEN',
    )
    await open('/', 'The node could not start')
    await page.getByRole('button', { name: 'Start on free port 12419' }).waitFor()
    await shoot('chain-at-rest-failed')
    chains.switchTo('POND')
    await page.getByRole('heading', { name: 'POND is stopped' }).waitFor()
    await shoot('chain-at-rest')
  })
})
