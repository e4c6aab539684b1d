/** The staking half of the mining screen, by mouse and keyboard: on, off, and with a wallet that is locked. */
import { rmSync } from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../support/network.ts'
import { keepEvidence } from './app.ts'
import { becomes } from './frame.ts'
import { sidewaysOverflow } from './inPage.ts'
import { holdStill, inspect } from './inspect.ts'
import { type Digger, fakePower, figure, openDigger, tabTo } from './mining.ts'

const NARROW = { width: 960, height: 640 }
const PASSPHRASE = 'four words and more'

interface Staking {
  readonly on: boolean
  readonly state: string
  readonly resumeatstart: boolean
}

describe('a chain with proof of stake', () => {
  const power = fakePower()
  let digger: Digger
  let page: Page
  const status = () => digger.rpc.call<Staking>('getstakingstatus')
  keepEvidence(() => digger)

  beforeAll(async () => {
    digger = await openDigger(power, ['-testnode=1', '-ac_staked=50'])
    page = digger.page
    await holdStill(page)
    await digger.openMining()
  })
  afterAll(async () => {
    await digger?.close()
    rmSync(power.folder, { recursive: true, force: true })
  })

  it('shows what would stake, and what that takes', async () => {
    await page.getByRole('tab', { name: 'Staking', selected: true }).waitFor()
    await becomes(async () => (await figure(page, 'This wallet')).split('\n')[1], 'Off')
    await page.getByText('No coin can stake', { exact: true }).waitFor()
    await page.getByText('There are no odds without a coin that can stake.').waitFor()
    expect(await inspect(page, 'staking-off')).toEqual([])
    await page.setViewportSize(NARROW)
    expect(await sidewaysOverflow(page)).toBe(0)
  })

  it('starts and stops with the keyboard, and keeps mining apart', async () => {
    await tabTo(page, /^Start staking$/, 90)
    await page.keyboard.press('Enter')
    await until('staking', async () => (await status()).on)
    await page.getByText(/No coin of this wallet can stake yet/).waitFor()
    expect(await inspect(page, 'staking-waiting')).toEqual([])
    await page.getByRole('tab', { name: 'Mining', exact: true }).click()
    await page.getByRole('button', { name: 'Start mining' }).waitFor()
    await page.getByRole('tab', { name: 'Staking', exact: true }).click()
    await page.getByRole('switch', { name: 'Resume after a restart' }).click()
    await until('the habit', async () => (await status()).resumeatstart)
  })

  it('asks for the passphrase of a locked wallet, for staking alone', async () => {
    await digger.rpc.call('protectwallet', PASSPHRASE)
    await page.getByRole('button', { name: 'Unlock for staking' }).click()
    await page.getByLabel('Passphrase').fill(PASSPHRASE)
    expect(await inspect(page, 'staking-unlock')).toEqual([])
    await page.getByRole('button', { name: 'Unlock', exact: true }).click()
    await until('the unlock', async () => (await status()).state !== 'locked')
    expect(await digger.rpc.call('getwalletstatus')).toMatchObject({ locked: true, onlystaking: true })
    await page.getByRole('button', { name: 'Stop staking' }).click()
    await until('the end', async () => !(await status()).on)
  })
})
