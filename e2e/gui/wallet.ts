/** Uses the wallet screen as a user does. All elements are found by role and name. */
import type { Locator, Page } from 'playwright'
import { goTo } from './frame.ts'

export type WalletTab = 'History' | 'Receive' | 'Send' | 'Contacts' | 'Messages' | 'Keys & safety'

export async function openTab(page: Page, tab: WalletTab): Promise<void> {
  await goTo(page, 'Wallet')
  await page.getByRole('tab', { name: tab, exact: true }).click()
  await page.getByRole('tabpanel', { name: tab, exact: true }).waitFor()
}

/** Expands import, export, restore and the main address on the open page of keys. */
export async function openAdvanced(page: Page): Promise<void> {
  const label = page.getByRole('tabpanel').getByText('Advanced', { exact: true })
  await label.waitFor()
  if (!(await label.evaluate((summary) => summary.closest('details')?.open))) await label.click()
}

export async function openKeys(page: Page): Promise<void> {
  await openTab(page, 'Keys & safety')
  await openAdvanced(page)
}

export async function fillPayment(page: Page, address: string, amount: string): Promise<void> {
  await openTab(page, 'Send')
  await page.getByRole('textbox', { name: 'Pay to' }).fill(address)
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
}

/** Fills in a payment and waits for the sheet of the private sandbox. */
export async function reviewPayment(page: Page, address: string, amount: string): Promise<Locator> {
  await fillPayment(page, address, amount)
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  return reviewSheet(page)
}

export async function reviewSheet(page: Page): Promise<Locator> {
  const sheet = page.getByRole('dialog', { name: /\?$/ })
  await sheet.waitFor()
  return sheet
}

export const history = (page: Page): Locator => page.getByRole('grid', { name: /^Transactions of the wallet/ })
export const coins = (page: Page): Locator => page.getByRole('grid', { name: /^Coins to choose from/ })

export const balance = (page: Page): Promise<string> => page.locator('[data-shows="balance"]').first().innerText()

export const balancePart = (page: Page, name: string): Promise<string> => {
  const label = page.getByText(name, { exact: true }).first()
  return label.locator('xpath=ancestor::div[@data-part][1]').locator('[data-figure]').innerText()
}

export async function readPhrase(page: Page): Promise<readonly string[]> {
  const list = page.getByRole('list', { name: 'The recovery phrase' })
  await list.waitFor()
  const items = await list.getByRole('listitem').allInnerTexts()
  return items.map((text) => text.replace(/^\d+\s+/, '').trim())
}

/** Types a phrase as a user does: the distinguishing letters of each word, then the space bar. */
export async function typePhrase(page: Page, words: readonly string[]): Promise<void> {
  await page.getByRole('radio', { name: words.length === 12 ? '12 words' : String(words.length), exact: true }).click()
  await page.getByRole('textbox', { name: 'Word 1', exact: true }).focus()
  for (const [index, word] of words.entries()) {
    await page.getByRole('textbox', { name: `Word ${index + 1}`, exact: true }).fill('')
    await page.keyboard.type(word.slice(0, 4))
    await page.keyboard.press('Space')
  }
}

/** Address outside this wallet. */
const THEM = 'RWPg8B91kfK5UtUN7z6s6TeV9cHSGtVY8D'

/**
 * Returns a fake reply function for a history too long for a test to create, in pages, with one transaction per block.
 */
export function fakeHistory(length: () => number): (params: readonly unknown[]) => string {
  return ([options]) => {
    const { cursor, limit = 100 } = (options ?? {}) as { cursor?: string; limit?: number }
    const total = length()
    const from = Number(cursor ?? 0)
    const rows = Array.from({ length: Math.min(limit, total - from) }, (_, place) => {
      const height = total - from - place
      const kind = ['received', 'sent', 'mined', 'self', 'module'][height % 5]
      return `{"txid":"${historyTxid(height)}","kind":"${kind}","action":null,"token":null,"amount":${height % 2 === 0 ? '-' : ''}1.${String(height).padStart(8, '0')},"fee":null,"addresses":["${THEM}"],"addresscount":1,"payers":[],"payercount":0,"label":null,"comment":"","commentto":"","time":1700000000,"height":${height},"confirmations":${total - height + 1},"state":"confirmed"}`
    })
    const next = from + limit < total ? `"${from + limit}"` : 'null'
    return `{"rows":[${rows.join()}],"next":${next},"total":${total},"height":${total},"hash":"${'ab'.repeat(32)}"}`
  }
}

/** Returns the id of the transaction of a block in that history. */
export const historyTxid = (height: number): string => height.toString(16).padStart(64, '0')
