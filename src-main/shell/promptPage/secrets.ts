/** Renders fields for secrets that the user types into the prompt, never into the page. */
import { PHRASE_LENGTHS, wordsIn } from '#shared/phrase.ts'
import { estimateStrength } from '#shared/strength.ts'
import type { SecretField } from '../../app/consent/consentUi.ts'
import type { PromptText } from '../prompt/promptText.ts'
import { button, makeElement } from './elements.ts'

/** Maximum number of characters; the methods reject longer secrets. */
const MAX_SECRET_LENGTH = 1024

export interface FormField {
  readonly name: string
  readonly drawn: HTMLElement
  readonly first: HTMLElement
  value(): string
  /** Returns a text about missing input for the line next to the buttons; undefined if the input is complete. */
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
  // One more, so that a pasted text that is cut is noticed.
  input.maxLength = MAX_SECRET_LENGTH + 1
  input.addEventListener('input', changed)
  return { line: makeElement('div', { class: 'field' }, makeElement('label', { for: id }, label), input), input }
}

/** Shows the typed secret on request, while the window is in front. */
function showing(inputs: readonly Input[], t: PromptText): HTMLElement {
  let shown = false
  const set = (next: boolean) => {
    shown = next
    for (const input of inputs) {
      if (input instanceof HTMLInputElement) input.type = shown ? 'text' : 'password'
      else input.classList.toggle('veiled', !shown)
    }
    toggle.textContent = t(shown ? 'typed.hide' : 'typed.show')
    toggle.setAttribute('aria-pressed', String(shown))
  }
  const toggle = button(t('typed.show'), 'quiet', () => set(!shown))
  toggle.dataset['enter'] = 'yes'
  window.addEventListener('blur', () => set(false))
  return toggle
}

function strengthLine(t: PromptText): { readonly drawn: HTMLElement; show(text: string): void } {
  const bar = makeElement('span', { class: 'bar' })
  const words = makeElement('span')
  const drawn = makeElement('p', { class: 'strength', role: 'status' }, bar, words)
  return {
    drawn,
    show(text) {
      const level = estimateStrength(text)
      bar.dataset['level'] = text === '' ? '' : String(level)
      words.textContent = text === '' ? '' : t(`strength.${level}`)
    },
  }
}

export function renderSecret(field: SecretField, t: PromptText, changed: () => void): FormField {
  const phrase = field.kind === 'phrase'
  const strength = field.fresh ? strengthLine(t) : undefined
  const react = () => {
    strength?.show(one.input.value)
    changed()
  }
  const multiline = phrase || field.kind === 'text'
  const one = labelled(field.label, multiline, react)
  const again = field.fresh ? labelled(t('typed.again', { label: field.label }), multiline, react) : undefined
  const toggle = showing(again ? [one.input, again.input] : [one.input], t)
  // Accepts words in any notation: numbered, on lines, separated by commas.
  const value = () => (phrase ? wordsIn(one.input.value).join(' ') : one.input.value)
  return {
    name: field.name,
    drawn: makeElement('div', { class: 'secret' }, one.line, strength?.drawn, again?.line, toggle),
    first: one.input,
    value,
    missing() {
      if (value() === '') return t('typed.empty', { label: field.label })
      if (one.input.value.length > MAX_SECRET_LENGTH) return t('typed.tooLong', { limit: MAX_SECRET_LENGTH })
      if (again && again.input.value !== one.input.value) return t('typed.different')
      const words = wordsIn(value()).length
      if (!phrase || PHRASE_LENGTHS.some((length) => length === words)) return undefined
      return t('typed.words', { count: words, lengths: PHRASE_LENGTHS.join(', ') })
    },
  }
}

/** Placeholder for an element inside a text. */
const MARK = '\u{fffc}'

function around(text: string, middle: HTMLElement): readonly (HTMLElement | string)[] {
  const [before = '', after = ''] = text.split(MARK)
  return [before, middle, after]
}

/**
 * Renders an input for a text that must be typed before the button is enabled, so that users do not confirm
 * irreversible actions by habit.
 */
export function renderTyping(wanted: string, t: PromptText, changed: () => void): FormField {
  const id = 'type-to-agree'
  const input = makeElement('input', { id, type: 'text', autocomplete: 'off', spellcheck: 'false' })
  input.addEventListener('input', changed)
  const label = makeElement(
    'label',
    { for: id },
    ...around(t('typed.wanted', { text: MARK }), makeElement('b', { class: 'wanted' }, wanted)),
  )
  return {
    name: '',
    drawn: makeElement('div', { class: 'secret' }, makeElement('div', { class: 'field' }, label, input)),
    first: input,
    value: () => input.value,
    missing: () => (input.value.trim() === wanted.trim() ? undefined : t('typed.wantedMissing')),
  }
}
