/** Opens the sandbox and switches between its two wallets, *Me* and *Friend*. */
import type { Page } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { temporaryFolder } from '../support/daemon.ts'
import { CLAIM_MS, claimPort, SANDBOX_PORT } from '../support/ports.ts'
import { type AppWindow, keepEvidence, openWindow, type Transport } from './app.ts'
import { overview, question } from './chains.ts'
import { disableAnimations } from './inspect.ts'

interface People {
  readonly window: AppWindow
  close(): Promise<void>
}

/** Starts the app without naming a chain, and opens the sandbox from the first screen. */
async function openPeople(transport: Transport): Promise<People> {
  const releasePort = await claimPort(SANDBOX_PORT)
  try {
    // Without a binding option the app asks for no approval of sandbox coins.
    const window = await openWindow({ transport, home: temporaryFolder(), unnamed: true })
    const { page } = window
    await disableAnimations(page)
    await question(page).waitFor()
    await page.getByRole('button', { name: /^Open the sandbox/ }).click()
    await overview(page).waitFor()
    return {
      window,
      async close() {
        await window.close()
        releasePort()
      },
    }
  } catch (error) {
    releasePort()
    throw error
  }
}

/** Opens the sandbox before the first test of a file, and closes it after the last. */
export function usePeople(transport: Transport): { readonly window: AppWindow } {
  let people: People | undefined
  keepEvidence(() => people?.window)
  beforeAll(async () => {
    people = await openPeople(transport)
  }, CLAIM_MS + 60_000)
  afterAll(() => people?.close())
  return {
    get window() {
      if (people === undefined) throw new Error('The sandbox is not open')
      return people.window
    },
  }
}

/** Switches with one click to the wallet of the other user, on the current page. */
export async function become(page: Page, person: 'Me' | 'Friend'): Promise<void> {
  await page.getByRole('radio', { name: person }).click()
  await isNow(page, person)
}

export async function isNow(page: Page, person: 'Me' | 'Friend'): Promise<void> {
  await page.getByRole('radio', { name: person, checked: true }).waitFor()
  await page.getByRole('main').getByText(`You are ${person}`, { exact: true }).waitFor()
}

/** Address outside this wallet. */
export const BOB = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
