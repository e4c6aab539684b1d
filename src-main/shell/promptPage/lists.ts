/** Renders facts, warnings, and lists of owners and amounts: long texts are wrapped, never truncated. */
import type { Question, QuestionDetails, QuestionList, QuestionRow, RowOwner } from '../../app/consent/consentUi.ts'
import type { PromptText } from '../prompt/promptText.ts'
import { button, foreign, ICONS, icon, makeElement } from './elements.ts'

/** Icon for each kind of owner, shown with its label. */
const OWNERS: Readonly<Record<RowOwner, string>> = {
  own: ICONS.own,
  imported: ICONS.key,
  shared: ICONS.shared,
  watched: ICONS.eye,
  contract: ICONS.contract,
  foreign: ICONS.foreign,
  otherWallet: ICONS.own,
  unknown: ICONS.unknown,
}

/** Returns true for text in words. An address or a key has no blanks and is compared character by character. */
const isName = (who: string) => /\s/.test(who)

/** Renders a row: the owner first, then the full address. A payee described in words comes before its owner. */
function row({ who, what, owner, name, note }: QuestionRow, t: PromptText): HTMLElement {
  const kind = t(`owner.${owner}`)
  const text = name === undefined ? kind : `${name} · ${kind}`
  const whose = makeElement('span', { class: `owner ${owner}` }, icon(OWNERS[owner]), text)
  const place = makeElement('span', { class: isName(who) ? 'who name' : `who ${owner}` }, foreign(who))
  return makeElement(
    'li',
    {},
    ...(isName(who) ? [place, whose] : [whose, place]),
    makeElement('span', { class: 'what' }, foreign(what)),
    note === undefined ? undefined : makeElement('span', { class: 'note' }, foreign(note)),
  )
}

/** Formats the number of rows and how many pay others: "12 · 11 not yours". */
function counted(rows: readonly QuestionRow[], t: PromptText): string {
  const others = rows.filter(({ owner }) => owner !== 'own' && owner !== 'otherWallet').length
  if (rows.length < 2) return ''
  return t(others === rows.length ? 'rows.none' : 'rows.some', { number: rows.length, others })
}

export function renderList({ heading, rows }: QuestionList, t: PromptText): HTMLElement {
  return makeElement(
    'section',
    { class: 'list' },
    makeElement('h2', {}, foreign(heading), makeElement('span', { class: 'count' }, counted(rows, t))),
    makeElement('ol', {}, ...rows.map((each) => row(each, t))),
  )
}

/** Matches a key, a hash or a path, which users compare character by character, if at all. */
const LONG_WORD = /^\S{32,}$/

export function renderFacts(facts: Question['facts']): HTMLElement | undefined {
  if (facts.length === 0) return undefined
  return makeElement(
    'dl',
    {},
    ...facts.flatMap(({ name, value }) => [
      makeElement('dt', {}, foreign(name)),
      makeElement('dd', LONG_WORD.test(value) ? { class: 'key' } : {}, foreign(value)),
    ]),
  )
}

export function renderWarnings(warnings: readonly string[], t: PromptText): HTMLElement | undefined {
  if (warnings.length === 0) return undefined
  return makeElement(
    'div',
    { class: 'warnings', role: 'note', 'aria-label': t('warning') },
    ...warnings.map((text) => makeElement('p', {}, icon(ICONS.warning), foreign(text))),
  )
}

/** Renders details behind a button that also works by keyboard, without truncation. */
export function renderDetails({ facts, lists, open }: QuestionDetails, t: PromptText): HTMLElement {
  const content = makeElement(
    'div',
    { id: 'details', class: 'content' },
    ...lists.map((list) => renderList(list, t)),
    renderFacts(facts),
  )
  const toggle = button(t('details'), 'quiet', () => show(content.hidden !== false))
  toggle.dataset['enter'] = 'yes'
  toggle.setAttribute('aria-controls', 'details')
  toggle.prepend(icon(ICONS.fold))
  const show = (shown: boolean) => {
    content.hidden = !shown
    toggle.setAttribute('aria-expanded', String(shown))
  }
  show(open)
  return makeElement('section', { class: 'details' }, toggle, content)
}

/** Maximum number of rows that a user sees at a glance. */
const SHORT_LISTS = 3

/** Puts short lists of payees before the facts, and long lists after them, so that the facts stay visible. */
export function renderListsAndFacts({ lists, facts }: Pick<Question, 'lists' | 'facts'>, t: PromptText): HTMLElement[] {
  const rows = lists.reduce((sum, list) => sum + list.rows.length, 0)
  const drawn = lists.map((list) => renderList(list, t))
  const figures = [renderFacts(facts)].filter((part) => part !== undefined)
  return rows <= SHORT_LISTS ? [...drawn, ...figures] : [...figures, ...drawn]
}
