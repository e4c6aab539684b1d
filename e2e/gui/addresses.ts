/** Navigation helpers for the address screens. */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright'
import { waitFor } from '../../src-main/node/testing/waitFor.ts'
import type { RpcClient } from '../support/rpcClient.ts'

/** An unused address, and the same address with one letter changed. */
export const UNUSED = 'RRvwmbkxR5YRzPGL5kMFHMe1AH33MeD8rN'
export const BROKEN = 'RRvwmbkxR5YRzPGL5kMFHMe1AH33MeD8rM'

export interface Fixture {
  readonly address: string
  /** final tip height */
  readonly height: number
}

/** Address outside the wallet, which cannot spend payments to it. */
const FOREIGN = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'

/**
 * Creates an address with a history: four confirmed payments in four blocks and an unconfirmed one. Turns automatic
 * mining off.
 */
export async function makeHistory(rpc: RpcClient): Promise<Fixture> {
  await rpc.call('setautomine', false)
  const address = FOREIGN
  for (const amount of [1.5, 0.00001, 12.34567891, 2]) {
    await rpc.call('sendtoaddress', address, amount)
    await rpc.call('generate', 1)
  }
  await rpc.call('sendtoaddress', address, 0.25)
  return { address, height: await rpc.call<number>('getblockcount') }
}

export async function openAddress(page: Page, address: string, query = ''): Promise<void> {
  const base = page.url().split('#')[0]
  await page.goto(`${base}#/addresses/${address}${query}`)
  await page.getByRole('button', { name: 'QR code' }).waitFor()
}

export const getLookUpField = (page: Page): Locator => page.getByRole('textbox', { name: 'Look up' })

export const list = (page: Page, name: RegExp): Locator => page.getByRole('grid', { name })

/** Returns the texts of a list's rows, without the header, once the list has `count` rows. */
export async function rowTexts(grid: Locator, count: number): Promise<string[]> {
  // The grey placeholders of a loading list are rows too.
  await grid.and(grid.page().locator('[aria-busy="false"]')).waitFor()
  await grid.getByRole('row').nth(count).waitFor()
  const texts = await grid.getByRole('row').allInnerTexts()
  return texts.slice(1).map((text) => text.replaceAll(/\s+/g, ' ').trim())
}

/** Makes exports use a download, because the file dialog of the system cannot be answered by a test. */
export const exportByDownload = (page: Page): Promise<unknown> =>
  page.evaluate("Object.defineProperty(window, 'showSaveFilePicker', { value: undefined, configurable: true })")

/** Chooses a format in an export menu and reads the downloaded file. */
export async function exported(page: Page, menu: string, format: 'CSV' | 'JSON') {
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${format}`) }).click()
  const download = await arriving
  const path = await download.path()
  // The browser renames the file a moment after it reports completion.
  const text = await waitFor(() => readFileSync(path, 'utf8'))
  return { name: download.suggestedFilename(), text }
}
