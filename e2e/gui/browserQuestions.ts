/** Simulates a user of browser mode, who types codes from the terminal if a question asks for one. */
import type { BrowserContext, Locator, Page } from 'playwright'
import { readCodes } from '../support/codes.ts'
import type { Program } from '../support/programs.ts'
import { type Consent, createConsent } from './consent.ts'
import { becomes } from './frame.ts'

/** Opens an address with a token, and waits until the tab is signed in. */
export async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await becomes(() => page.evaluate<boolean>("sessionStorage.getItem('chainwright.session') !== null"), true)
}

/**
 * Signs in all further tabs of this context, or of another one, with the current session of the page, as "Duplicate
 * tab" does.
 */
export async function duplicateTabs(page: Page, context = page.context()): Promise<void> {
  const kept = await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')
  const origin = new URL(page.url()).origin
  await context.addInitScript(`if (location.origin === ${JSON.stringify(origin)}) {
    for (const [key, value] of Object.entries(${kept})) {
      if (sessionStorage.getItem(key) === null) sessionStorage.setItem(key, value)
    }
  }`)
}

interface QuestionEvent {
  readonly kind: string
  readonly question?: { readonly title: string; readonly triesLeft: number | null; readonly confirmBy: string }
}

/** Payments, which have a form to return to, say *Reject*. */
const REFUSE = { name: /^(Do nothing|Reject)$/ }

/** Returns the dialog of the open question. */
export const getQuestionDialog = (page: Page): Locator =>
  page.getByRole('dialog').filter({ has: page.getByRole('button', REFUSE) })

/** Answers the questions of all tabs, except those for a passphrase. Must be called before the tabs are opened. */
export function answerInBrowser(context: BrowserContext, program: Pick<Program, 'output'>): Consent {
  const consent = createConsent()
  const codes = readCodes(program)

  const meet = async (page: Page) => {
    const dialog = getQuestionDialog(page)
    const { code } = await codes.next()
    // Open the details of a payment, because tests check them too.
    await page.evaluate(`document.querySelector('[role="dialog"] details:not([open]) > summary')?.click()`)
    consent.asked.push(await dialog.innerText())
    if (consent.given === 'held') return
    if (!consent.given) return dialog.getByRole('button', REFUSE).click()
    if (consent.given === 'change') return dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill(code)
    await dialog.locator('button[type="submit"]').click()
  }
  context.on('page', (page) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const { kind, question } = JSON.parse(String(payload)) as QuestionEvent
        if (kind !== 'ask' || question?.triesLeft !== null || question.confirmBy !== 'code') return
        // Ignore a question that was closed before it could be answered.
        void meet(page).catch(() => {})
      }),
    ),
  )
  return consent
}
