/**
 * The person in front of the desktop app's own windows: reads each question whole, scrolls to its end, types what it asks
 * for, and presses the button once it works. In a browser there are no such windows: see browserQuestions.ts.
 */
import type { BrowserContext, Page } from 'playwright'
import { MAX_WAIT_MS } from '../../src-main/node/testing/limits.ts'
import { picturesOf } from './inspect.ts'

export interface Consent {
  /** what is answered; `held` leaves the question open for the test to look at, `change` goes back to its form */
  given: boolean | 'held' | 'change'
  /** whole text of each question, as it was read */
  readonly asked: string[]
  /** what is typed into secret fields, by their label */
  readonly secrets: Map<string | RegExp, string>
  /** begins the names of pictures of what is asked; empty: none */
  pictures: string
  /** what was written down on paper */
  readonly words: string[]
  /** windows that are open now: questions and secrets */
  readonly open: Set<Page>
  /** the notices of what was done at once, once there was one */
  notices: Page | undefined
}

export const isQuestion = (page: Page) => /\/\/prompt(\.localhost)?\/question/.test(page.url())
const isNotices = (page: Page) => /\/\/prompt(\.localhost)?\/notices/.test(page.url())

/** Says yes, and was asked nothing yet. */
export const createConsent = (): Consent => ({
  given: true,
  asked: [],
  secrets: new Map(),
  words: [],
  pictures: '',
  open: new Set(),
  notices: undefined,
})

/** Answers whatever the app asks in windows of this context, in the order in which it asks. */
export function answerQuestions(context: BrowserContext): Consent {
  const consent = createConsent()
  const meet = async (page: Page) => {
    await page.waitForURL(/\/\/prompt/, { timeout: MAX_WAIT_MS })
    if (isNotices(page)) consent.notices = page
    if (!isQuestion(page)) return
    consent.open.add(page)
    page.once('close', () => consent.open.delete(page))
    await page.locator('main').waitFor()
    // Tests look for the details of a payment, too.
    await page.evaluate(`document.querySelector('.details [aria-expanded="false"]')?.click()`)
    consent.asked.push(await page.locator('.frame').innerText())
    if (consent.pictures !== '') await picturesOf(page, `${consent.pictures}-${consent.asked.length}`)
    if (consent.given === 'held') return
    if (consent.given === true && (await page.locator('.words').count()) > 0)
      consent.words.push(...(await writeDown(page)))
    else await answerQuestion(page, consent)
  }
  // A window that is none of these, or was gone before it was answered, is no concern of the person's.
  context.on('page', (page) => void meet(page).catch(() => {}))
  return consent
}

/** Reads the words that a window shows, and proves to have written them down. Resolves to the words. */
async function writeDown(page: Page): Promise<string[]> {
  const words = await page.locator('.words li').allInnerTexts()
  await page.locator('[data-answer="yes"]').click()
  for (const label of await page.locator('.quiz label').allInnerTexts()) {
    await page.getByLabel(label, { exact: true }).fill(words[Number(label.replace('Word ', '')) - 1] ?? '')
  }
  await page.locator('[data-answer="yes"]').click()
  return words
}

/** The window may be closed before the browser reports that it was clicked. */
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

/** Answers the question in this window. */
export async function answerQuestion(
  page: Page,
  { given, secrets }: Pick<Consent, 'given' | 'secrets'>,
): Promise<void> {
  page.setDefaultTimeout(MAX_WAIT_MS)
  if (given !== true) return clickAnswer(page, given === 'change' ? 'change' : 'no')
  for (const [label, text] of secrets) {
    const fields = page.locator('.field', { has: page.locator('label', { hasText: label }) })
    for (const field of await fields.locator('input, textarea').all()) await field.fill(text)
  }
  const wanted = page.locator('.wanted')
  if ((await wanted.count()) > 0) await page.locator('#type-to-agree').fill(await wanted.innerText())
  const choose = page.locator('.file button')
  if ((await choose.count()) > 0) await choose.click()
  await page.evaluate("(() => { const main = document.querySelector('main'); main.scrollTop = main.scrollHeight })()")
  await clickAnswer(page, 'yes')
}
