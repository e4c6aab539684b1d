/** Renders choices with a checkbox each: complete texts, reachable and named for screen readers. */
import type { TickChoice, TickGroup } from '../../app/consent/consentUi.ts'
import type { PromptText } from '../prompt/promptText.ts'
import { foreign, makeElement } from './elements.ts'
import type { FormField } from './secrets.ts'

interface Box {
  readonly name: string
  readonly input: HTMLInputElement
  readonly line: HTMLElement
}

export interface TickFields {
  readonly fields: readonly FormField[]
  /** Returns the names of the ticked choices, in the order of the question. */
  ticked(): readonly string[]
}

let lastTick = 0

function renderChoice({ name, label, lines = [], ticked }: TickChoice, changed: () => void): Box {
  lastTick += 1
  const id = `tick-${lastTick}`
  const input = makeElement('input', {
    ...{ id, type: 'checkbox' },
    'aria-describedby': lines.length > 0 ? `${id}-lines` : undefined,
  })
  input.checked = ticked === true
  input.addEventListener('change', changed)
  const more = makeElement(
    'div',
    { id: `${id}-lines`, class: 'lines' },
    ...lines.map((line) => makeElement('p', /^\S{20,}$/.test(line) ? { class: 'key' } : {}, foreign(line))),
  )
  const text = makeElement(
    'div',
    {},
    makeElement('label', { for: id }, foreign(label)),
    lines.length > 0 ? more : undefined,
  )
  return { name, input, line: makeElement('li', {}, input, text) }
}

function renderGroup({ heading, choices, required }: TickGroup, t: PromptText, changed: () => void) {
  const boxes = choices.map((choice) => renderChoice(choice, changed))
  const drawn = makeElement(
    'fieldset',
    { class: 'ticks' },
    makeElement('legend', {}, foreign(heading)),
    makeElement('ul', {}, ...boxes.map(({ line }) => line)),
  )
  const field: FormField = {
    ...{ name: '', drawn, first: boxes[0]?.input ?? drawn, value: () => '' },
    missing: () => (required && !boxes.some(({ input }) => input.checked) ? t('ticks.missing') : undefined),
  }
  return { boxes, field }
}

export function renderTicks(groups: readonly TickGroup[], t: PromptText, changed: () => void): TickFields {
  const drawn = groups.map((group) => renderGroup(group, t, changed))
  return {
    fields: drawn.map(({ field }) => field),
    ticked: () => drawn.flatMap(({ boxes }) => boxes.filter(({ input }) => input.checked).map(({ name }) => name)),
  }
}
