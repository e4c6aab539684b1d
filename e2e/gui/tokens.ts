/** Uses the token screens by mouse. */
import type { Locator, Page } from 'playwright'
import type { RpcClient } from '../support/rpcClient.ts'
import { goTo } from './frame.ts'

export interface TokenWish {
  readonly name: string
  /** number of units */
  readonly supply: string
  readonly description: string
}

/** Opens and fills in the token form by mouse, from any page. */
export async function fillToken(page: Page, wish: TokenWish): Promise<void> {
  await goTo(page, 'Tokens')
  await page
    .getByRole('link', { name: /^Create (token|the first token)$/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: /^Name/ }).fill(wish.name)
  await page.getByRole('textbox', { name: /^Supply/ }).fill(wish.supply)
  await page.getByRole('textbox', { name: /^Description/ }).fill(wish.description)
}

/** Presses the form's button if the app itself asks; the test's `consent` answers the question. */
export async function pressReview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review', exact: true }).click()
}

/** Presses the form's button in the private sandbox, and waits for the page's sheet, the only confirmation there. */
export async function review(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: /\?$/ })
  await sheet.waitFor()
  return sheet
}

export async function unfold(sheet: Locator): Promise<void> {
  await sheet.getByText('Details').click()
}

/** Returns the transaction id that the page shows after sending. */
export async function sentId(page: Page): Promise<string> {
  const copy = page.getByRole('button', { name: /^Copy transaction id [0-9a-f]{64}$/ }).first()
  const name = `${await copy.getAttribute('aria-label')} ${await copy.textContent()}`
  return /[0-9a-f]{64}/.exec(name)?.[0] ?? ''
}

export const tokenRow = (page: Page, name: string): Locator =>
  page.getByRole('grid', { name: 'Tokens' }).getByRole('row', { name, exact: true })

export async function openToken(page: Page, name: string): Promise<Locator> {
  await goTo(page, 'All')
  await tokenRow(page, name).click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  return page.getByRole('main')
}

export async function pressBurn(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Burn' }).click()
}

/** Creates a token over RPC and confirms it in a block, to prepare a test. */
export async function mintOverRpc(
  rpc: RpcClient,
  name: string,
  supply: string,
  description: string,
  data?: string,
): Promise<string> {
  const more = data === undefined ? [] : [data]
  const built = await rpc.call<{ result: string; hex: string; error?: string }>(
    'tokencreate',
    name,
    supply,
    description,
    ...more,
  )
  if (built.result !== 'success') throw new Error(`tokencreate refused ${name}: ${built.error}`)
  const txid = await rpc.call<string>('sendrawtransaction', built.hex)
  // Does not rely on automatic mining, which waits for further transactions.
  await rpc.call('generate', 1)
  return txid
}
