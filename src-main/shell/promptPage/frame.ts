/** The common frame of question windows: head, scrolling body, foot, and the guard against stray keys. */

import type { TitlePart } from '../../app/consent/surface.ts'
import type { PromptText } from '../prompt/promptText.ts'
import { foreign, ICONS, icon, makeElement } from './elements.ts'
import { KEY_GUARD_MS, KeyGuard } from './keyGuard.ts'

const TIMER_SLACK_MS = 20

export interface Frame {
  readonly body: HTMLElement
  readonly foot: HTMLElement
  /** Whether the first second is over and the agreeing button works. */
  armed(): boolean
  /** The window appeared: its first second begins. */
  arm(): void
}

export interface FrameOptions {
  readonly t: PromptText
  readonly chain: string | null
  readonly title: string | readonly TitlePart[]
  readonly danger: boolean
  /** Escape */
  refuse(): void
  /** called when `armed` becomes another */
  onArmed(): void
}

function head({ t, chain, danger }: FrameOptions): HTMLElement {
  return makeElement(
    'header',
    danger ? { class: 'danger' } : {},
    makeElement(
      'p',
      { class: 'asker' },
      icon(ICONS.shield),
      makeElement('strong', {}, t('asks')),
      ` ${t('inOwnWindow')}`,
    ),
    makeElement(
      'p',
      { class: 'chain' },
      chain === null ? t('noChain') : `${t('chain')} `,
      chain === null ? undefined : makeElement('b', {}, foreign(chain)),
    ),
  )
}

function renderTitle(title: FrameOptions['title']): HTMLElement {
  if (typeof title === 'string') return makeElement('h1', { id: 'title' }, foreign(title))
  const parts = title.map(({ text, strong }) => (strong ? makeElement('b', {}, foreign(text)) : text))
  return makeElement('h1', { id: 'title', class: 'parts' }, ...parts)
}

/** Ignores keys meant for the window in front before, and Enter, which must never agree. */
function guardKeys(refuse: () => void, restart: (again: () => void) => void): void {
  const guard = new KeyGuard(() => performance.now())
  restart(() => guard.restart())
  const drop = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener(
    'keydown',
    (event) => {
      if (!guard.pressed(event.code, event.repeat)) return drop(event)
      const onButton = event.target instanceof HTMLButtonElement
      if (event.repeat && (onButton || event.key === 'Escape')) return drop(event)
      if (event.key === 'Enter' && !(onButton && event.target.dataset['enter'] === 'yes')) return drop(event)
      if (event.key === 'Escape') refuse()
    },
    true,
  )
  window.addEventListener('keyup', (event) => void (guard.released(event.code) || drop(event)), true)
}

/** Draws the frame into the document. */
export function openFrame(options: FrameOptions): Frame {
  // The title scrolls with the body, so that a long one cannot push the buttons away.
  const body = makeElement('main', { tabindex: '-1' }, renderTitle(options.title))
  const foot = makeElement('footer')
  document.body.append(
    makeElement('div', { role: 'alertdialog', 'aria-labelledby': 'title', class: 'frame' }, head(options), body, foot),
  )
  document.title = options.t('asks')

  let isArmed = false
  let timer: number | undefined
  let again = () => {}
  const arm = () => {
    window.clearTimeout(timer)
    again()
    isArmed = false
    options.onArmed()
    timer = window.setTimeout(() => {
      isArmed = true
      options.onArmed()
      // A timer may fire slightly early; keys must count by then, too.
    }, KEY_GUARD_MS + TIMER_SLACK_MS)
  }
  guardKeys(options.refuse, (restart) => {
    again = restart
  })
  // A window that comes to the front later starts its first second then.
  window.addEventListener('focus', arm)
  return { body, foot, armed: () => isArmed, arm }
}
