/** Tests that closing the desktop app during a search asks the user first, because it ends the node and the search. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { type Daemon, startDaemon } from '../support/daemon.ts'
import { desktopProgram } from '../support/desktopApp.ts'
import { type AppWindow, openWindow } from './app.ts'
import { fetchClaim, followChain, fundOverRpc, startButton } from './faucet.ts'
import { becomes, goTo } from './frame.ts'

/**
 * Presses the window's close button until its question appears, and answers it. Returns undefined if the window closed
 * without a question because the search was over. Electron's message boxes belong to the system, so only the stand-in's
 * can be answered.
 */
async function pressClose({ page, program }: AppWindow, answer: 'stay' | 'close'): Promise<string | undefined> {
  let asked: string | undefined
  page.once('dialog', (dialog) => {
    asked = dialog.message()
    void (answer === 'close' ? dialog.accept() : dialog.dismiss()).catch(() => {})
  })
  while (asked === undefined && program.process.exitCode === null) {
    program.process.kill('SIGUSR2')
    await delay(100)
  }
  return asked
}

describe.skipIf(desktopProgram === 'Electron')('closing the desktop app while it searches', () => {
  let giver: Daemon

  beforeAll(async () => {
    giver = await startDaemon({ args: ['-sandbox', '-automine=0'] })
    await becomes(() => giver.rpc.call('getblockcount'), 3)
    await fundOverRpc(giver.rpc, '1')
  })
  afterAll(() => giver?.stop())

  /** Returns the questions asked before the window stayed open, and before it closed. */
  async function closeWhileSearching(): Promise<readonly (string | undefined)[]> {
    const window = await openWindow({ transport: 'shell', args: ['-automine=0'] })
    const { page, rpc, program } = window
    try {
      await followChain(giver.rpc, rpc)
      await goTo(page, 'Faucet')
      await startButton(page).click()
      await expect
        .poll(() => fetchClaim(rpc).then(({ attempts }) => attempts), { timeout: MAX_WAIT_MS })
        .toBeGreaterThan(0)
      const first = await pressClose(window, 'stay')
      if (first !== undefined) await page.getByRole('heading', { level: 1, name: 'Faucet' }).waitFor()
      const second = await pressClose(window, 'close')
      expect(await program.ended).toBe(0)
      return [first, second]
    } finally {
      await window.close()
    }
  }

  it('asks first, and stays or closes as answered', async () => {
    const question = /^A faucet claim is being searched for\n.*\n\[Keep searching\] \[Stop and close\]$/
    for (let round = 0; round < 6; round += 1) {
      const asked = await closeWhileSearching()
      if (asked.includes(undefined)) continue
      for (const text of asked) expect(text).toMatch(question)
      return
    }
    throw new Error('Six searches in a row were over before the window could be closed')
  })
})
