/** Facts, warnings and lists of who gets what: wrapped where they are long, never truncated. */
import type { AddressOwner, Question, QuestionList, QuestionRow } from '../../host/consent/surface.ts'
import { foreign, ICONS, icon, makeElement } from './elements.ts'

/** A short label for each kind of owner. */
const OWNERS: Readonly<Record<AddressOwner, { readonly icon: string; readonly word: string }>> = {
  own: { icon: ICONS.own, word: 'yours' },
  imported: { icon: ICONS.key, word: 'imported key' },
  shared: { icon: ICONS.shared, word: 'shared with others' },
  watched: { icon: ICONS.eye, word: 'watched, not yours' },
  contract: { icon: ICONS.contract, word: 'contract' },
  foreign: { icon: ICONS.foreign, word: 'not yours' },
  unknown: { icon: ICONS.unknown, word: 'owner unknown' },
}

function row({ who, what, owner, note }: QuestionRow): HTMLElement {
  const { icon: path, word } = OWNERS[owner]
  return makeElement(
    'li',
    {},
    makeElement('span', { class: 'who' }, foreign(who)),
    makeElement('span', { class: 'what' }, foreign(what)),
    makeElement('span', { class: `owner ${owner}` }, icon(path), word),
    note === undefined ? undefined : makeElement('span', { class: 'note' }, foreign(note)),
  )
}

/** "12 · 11 not yours": the number of rows, and how many of them pay others. */
function counted(rows: readonly QuestionRow[]): string {
  const elsewhere = rows.filter(({ owner }) => owner !== 'own').length
  if (rows.length < 2) return ''
  return elsewhere === rows.length
    ? `${rows.length}, none of them yours`
    : `${rows.length}, ${elsewhere} of them not yours`
}

export function drawList({ heading, rows }: QuestionList): HTMLElement {
  return makeElement(
    'section',
    { class: 'list' },
    makeElement('h2', {}, foreign(heading), makeElement('span', { class: 'count' }, counted(rows))),
    makeElement('ol', {}, ...rows.map(row)),
  )
}

/** A key, a hash or a path: compared character by character, if at all. */
const LONG_WORD = /^\S{32,}$/

export function drawFacts(facts: Question['facts']): HTMLElement | undefined {
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

export function drawWarnings(warnings: readonly string[]): HTMLElement | undefined {
  if (warnings.length === 0) return undefined
  return makeElement(
    'div',
    { class: 'warnings', role: 'note', 'aria-label': 'Warning' },
    ...warnings.map((text) => makeElement('p', {}, icon(ICONS.warning), foreign(text))),
  )
}
