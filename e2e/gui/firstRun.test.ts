/** The first thing anybody sees: one question with three answers, and no question the next time. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/daemon.ts'
import { CLAIM_MS, claimPort, SANDBOX_PORT } from '../support/ports.ts'
import { type AppWindow, keepEvidence, mostly } from './app.ts'
import { height, openUnnamed, pastTakenPort, question, switcher } from './chains.ts'
import { becomes } from './frame.ts'

describe.each(mostly('shell'))('the first run, %s', (transport) => {
  const home = temporaryFolder()
  let window: AppWindow
  let releasePort: (() => void) | undefined
  keepEvidence(() => window)
  beforeAll(async () => {
    releasePort = await claimPort(SANDBOX_PORT)
    window = await openUnnamed(transport, home)
  }, CLAIM_MS + 60_000)
  afterAll(async () => {
    await window?.close()
    releasePort?.()
  })

  it('asks one question, and nothing runs until it is answered', async () => {
    const { page } = window
    await question(page).waitFor()
    for (const way of ['Play in a sandbox', 'Create a chain', 'Join a chain']) {
      await page.getByText(way, { exact: true }).waitFor()
    }
    expect(await page.getByRole('navigation').count()).toBe(0)
    expect(existsSync(join(home, '.chainwright/SANDBOX'))).toBe(false)
  })

  it('goes to each of the three by the keyboard, and back', async () => {
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
    await page.getByRole('button', { name: /^Play in a sandbox/ }).focus()
    await press('Space')
    await pastTakenPort(page)
    await becomes(async () => (await switcher(page).innerText()).includes('Sandbox'), true)
  })

  it('comes back to the sandbox without asking again', async () => {
    await window.close()
    window = await openUnnamed(transport, home)
    await pastTakenPort(window.page)
    await becomes(async () => (await height(window.page)) > 0, true)
    expect(window.complaints).toEqual([])
  })
})
