/**
 * Tests the gallery of public chains: a description of each, and one click to join. No other computer is contacted. The
 * test joins a chain from its own list file, with the address of a node that does not exist.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { temporaryFolder } from '../support/daemon.ts'
import { withPatience } from '../support/patience.ts'
import { freePort } from '../support/ports.ts'
import { type AppWindow, keepEvidence, transportsFor } from './app.ts'
import { openWithoutChain, question } from './chains.ts'
import { becomes } from './frame.ts'
import { inspect } from './inspect.ts'

describe.each(transportsFor('shell'))('the gallery of public chains, %s', (transport) => {
  const home = temporaryFolder()
  const list = join(home, 'newer.json')
  let window: AppWindow
  keepEvidence(() => window)
  beforeAll(async () => {
    window = await openWithoutChain(transport, home)
    // MARTY is the only live chain whose blocks need no expensive validation. No node listens at the address.
    const unusedAddress = `127.0.0.1:${await freePort()}`
    const chain = { ac_name: 'MARTY', ac_supply: '90000000000', ac_reward: '100000000', ac_cc: '3', ac_staked: '10' }
    writeFileSync(list, JSON.stringify([{ ...chain, addnode: [unusedAddress] }, { ac_name: '<b>' }]))
  })
  afterAll(() => window?.close())

  it('opens from the first screen, and describes each chain', async () => {
    const { page } = window
    await question(page).waitFor()
    if (transport === 'shell') expect(await inspect(page, 'gallery-first-run')).toEqual([])
    await page.getByRole('link', { name: /^Browse chains/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Public chains' }).waitFor()
    await becomes(() => page.getByRole('article').count(), 10)
    await becomes(() => page.getByRole('button', { name: /^Join / }).count(), 9)
    const names = await page.getByRole('article').getByRole('heading').allInnerTexts()
    expect(names.slice(0, 2)).toEqual(['DOC', 'MARTY'])
    const said = (name: string) => page.getByRole('article', { name, exact: true }).innerText()
    for (const words of ['Coins are free', 'Initial supply: 90 billion', '1 DOC per block']) {
      expect(await said('DOC')).toContain(words)
    }
    expect(await said('DOC')).toContain('10 % staking')
    expect(await said('GLEEC')).toContain('Staking only')
    expect(await said('CCL')).toContain('fees only')
    expect(await said('PIRATE')).toContain('All payments are shielded')
    expect(await said('CLC')).toMatch(/cannot run the chain: -ac_snapshot: payments go by a snapshot of balances/)
    expect(await page.getByRole('article', { name: 'CLC', exact: true }).getByRole('button').count()).toBe(0)
    expect(await inspect(page, `gallery-${transport}`)).toEqual([])
  })

  it('loads a newer list from a file, and skips invalid entries', async () => {
    const { page } = window
    await page.getByLabel('File with a list of chains').setInputFiles(list)
    await becomes(() => page.getByRole('article').count(), 1)
    await page.getByText('1 entry does not fit and was left out.').waitFor()
    await page.getByText(/This list is from your file newer\.json/).waitFor()
  })

  it(
    'joins with one click, and within a minute lists the tried nodes and what to check if none responds',
    async () => {
      const { page } = window
      const button = page.getByRole('button', { name: 'Join MARTY' })
      if (transport === 'browser') await button.click()
      else {
        await button.focus()
        await page.keyboard.press('Enter')
      }
      await page.getByRole('heading', { level: 1, name: 'Join MARTY' }).waitFor()
      await page.getByText(/^History before .* is not checked in full/).waitFor({ timeout: MAX_WAIT_MS })
      await page.getByText('No node has answered yet. Check these:').waitFor({ timeout: MAX_WAIT_MS })
      const words = await page.getByRole('main').innerText()
      expect(words).toMatch(/These nodes were tried, and none has answered for .*127\.0\.0\.1:\d+/)
      expect(words).toContain('A firewall may block connections that go out to port')
      expect(await inspect(page, `gallery-nobody-${transport}`)).toEqual([])
    },
    withPatience(100_000),
  )
})
