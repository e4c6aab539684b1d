/** Fields for what a person types into the question itself, never into the page. */
import { PHRASE_LENGTHS, wordsIn } from '#shared/phrase.ts'
import { strengthOf } from '#shared/strength.ts'
import type { SecretField } from '../../host/consent/surface.ts'
import { button, makeElement } from './elements.ts'

/** Longer ones are refused by the methods that take them. */
const MOST_CHARACTERS = 1024

export interface FormField {
  readonly name: string
  readonly drawn: HTMLElement
  readonly first: HTMLElement
  value(): string
  /** what is missing, for the line beside the buttons; undefined: nothing */
  missing(): string | undefined
}

type Input = HTMLInputElement | HTMLTextAreaElement

let lastId = 0

function labelled(
  label: string,
  multiline: boolean,
  changed: () => void,
): { readonly line: HTMLElement; readonly input: Input } {
  lastId += 1
  const id = `field-${lastId}`
  const quiet = { id, autocomplete: 'off', spellcheck: 'false' }
  const input: Input = multiline
    ? makeElement('textarea', { ...quiet, rows: '3', class: 'veiled' })
    : makeElement('input', { ...quiet, type: 'password' })
  input.maxLength = MOST_CHARACTERS
  input.addEventListener('input', changed)
  return { line: makeElement('div', { class: 'field' }, makeElement('label', { for: id }, label), input), input }
}

/** Shows the typed secret while the window is in front and the person wants it. */
function showing(inputs: readonly Input[]): HTMLElement {
  let shown = false
  const set = (next: boolean) => {
    shown = next
    for (const input of inputs) {
      if (input instanceof HTMLInputElement) input.type = shown ? 'text' : 'password'
      else input.classList.toggle('veiled', !shown)
    }
    toggle.textContent = shown ? 'Hide what is typed' : 'Show what is typed'
    toggle.setAttribute('aria-pressed', String(shown))
  }
  const toggle = button('Show what is typed', 'quiet', () => set(!shown))
  toggle.dataset['enter'] = 'yes'
  window.addEventListener('blur', () => set(false))
  return toggle
}

function strengthLine(): { readonly drawn: HTMLElement; show(text: string): void } {
  const bar = makeElement('span', { class: 'bar' })
  const words = makeElement('span')
  const drawn = makeElement('p', { class: 'strength', role: 'status' }, bar, words)
  return {
    drawn,
    show(text) {
      const { level, word, advice } = strengthOf(text)
      bar.dataset['level'] = text === '' ? '' : String(level)
      words.textContent = text === '' ? '' : `${word}. ${advice}`
    },
  }
}

export function drawSecret(field: SecretField, changed: () => void): FormField {
  const phrase = field.kind === 'phrase'
  const strength = field.fresh ? strengthLine() : undefined
  const react = () => {
    strength?.show(one.input.value)
    changed()
  }
  const one = labelled(field.label, phrase, react)
  const again = field.fresh ? labelled(`${field.label}, once more`, phrase, react) : undefined
  const toggle = showing(again ? [one.input, again.input] : [one.input])
  // Accepts words in any notation: numbered, in lines, with commas.
  const value = () => (phrase ? wordsIn(one.input.value).join(' ') : one.input.value)
  return {
    name: field.name,
    drawn: makeElement('div', { class: 'secret' }, one.line, strength?.drawn, again?.line, toggle),
    first: one.input,
    value,
    missing() {
      if (value() === '') return `${field.label} is still empty.`
      if (again && again.input.value !== one.input.value) return 'The two are not the same yet.'
      const words = wordsIn(value()).length
      if (!phrase || PHRASE_LENGTHS.some((length) => length === words)) return undefined
      return `${words} words so far: a phrase has ${PHRASE_LENGTHS.join(', ')}.`
    },
  }
}

/** A word that must be typed to enable the button, so that irreversible things are not done by habit. */
export function drawTyping(wanted: string, changed: () => void): FormField {
  const id = 'type-to-agree'
  const input = makeElement('input', { id, type: 'text', autocomplete: 'off', spellcheck: 'false' })
  input.addEventListener('input', changed)
  const label = makeElement('label', { for: id }, 'To go on, type ', makeElement('b', { class: 'wanted' }, wanted))
  return {
    name: '',
    drawn: makeElement('div', { class: 'secret' }, makeElement('div', { class: 'field' }, label, input)),
    first: input,
    value: () => input.value,
    missing: () => (input.value.trim() === wanted.trim() ? undefined : 'Type the words above first.'),
  }
}
