/** The person in front of the app, where a test needs more than a yes or a no. */
import type { Page } from 'playwright-core'
import { answerQuestion, type Consent } from '../gui/consent.ts'
import { until } from '../support/network.ts'
import { call } from './pageCalls.ts'
import type { Victim } from './victim.ts'

/** A question as it stands on the screen, read from its window. */
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
  return { title: text(document, 'h1'), chain: text(document, '.chain'), text: frame.innerText, facts, lists }
})()`

/** Waits for the question that is held open. */
export async function heldQuestion(consent: Consent): Promise<Page> {
  return until('a question', async () => {
    const [page] = consent.open
    return page !== undefined && (await page.locator('main').count()) > 0 ? page : undefined
  })
}

export const readQuestion = (page: Page) => page.evaluate<ShownQuestion>(READ)

/** Calls, reads the question that comes of it, and refuses. The page's answer tells where none came. */
export async function refusedQuestion(
  victim: Victim,
  name: string,
  ...params: readonly unknown[]
): Promise<ShownQuestion> {
  const { consent, page } = victim
  await appease(victim)
  consent.given = 'held'
  const answer = call(page, name, ...params)
  const window = await Promise.race([
    heldQuestion(consent),
    answer.then(({ state, text }) => Promise.reject(new Error(`${name} asked nothing: ${state} ${text}`))),
  ])
  const shown = await readQuestion(window)
  await answerQuestion(window, { given: false, secrets: new Map() })
  await answer
  consent.given = false
  return shown
}

/** Agrees to something that changes nothing, so that refusals before it do not count any more. */
export async function appease(victim: Victim): Promise<void> {
  const { given } = victim.consent
  await until('no open question', async () => victim.consent.open.size === 0)
  victim.consent.given = true
  const { state, text } = await call(victim.page, 'settxfee', 0)
  if (state !== 'answered') throw new Error(`settxfee: ${text}`)
  victim.consent.given = given
}
