/**
 * Moves the recorded folder of a komodod in through the window: with few clicks in a browser, and by keyboard alone in
 * the desktop app. Balance and blocks equal the recording.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { afterEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/daemon.ts'
import { OLD_CHAIN, readRecordedReplies, unpackOldFolder } from '../support/oldFolder.ts'
import { withPatience } from '../support/patience.ts'
import { freePort } from '../support/ports.ts'
import { type AppWindow, keepEvidence, type Transport } from './app.ts'
import { openWithoutChain, question } from './chains.ts'
import { inspect } from './inspect.ts'

const MAX_CLICKS = 6
/** Maximum number of presses of Tab on the way to one control. */
const MAX_TABS = 60
const MOVE_MS = withPatience(180_000)
const recorded = readRecordedReplies()
const COMMAND = `komodod ${OLD_CHAIN.join(' ')}`

/** Counts mouse presses in the page. */
const COUNT = `(() => {
  globalThis.clicks = 0
  addEventListener('click', (event) => { if (event.isTrusted && event.detail > 0) globalThis.clicks += 1 }, true)
})()`

let window: AppWindow | undefined
afterEach(() => window?.close())
keepEvidence(() => window)

/** Unpacks the folder in its usual place of a home, and opens the first screen. */
async function openFirstScreen(transport: Transport): Promise<{ page: Page; conf: string; opened: AppWindow }> {
  const home = temporaryFolder()
  const conf = join(unpackOldFolder(join(home, '.komodo')), 'MOVE.conf')
  // Other tests run at the same time, so the recorded port may be in use.
  writeFileSync(conf, readFileSync(conf, 'utf8').replace(/^rpcport=.*$/m, `rpcport=${await freePort()}`))
  const opened = await openWithoutChain(transport, home)
  window = opened
  await question(opened.page).waitFor()
  return { page: opened.page, conf, opened }
}

async function expectMoved(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'MOVE has moved in' }).waitFor({ timeout: MOVE_MS })
  const result = await page.getByRole('main').innerText()
  expect(result).toContain(`${recorded.keys.length} keys added`)
  expect(result).toContain(`up to block ${recorded.getblockcount}`)
}

const balanceText = (coins: string) => Number(coins).toLocaleString('en-US', { maximumFractionDigits: 8 })

describe('moving a node in', { timeout: 2 * MOVE_MS }, () => {
  it('takes at most 6 clicks from the first screen to the moved wallet', async () => {
    const { page, conf, opened } = await openFirstScreen('browser')
    const before = readFileSync(conf)
    await page.evaluate(COUNT)
    await page.getByRole('link', { name: /^I already have a node/ }).click()
    const found = page.getByRole('link', { name: /MOVE.*Wallet,/ })
    await found.waitFor()
    expect(await inspect(page, 'movein-real-found')).toEqual([])
    await found.click()
    const field = page.getByRole('textbox', { name: 'Start command of the old node' })
    await field.fill(COMMAND)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByText('match the first block in the folder').waitFor()
    expect(await inspect(page, 'movein-real-report')).toEqual([])
    await page.getByRole('button', { name: 'Move in', exact: true }).click()
    await expectMoved(page)
    expect(opened.consent.asked).toHaveLength(1)
    expect(await inspect(page, 'movein-real-done')).toEqual([])
    await page.getByRole('button', { name: 'Open the wallet' }).click()
    await page.getByText(balanceText(recorded.getbalance)).first().waitFor()
    const clicks = await page.evaluate<number>('clicks')
    console.log(`From the first screen to the moved wallet: ${clicks} clicks`)
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS)
    expect(readFileSync(conf)).toEqual(before)
    expect(opened.complaints).toEqual([])
  })

  it('needs the keyboard only, redirects scripts, and takes that back with Undo', async () => {
    const { page, conf, opened } = await openFirstScreen('shell')
    const before = readFileSync(conf)
    const press = async (control: Locator, key = 'Enter') => {
      await control.waitFor()
      for (let tabs = 0; (await control.and(page.locator(':focus')).count()) === 0; tabs += 1) {
        if (tabs === MAX_TABS) throw new Error(`Tab does not reach ${String(control)}`)
        await page.keyboard.press('Tab')
      }
      await page.keyboard.press(key)
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await press(page.getByRole('link', { name: /^I already have a node/ }))
    await press(page.getByRole('link', { name: /MOVE.*Wallet,/ }))
    await press(page.getByRole('textbox', { name: 'Start command of the old node' }), 'Home')
    await page.keyboard.insertText(COMMAND)
    await press(button('Check'))
    await page.getByText('match the first block in the folder').waitFor()
    await press(page.getByRole('switch', { name: 'Redirect old scripts' }), 'Space')
    await press(button('Move in'))
    await expectMoved(page)
    expect(opened.consent.asked).toHaveLength(1)
    expect(readFileSync(conf)).not.toEqual(before)
    await press(button('Undo'))
    await page.getByText('Restored', { exact: true }).waitFor()
    expect(readFileSync(conf)).toEqual(before)
    expect(opened.complaints).toEqual([])
  })
})
