/**
 * Tests mining after the app is closed and reopened: the number of cores is kept, and mining resumes if so set,
 * otherwise the app asks.
 */
import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/daemon.ts'
import { until } from '../support/network.ts'
import { keepEvidence } from './app.ts'
import { becomes } from './frame.ts'
import { sidewaysOverflow } from './inPage.ts'
import { disableAnimations, inspect } from './inspect.ts'
import { fakePower, figure, type MinerWindow, openDigger, tabTo } from './mining.ts'
import { resize } from './resize.ts'

const MINUTES = 60_000

interface MinerStatus {
  readonly state: string
  readonly limit: number
  readonly interrupted: boolean
  readonly resumeatstart: boolean
}

describe('an app that was closed while it mined', () => {
  const power = fakePower()
  let home: string
  let digger: MinerWindow
  const status = () => digger.rpc.call<MinerStatus>('getminerstatus')
  const start = async (...args: string[]) => {
    digger = await openDigger(power, ['-testnode=1', ...args], home)
    await disableAnimations(digger.page)
    return digger.page
  }
  const stateShown = async () => (await figure(digger.page, 'This computer')).split('\n')[1]
  keepEvidence(() => digger)

  beforeAll(async () => {
    power.plug(true)
    home = temporaryFolder()
    await start()
    await digger.rpc.call('setgenerate', true, 1)
    await digger.close()
  })
  afterEach(() => digger.close())
  afterAll(() => {
    for (const folder of [home, power.folder]) rmSync(folder, { recursive: true, force: true })
  })

  it(
    'asks on the overview and on the mining screen, and resumes with the chosen cores',
    async () => {
      const page = await start()
      expect(await status()).toMatchObject({ state: 'off', limit: 1, interrupted: true, resumeatstart: false })
      await page.getByText('Mining was on when this chain was stopped', { exact: false }).waitFor()
      await page.getByRole('button', { name: 'Go on with 1 core', exact: true }).waitFor()
      expect(await inspect(page, 'overview-mining-interrupted')).toEqual([])
      await digger.openMining()
      expect(await figure(page, 'This computer')).toBe('This computer\nOff\nit was on before')
      expect(await page.getByLabel('CPU cores').inputValue()).toBe('1')
      expect(await inspect(page, 'mining-interrupted')).toEqual([])
      await resize(page, { width: 960, height: 640 })
      expect(await sidewaysOverflow(page)).toBe(0)
      expect(await inspect(page, 'small-mining-interrupted')).toEqual([])
      await tabTo(page, /^Go on with 1 core$/)
      await page.keyboard.press('Enter')
      await becomes(stateShown, 'Mining')
      await page.getByRole('button', { name: 'Leave it off' }).waitFor({ state: 'detached' })
      await tabTo(page, /^Resume after a restart$/)
      await page.keyboard.press('Space')
      await until('the choice', async () => (await status()).resumeatstart)
      await becomes(() => page.getByRole('switch', { name: 'Resume after a restart' }).isChecked(), true)
      expect(await status()).toMatchObject({ state: 'mining', limit: 1, interrupted: false })
      expect(digger.complaints).toEqual([])
    },
    2 * MINUTES,
  )

  it(
    'resumes automatically if set so, but not on battery, until the user stops it',
    async () => {
      power.plug(false)
      const page = await start()
      await digger.openMining()
      await until('the pause', async () => (await status()).state === 'paused')
      expect(await status()).toMatchObject({ limit: 1, interrupted: false })
      await becomes(stateShown, 'Paused')
      expect(await inspect(page, 'mining-resumed-paused')).toEqual([])
      power.plug(true)
      await until('that it goes on', async () => (await status()).state === 'mining')
      await becomes(stateShown, 'Mining')
      await page.getByRole('button', { name: 'Stop mining' }).click()
      await becomes(stateShown, 'Off')
      expect(digger.complaints).toEqual([])
    },
    3 * MINUTES,
  )

  it('stays off after a stop, and follows the command line in any case', async () => {
    await start()
    expect(await status()).toMatchObject({ state: 'off', limit: 1, interrupted: false, resumeatstart: true })
    await digger.rpc.call('setgenerate', true)
    await digger.close()
    await start('-gen=0', '-genproclimit=2')
    expect(await status()).toMatchObject({ state: 'off', limit: 2, interrupted: false })
    await digger.openMining()
    await becomes(stateShown, 'Off')
    expect(await digger.page.getByRole('button', { name: /^Go on with/ }).count()).toBe(0)
  })
})
