/** The sandbox as its two people use it, *Me* and *Friend*. */
import type { Page } from 'playwright'
import { temporaryFolder } from '../support/daemon.ts'
import { claimPort, SANDBOX_PORT } from '../support/ports.ts'
import type { AppWindow, Transport } from './app.ts'
import { openUnnamed, overview, pastTakenPort, question } from './chains.ts'
import { holdStill } from './inspect.ts'

export interface People {
  readonly window: AppWindow
  close(): Promise<void>
}

/** Starts the app without a word about a chain, and the sandbox by its first screen. */
export async function openPeople(transport: Transport): Promise<People> {
  const releasePort = await claimPort(SANDBOX_PORT)
  try {
    const window = await openUnnamed(transport, temporaryFolder())
    const { page } = window
    await holdStill(page)
    await question(page).waitFor()
    await page.getByRole('button', { name: /^Play in a sandbox/ }).click()
    await pastTakenPort(page)
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

/** One click, and the window shows the other one's wallet on the page that is open. */
export async function become(page: Page, person: 'Me' | 'Friend'): Promise<void> {
  await page.getByRole('radio', { name: person }).click()
  await isNow(page, person)
}

export async function isNow(page: Page, person: 'Me' | 'Friend'): Promise<void> {
  await page.getByRole('radio', { name: person, checked: true }).waitFor()
  await page.getByRole('main').getByText(`You are ${person}`, { exact: true }).waitFor()
}

/** Of nobody here. */
export const BOB = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'
