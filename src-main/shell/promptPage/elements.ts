/** Builds the contents of the app's own windows. Texts are inserted only as text nodes. */
import { wholeText } from '#shared/visibleText.ts'

type Child = Node | string | undefined

export interface Attributes {
  readonly class?: string
  readonly [name: `aria-${string}`]: string | undefined
  readonly id?: string
  readonly role?: string
  readonly type?: string
  readonly for?: string
  readonly autocomplete?: string
  readonly spellcheck?: string
  readonly tabindex?: string
  readonly rows?: string
}

/** Creates an element. Attributes and text children must be literals of this program, never untrusted texts. */
export function makeElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value)
  made.append(...children.filter((child) => child !== undefined))
  return made
}

/**
 * Shows an untrusted text completely, with marks for hidden characters, isolated from the surrounding text direction.
 */
export function foreign(text: string): HTMLElement {
  const isolated = makeElement('bdi')
  for (const run of wholeText(text)) {
    isolated.append(run.kind === 'text' ? run.text : makeElement('span', { class: 'mark' }, run.text))
  }
  return isolated
}

const SVG = 'http://www.w3.org/2000/svg'

/** Creates a stroked icon of 16 units. It is decorative, because adjacent text has the same meaning. */
export function icon(path: string, name = 'icon'): SVGSVGElement {
  const drawing = document.createElementNS(SVG, 'svg')
  drawing.setAttribute('viewBox', '0 0 16 16')
  drawing.setAttribute('class', name)
  drawing.setAttribute('aria-hidden', 'true')
  const stroke = document.createElementNS(SVG, 'path')
  stroke.setAttribute('d', path)
  drawing.append(stroke)
  return drawing
}

export function button(label: string, look: 'plain' | 'primary' | 'danger' | 'quiet', act: () => void) {
  const made = makeElement('button', { type: 'button', class: look }, label)
  made.addEventListener('click', act)
  return made
}

export const ICONS = {
  shield: 'M8 1.5 13.5 3.5V8c0 3.2-2.3 5.4-5.5 6.5C4.8 13.4 2.5 11.2 2.5 8V3.5Z',
  fold: 'M6 3.5 10.5 8 6 12.5',
  warning: 'M8 2 15 14H1ZM8 6.5v3.5M8 11.9v.2',
  own: 'M2.5 8.5 6.3 12.2 13.5 4.5',
  key: 'M10.5 2.5a3 3 0 1 1-2.3 5L3 12.8V14h2v-1.5h1.5V11M11 5.3v.1',
  shared:
    'M5.5 7.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM1.5 13c0-2.2 1.8-3.5 4-3.5s4 1.300 4 3.500M10.500 3.400a2.200 2.200 0 0 1 0 4M11.500 9.800c1.800.3 3 1.500 3 3.200',
  eye: 'M1.500 8S4 3.500 8 3.500 14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  contract: 'M4 1.500h5.500L12.500 4.500V14.500H4ZM6 7h4.500M6 9.500h4.500M6 12h2.500',
  foreign: 'M3 13 13 3M6 3h7v7',
  unknown: 'M5.500 6a2.500 2.500 0 1 1 3.500 2.300c-.7.3-1 .8-1 1.700M8 12.500v.1',
} as const
