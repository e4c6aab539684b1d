/** Simulates the user of the app for tests that need more than yes or no. */
import type { Page } from 'playwright'
import { answerQuestion, type Consent } from '../gui/consent.ts'
import { until } from '../support/network.ts'
import { type Answer, call } from './pageCalls.ts'
import type { Victim } from './victim.ts'

/** A question as displayed, read from its window. */
export interface ShownQuestion {
  readonly title: string
  readonly chain: string
  readonly text: string
  readonly facts: Readonly<Record<string, string>>
  readonly lists: Readonly<Record<string, readonly ShownRow[]>>
}

export interface ShownRow {
  readonly who: string
  readonly what: string
  readonly owner: string
}

const READ = `(() => {
  document.querySelector('.details [aria-expanded="false"]')?.click()
  const text = (node, selector) => node.querySelector(selector)?.textContent.trim() ?? ''
  const facts = {}
  for (const name of document.querySelectorAll('dt')) facts[name.textContent.trim()] = name.nextElementSibling.textContent.trim()
  const lists = {}
  for (const list of document.querySelectorAll('.list')) {
    const heading = list.querySelector('h2').firstChild.textContent.trim()
    lists[heading] = [...list.querySelectorAll('li')].map((row) => ({
      who: text(row, '.who'), what: text(row, '.what'), owner: text(row, '.owner'),
    }))
  }
  const frame = document.querySelector('.frame')
  // The hint about a missing answer comes and goes.
  const missing = document.querySelector('.missing')?.textContent ?? ''
  const whole = frame.innerText.split('\\n').filter((line) => line !== '' && line !== missing).join('\\n')
  return { title: text(document, 'h1'), chain: text(document, '.chain'), text: whole, facts, lists }
})()`

/** Waits for the question that is held open, and returns its window. */
export async function heldQuestion(consent: Consent): Promise<Page> {
  return until('a question', async () => {
    const [page] = consent.open
    // A window that is closing does not count.
    const drawn = await page
      ?.locator('[data-answer="yes"]')
      .count()
      .catch(() => 0)
    return drawn === 1 ? page : undefined
  })
}

export const readQuestion = (page: Page) => page.evaluate<ShownQuestion>(READ)

/** Methods that share one kind of question, for the delays after a rejection. */
const PAYING: ReadonlySet<string> = new Set([
  'sendtoaddress',
  'sendmany',
  'sendprepared',
  'sendrawtransaction',
  'sendtogether',
])

/**
 * Approves another question first, so that the page is not delayed, then makes the call and rejects its question.
 * Returns the question.
 */
export async function refusedQuestion(
  victim: Victim,
  name: string,
  ...params: readonly unknown[]
): Promise<ShownQuestion> {
  await appease(victim, PAYING.has(name) ? 'payment' : 'fee')
  return refuse(victim, name, ...params)
}

/**
 * Makes a call from the page and leaves its question open. If no question appears, the error contains the reply to the
 * page.
 */
export async function openQuestion(
  { consent, page }: Pick<Victim, 'consent' | 'page'>,
  name: string,
  ...params: readonly unknown[]
): Promise<{ readonly window: Page; readonly answer: Promise<Answer> }> {
  consent.given = 'held'
  const answer = call(page, name, ...params)
  const none = answer.then(({ state, text }) => Promise.reject(new Error(`${name} asked nothing: ${state} ${text}`)))
  return { window: await Promise.race([heldQuestion(consent), none]), answer }
}

/** Makes a call from the page, reads its question and rejects it. */
export async function refuse(victim: Victim, name: string, ...params: readonly unknown[]): Promise<ShownQuestion> {
  const { consent } = victim
  const { given } = consent
  try {
    const { window, answer } = await openQuestion(victim, name, ...params)
    const shown = await readQuestion(window)
    await answerQuestion(window, { given: false, secrets: new Map() })
    await answer
    return shown
  } finally {
    consent.given = given
  }
}

/**
 * Approves a harmless call, so that earlier rejections no longer count; waits for any delay. A payment goes to the
 * wallet itself.
 */
export async function appease(victim: Victim, kind: 'fee' | 'payment' = 'fee'): Promise<void> {
  const { consent, page, chains } = victim
  await until('no open question', async () => consent.open.size === 0)
  const { given } = consent
  const { address, rpc } = chains[0]
  consent.given = true
  try {
    await until('a yes', async () => {
      const [name, ...params] = kind === 'fee' ? ['settxfee', 0] : ['sendtoaddress', address, '0.01']
      const { state, text } = await call(page, String(name), ...params)
      if (state !== 'answered' && !text.includes('can be asked again')) throw new Error(`${name}: ${text}`)
      return state === 'answered'
    })
  } finally {
    consent.given = given
  }
  if (kind === 'payment') await rpc.call('generate', 1)
}

/** Rejects every open question, so that none remains for the next test. */
export async function refuseOpen({ consent }: Pick<Victim, 'consent'>): Promise<void> {
  consent.given = false
  for (const window of consent.open) {
    const no = window.locator('[data-answer="no"]')
    // The window may already be closing.
    await no.click({ timeout: 2000 }).catch(() => {})
  }
}
