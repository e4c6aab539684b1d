/**
 * Tests the first screen: it describes the program and offers ways to begin. A port that is taken does not block them,
 * and the screen does not appear again.
 */
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/daemon.ts'
import { CLAIM_MS, claimPort, SANDBOX_PORT } from '../support/ports.ts'
import { type AppWindow, keepEvidence, transportsFor } from './app.ts'
import { height, openWithoutChain, overview, question, switcher } from './chains.ts'
import { becomes } from './frame.ts'

describe.each(transportsFor('shell'))('the first run, %s', (transport) => {
  const home = temporaryFolder()
  let window: AppWindow
  /** Another program on the sandbox's port, unless the port is already taken. */
  const other = createServer()
  let releasePort: (() => void) | undefined
  keepEvidence(() => window)
  beforeAll(async () => {
    releasePort = await claimPort(SANDBOX_PORT)
    await new Promise((done) => other.once('error', done).listen(SANDBOX_PORT, '127.0.0.1', () => done(undefined)))
    window = await openWithoutChain(transport, home)
  }, CLAIM_MS + 60_000)
  afterAll(async () => {
    await window?.close()
    other.close()
    releasePort?.()
  })

  it('describes the program, offers the sandbox first, and starts nothing until the user chooses', async () => {
    const { page } = window
    await question(page).waitFor()
    for (const way of ['Open the sandbox', 'Create a chain', 'Join a chain', 'Browse chains']) {
      await page.getByText(way, { exact: true }).waitFor()
    }
    await page.getByText('Your coins and tokens, on a chain that this computer runs.').waitFor()
    expect(await page.locator('button.bg-accent, a.bg-accent').allInnerTexts()).toEqual(['Open the sandbox'])
    expect(await page.getByRole('navigation').count()).toBe(0)
    expect(existsSync(join(home, '.chainwright/SANDBOX'))).toBe(false)
  })

  it('opens create, join and sandbox with the keyboard, and returns', async () => {
    const { page } = window
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await press('Tab', 'Tab', 'Tab', 'Enter')
    await page.getByRole('heading', { level: 1, name: 'Create a chain' }).waitFor()
    await page.getByRole('link', { name: 'Back' }).focus()
    await press('Enter')
    await question(page).waitFor()
    await page.getByRole('link', { name: /^Join a chain/ }).focus()
    await press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Join a chain' }).waitFor()
    await page.getByRole('link', { name: 'Back' }).focus()
    await press('Enter')
    await question(page).waitFor()
    await page.getByRole('button', { name: /^Open the sandbox/ }).focus()
    await press('Space')
    await overview(page).waitFor()
    await becomes(async () => (await switcher(page).innerText()).includes('Sandbox'), true)
  })

  it('reopens the sandbox without asking again', async () => {
    await window.close()
    window = await openWithoutChain(transport, home)
    await overview(window.page).waitFor()
    await becomes(async () => (await height(window.page)) > 0, true)
    expect(window.complaints).toEqual([])
  })
})
