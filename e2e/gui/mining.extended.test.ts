/**
 * Tests mining on a main-mode chain whose first blocks are mined by one computer, by keyboard; on battery, mining
 * pauses and later resumes. Also tests the sandbox, which generates blocks at once.
 */
import { rmSync } from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { until } from '../support/network.ts'
import { type AppWindow, keepEvidence, openWindow } from './app.ts'
import { troubleFor } from './faultInjector.ts'
import { becomes, focusBecomes, goTo } from './frame.ts'
import { baselinesApart, focusedName, sidewaysOverflow } from './inPage.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { fakePower, figure, type MinerWindow, openDigger, tabTo, VAST_MINER, vast } from './mining.ts'
import { resize } from './resize.ts'

const NARROW = { width: 960, height: 640 }
const WIDE = { width: 1280, height: 820 }
const MINUTES = 60_000

interface MinerStatus {
  readonly state: string
  readonly threads: number
  readonly total: number
  readonly limit: number
  readonly pauseonbattery: boolean
}

describe('mining on a main-mode chain', () => {
  const power = fakePower()
  let digger: MinerWindow
  let page: Page
  const status = () => digger.rpc.call<MinerStatus>('getminerstatus')
  keepEvidence(() => digger)

  beforeAll(async () => {
    power.plug(true)
    digger = await openDigger(power, ['-testnode=1'])
    page = digger.page
    await disableAnimations(page)
  })
  afterAll(async () => {
    await digger?.close()
    rmSync(power.folder, { recursive: true, force: true })
  })

  it('shows at first that mining is off, and the requirements', async () => {
    await digger.openMining()
    await becomes(() => figure(page, 'This computer'), 'This computer\nOff\non this computer')
    await page.getByText('No blocks found yet', { exact: true }).waitFor()
    await page.getByText(/Half of all blocks are found within 12 solutions/).waitFor()
    await page.getByText('This computer is plugged in.', { exact: false }).waitFor()
    expect(await baselinesApart(page, '[data-figure]')).toBeLessThan(1)
    expect(await inspect(page, 'mining-off')).toEqual([])
  })

  it(
    'starts with the keyboard on one core, and shows speed, odds and the blocks found',
    async () => {
      await tabTo(page, /^CPU cores/)
      await page.keyboard.press('Home')
      await until('one core', async () => (await status()).limit === 1)
      expect(await focusedName(page)).toMatch(/^1 core: 236 MB/)
      await tabTo(page, /^Start mining$/, 90)
      await page.keyboard.press('Enter')
      await becomes(async () => (await figure(page, 'This computer')).split('\n')[1], 'Mining')
      await until('a block', async () => (await status()).total > 0)
      await page.getByRole('row', { name: 'Block 1', exact: true }).waitFor()
      await until('a speed', async () => /\n\d+(\.\d)?\n/.test(await figure(page, 'Solutions/s')))
      await page.getByText(/Half of all blocks are found within [\d.]+ (s|min)/).waitFor()
      await page.getByRole('img', { name: /half within [\d.]+ (s|min), 95 % within/ }).waitFor()
      expect(await inspect(page, 'mining-on')).toEqual([])
      const wallet = await digger.rpc.call<{ total: number }>('listfoundblocks', 1)
      expect(wallet.total).toBeGreaterThan(0)
    },
    5 * MINUTES,
  )

  it(
    'pauses on battery, shows that, and resumes when the computer is plugged in',
    async () => {
      power.plug(false)
      await until('the pause', async () => (await status()).state === 'paused')
      expect((await status()).threads).toBe(0)
      await page.getByText('Mining resumes when it is plugged in.', { exact: false }).waitFor()
      expect(await figure(page, 'This computer')).toBe('This computer\nPaused\non battery')
      expect(await inspect(page, 'mining-paused')).toEqual([])
      await tabTo(page, /^Pause on battery$/, 90)
      await page.keyboard.press('Space')
      await until('that it mines on battery', async () => (await status()).state === 'mining')
      expect((await status()).pauseonbattery).toBe(false)
      const pause = page.getByRole('switch', { name: 'Pause on battery' })
      await becomes(() => pause.isChecked(), false)
      await page.keyboard.press('Space')
      await until('the pause again', async () => (await status()).state === 'paused')
      power.plug(true)
      await until('that it goes on', async () => (await status()).state === 'mining')
      await page.getByText('This computer is plugged in.', { exact: false }).waitFor()
    },
    3 * MINUTES,
  )

  it('stops by the palette, keeps the blocks found, and fits into the smallest window', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Search or run/ }).fill('stop mining')
    await page.keyboard.press('Enter')
    await becomes(async () => (await figure(page, 'This computer')).split('\n')[1], 'Off')
    expect(await status()).toMatchObject({ state: 'off', threads: 0 })
    await resize(page, NARROW)
    expect(await sidewaysOverflow(page)).toBe(0)
    expect(await inspect(page, 'small-mining')).toEqual([])
    await resize(page, WIDE)
    await goTo(page, 'Home')
    await page.getByRole('link', { name: 'Show all' }).first().waitFor()
    expect(await inspect(page, 'overview-mined')).toEqual([])
    await goTo(page, 'Mining')
    await page
      .getByRole('row', { name: /^Block \d+$/ })
      .first()
      .click()
    await page.getByRole('dialog', { name: /^Block/ }).waitFor()
    await page.keyboard.press('Escape')
    expect(digger.complaints).toEqual([])
  })

  it('shows loading, errors, unknown values and very large values', async () => {
    const other = await page.context().newPage()
    const trouble = await troubleFor(other)
    await disableAnimations(other)
    const open = async () => {
      await other.goto('about:blank')
      await other.goto(new URL('/#/mining', page.url()).href)
      await other.getByRole('heading', { level: 1, name: 'Mining' }).waitFor()
    }
    const METHODS = ['getminerstatus', 'getmininginfo', 'listfoundblocks']
    trouble.hold(...METHODS)
    await open()
    expect(await inspect(other, 'mining-loading')).toEqual([])
    trouble.hold()
    trouble.fail('disk I/O error', ...METHODS)
    await open()
    await other.getByRole('alert').first().waitFor()
    expect(await inspect(other, 'mining-errors')).toEqual([])
    trouble.warmUp(...METHODS)
    await open()
    await other.getByText('Shown as soon as the node answers.').first().waitFor()
    expect(await other.getByRole('alert').count()).toBe(0)
    trouble.fail('')
    // Mining, but no solution has been counted yet.
    trouble.answer({ getminerstatus: JSON.stringify({ ...VAST_MINER, state: 'mining', detail: '', rate: 0 }) })
    await open()
    await becomes(() => figure(other, 'Solutions/s'), 'Solutions/s\n—\nmeasuring')
    await becomes(() => figure(other, 'Expected block time'), 'Expected block time\n—\nmeasuring')
    trouble.answer(vast())
    await open()
    await other.getByText('Latest 200 of 1,234,567.').waitFor()
    // Shown with the precision of the measurement: one decimal below ten, none above.
    const speed = async () => (await figure(other, 'Solutions/s')).split('\n')[1]
    await becomes(speed, '512')
    const { getminerstatus = '', ...rest } = vast()
    trouble.answer({ ...rest, getminerstatus: getminerstatus.replace('512.4', '3.14159265') })
    await open()
    await becomes(speed, '3.1')
    trouble.answer(vast())
    await open()
    await resize(other, NARROW)
    expect(await sidewaysOverflow(other)).toBe(0)
    expect(await inspect(other, 'small-mining-vast')).toEqual([])
    await other.close()
  })
})

describe('a chain that waits for peers', () => {
  it('shows that it waits for peers, and how to mine without them', async () => {
    const power = fakePower()
    power.plug(true)
    const digger = await openDigger(power)
    try {
      const { page } = digger
      await disableAnimations(page)
      await digger.openMining()
      await page.getByRole('button', { name: 'Start mining' }).click()
      await page.getByText('Restart the node with -testnode=1.').waitFor()
      await becomes(() => figure(page, 'This computer'), 'This computer\nWaiting\nsee below')
      expect(await inspect(page, 'mining-waiting')).toEqual([])
      await page.getByRole('button', { name: 'Stop mining' }).click()
      await becomes(async () => (await figure(page, 'This computer')).split('\n')[1], 'Off')
    } finally {
      await digger.close()
      rmSync(power.folder, { recursive: true, force: true })
    }
  })
})

describe('a chain of the list that waits for peers', () => {
  let window: AppWindow
  keepEvidence(() => window)
  beforeAll(async () => {
    window = await openWindow({
      transport: 'browser',
      unnamed: true,
      args: ['-dnsseed=0', '-bind=127.0.0.1', '-discover=0'],
    })
  })
  afterAll(() => window?.close())

  it('restarts with one click, and mines without peers', async () => {
    const { page } = window
    await page.getByRole('link', { name: /^Create a chain/ }).click()
    await page.getByRole('textbox', { name: /^Name/ }).fill(`DIG${Date.now().toString(36).toUpperCase()}`)
    await page.getByText('More options').click()
    await page.getByRole('switch', { name: 'Mine without peers' }).click()
    await page.getByRole('button', { name: 'Create and start' }).click()
    await page.getByRole('heading', { name: 'Invite others' }).waitFor({ timeout: MAX_WAIT_MS })
    await page.goto(new URL('/#/mining', page.url()).href)
    await page.getByRole('button', { name: 'Start mining' }).click()
    await page.getByRole('button', { name: 'Restart and mine without peers' }).click()
    await page
      .getByText('The chain was restarted and can mine without peers', { exact: true })
      .waitFor({ timeout: MAX_WAIT_MS })
    await becomes(async () => (await figure(page, 'This computer')).split('\n')[1], 'Mining')
    await page.getByText('keeps mining').waitFor()
    await page.getByRole('button', { name: 'Stop mining' }).click()
    await becomes(async () => (await figure(page, 'This computer')).split('\n')[1], 'Off')
    expect(window.complaints).toEqual([])
  })
})

describe('mining in a sandbox', () => {
  let window: AppWindow
  keepEvidence(() => window)
  beforeAll(async () => {
    window = await openWindow({ transport: 'browser', args: ['-automine=0'] })
    await disableAnimations(window.page)
  })
  afterAll(() => window?.close())

  it('generates the requested number of blocks, and mines automatically once that is switched on', async () => {
    const { page, rpc } = window
    await goTo(page, 'Mining')
    const before = await rpc.call<number>('getblockcount')
    expect(await baselinesApart(page, '[data-figure]')).toBeLessThan(1)
    expect(await inspect(page, 'mining-sandbox')).toEqual([])
    const field = page.getByRole('textbox', { name: 'Blocks' })
    await field.fill('1e3')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a whole number from 1 to 10,000.').waitFor()
    expect(await inspect(page, 'mining-sandbox-mistake')).toEqual([])
    await field.fill('7')
    await page.keyboard.press('Enter')
    await page.getByText('7 blocks made.').waitFor()
    expect(await rpc.call('getblockcount')).toBe(before + 7)
    await becomes(async () => (await figure(page, 'Height')).split('\n')[1], String(before + 7))
    // Size in bytes, not rounded to a kilobyte.
    const { size } = await rpc.call<{ size: number }>('getblock', String(before + 7))
    expect(size).toBeLessThan(1000)
    expect((await figure(page, 'Latest block')).split('\n')[1]).toBe(`${size} B`)
    await tabTo(page, /^Automatic mining$/)
    await page.keyboard.press('Space')
    await becomes(async () => (await figure(page, 'Automatic mining')).split('\n')[1], 'On')
  })

  it('stops on request, and keeps the blocks generated so far', async () => {
    const { page, rpc } = window
    const before = await rpc.call<number>('getblockcount')
    await page.getByRole('textbox', { name: 'Blocks' }).fill('10000')
    await page.keyboard.press('Enter')
    await page.getByRole('progressbar', { name: 'Making blocks' }).waitFor()
    await until('some blocks', async () => (await rpc.call<number>('getblockcount')) > before)
    // After some hundreds of blocks it slows down, and shows the reason.
    await page.getByText(/^Blocks cannot be ahead of the clock/).waitFor()
    await page.keyboard.press('Tab')
    expect(await focusedName(page)).toBe('Stop')
    await page.keyboard.press('Enter')
    await page.getByText('Stopped. Blocks already made stay.').waitFor()
    await focusBecomes(page, 'Make blocks')
    const after = await rpc.call<number>('getblockcount')
    expect(after).toBeGreaterThan(before)
    expect(after).toBeLessThan(before + 10_000)
    expect(window.complaints).toEqual([])
  })
})
