/** The token screens, as a person with a mouse uses them. */
import type { Locator, Page } from 'playwright'
import type { RpcClient } from '../support/rpcClient.ts'
import { goTo } from './frame.ts'

export interface TokenWish {
  readonly name: string
  /** units */
  readonly supply: string
  readonly description: string
}

/** From anywhere to a filled form, by the mouse. */
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

/** Presses the form's button where the app itself asks: its question is answered by the test's `consent`. */
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

/** Unfolds what the transaction of a sheet consists of. */
export async function unfold(sheet: Locator): Promise<void> {
  await sheet.getByText('Details').click()
}

/** The page of a sent transaction says which one it was. */
export async function sentId(page: Page): Promise<string> {
  const copy = page.getByRole('button', { name: /^Copy transaction id [0-9a-f]{64}$/ }).first()
  const name = `${await copy.getAttribute('aria-label')} ${await copy.textContent()}`
  return /[0-9a-f]{64}/.exec(name)?.[0] ?? ''
}

/** The row of a token in the list. */
export const tokenRow = (page: Page, name: string): Locator =>
  page.getByRole('grid', { name: 'Tokens' }).getByRole('row', { name, exact: true })

/** Opens the page of a token from the list. */
export async function openToken(page: Page, name: string): Promise<Locator> {
  await goTo(page, 'All')
  await tokenRow(page, name).click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  return page.getByRole('main')
}

/** Chooses *Burn* in the menu of a token's page. */
export async function pressBurn(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Burn' }).click()
}

/** Makes a token over RPC, in a block; for what must be there before a person comes. */
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
  // Not left to the automatic mining, which waits for more to come.
  await rpc.call('generate', 1)
  return txid
}
