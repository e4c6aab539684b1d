/**
 * Simulates a user in front of the desktop app's own windows. Reads each question completely, scrolls to its end, types
 * the requested text, and presses the button once it is enabled. A browser has no such windows: see
 * browserQuestions.ts.
 */
import type { BrowserContext, Page } from 'playwright'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { takePictures } from './inspect.ts'

export interface Consent {
  /** the answer to give; `held` leaves the question open for the test to inspect, `change` returns to its form */
  given: boolean | 'held' | 'change'
  /** complete text of each question */
  readonly asked: string[]
  /** texts to type into secret fields, by their label */
  readonly secrets: Map<string | RegExp, string>
  /** labels of the choices to tick, besides those that are ticked at first */
  readonly ticks: Set<string | RegExp>
  /** prefix of the names of screenshots of the questions; empty for no screenshots */
  pictures: string
  /** words of the recovery phrase, as shown by the app */
  readonly words: string[]
  /** windows currently open: questions and secrets */
  readonly open: Set<Page>
  /** the window with notices of completed actions, once there was a notice */
  notices: Page | undefined
}

export const isQuestion = (page: Page) => /\/\/prompt(\.localhost)?\/question/.test(page.url())
const isNotices = (page: Page) => /\/\/prompt(\.localhost)?\/notices/.test(page.url())

/** Creates a consent helper that approves everything and has no questions yet. */
export const createConsent = (): Consent => ({
  given: true,
  asked: [],
  secrets: new Map(),
  ticks: new Set(),
  words: [],
  pictures: '',
  open: new Set(),
  notices: undefined,
})

/** Answers every question that the app asks in windows of this context, in the order asked. */
export function answerQuestions(context: BrowserContext): Consent {
  const consent = createConsent()
  const handleWindow = async (page: Page) => {
    await page.waitForURL(/\/\/prompt/, { timeout: MAX_WAIT_MS })
    if (isNotices(page)) consent.notices = page
    if (!isQuestion(page)) return
    consent.open.add(page)
    page.once('close', () => consent.open.delete(page))
    await page.locator('main').waitFor()
    // Open the details of a payment, because tests check them too.
    await page.evaluate(`document.querySelector('.details [aria-expanded="false"]')?.click()`)
    consent.asked.push(await page.locator('.frame').innerText())
    if (consent.pictures !== '') await takePictures(page, `${consent.pictures}-${consent.asked.length}`)
    if (consent.given === 'held') return
    if (consent.given === true && (await page.locator('.words').count()) > 0)
      consent.words.push(...(await writeDown(page)))
    else await answerQuestion(page, consent)
  }
  // Ignore other windows, and windows that closed before they were answered.
  context.on('page', (page) => void handleWindow(page).catch(() => {}))
  return consent
}

/** Reads the recovery phrase that a window shows, and types the words that it then asks for. Resolves to the words. */
async function writeDown(page: Page): Promise<string[]> {
  const words = await page.locator('.words li').allInnerTexts()
  await page.locator('[data-answer="yes"]').click()
  for (const label of await page.locator('.quiz label').allInnerTexts()) {
    await page.getByLabel(label, { exact: true }).fill(words[Number(label.replace('Word ', '')) - 1] ?? '')
  }
  await page.locator('[data-answer="yes"]').click()
  return words
}

/** Error if the window closes before the browser reports the click as done. */
const CLOSED = /Target page, context or browser has been closed/

/** Clicks the answer, which closes the window. */
async function clickAnswer(page: Page, answer: 'yes' | 'no' | 'change'): Promise<void> {
  await page
    .locator(`[data-answer="${answer}"]`)
    .click()
    .catch((error: unknown) => {
      if (!CLOSED.test(String(error))) throw error
    })
}

export async function answerQuestion(
  page: Page,
  { given, secrets, ticks = new Set() }: Pick<Consent, 'given' | 'secrets'> & Partial<Pick<Consent, 'ticks'>>,
): Promise<void> {
  page.setDefaultTimeout(MAX_WAIT_MS)
  if (given !== true) return clickAnswer(page, given === 'change' ? 'change' : 'no')
  for (const [label, text] of secrets) {
    const fields = page.locator('.field', { has: page.locator('label', { hasText: label }) })
    for (const field of await fields.locator('input, textarea').all()) await field.fill(text)
  }
  for (const label of ticks) {
    for (const box of await page.getByRole('checkbox', { name: label }).all()) await box.check()
  }
  const wanted = page.locator('.wanted')
  if ((await wanted.count()) > 0) await page.locator('#type-to-agree').fill(await wanted.innerText())
  const choose = page.locator('.file button')
  if ((await choose.count()) > 0) await choose.click()
  await page.evaluate("(() => { const main = document.querySelector('main'); main.scrollTop = main.scrollHeight })()")
  await clickAnswer(page, 'yes')
}
