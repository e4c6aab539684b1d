/** Common frame of prompt windows: head, scrolling body, foot, and protection against stray keys. */

import type { TitlePart } from '../../app/consent/consentUi.ts'
import type { PromptText } from '../prompt/promptText.ts'
import { foreign, ICONS, icon, makeElement } from './elements.ts'
import { KEY_GUARD_MS, KeyGuard } from './keyGuard.ts'

const TIMER_SLACK_MS = 20

export interface Frame {
  readonly body: HTMLElement
  readonly foot: HTMLElement
  /** Returns true once the first second is over and the approval button works. */
  armed(): boolean
  /** Starts the first second when the window appears. */
  arm(): void
}

export interface FrameOptions {
  readonly t: PromptText
  readonly chain: string | null
  readonly title: string | readonly TitlePart[]
  readonly danger: boolean
  /** Called for the Escape key. */
  refuse(): void
  /** Called when `armed` changes. */
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

/** Ignores keys meant for the previous window, and Enter, which must never approve. */
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

export function openFrame(options: FrameOptions): Frame {
  // The title scrolls with the body, so that a long title cannot push the buttons out of view.
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
      // A timer may fire slightly early, but keys must be accepted by then too.
    }, KEY_GUARD_MS + TIMER_SLACK_MS)
  }
  guardKeys(options.refuse, (restart) => {
    again = restart
  })
  // The first second starts again when the window comes to the front.
  window.addEventListener('focus', arm)
  return { body, foot, armed: () => isArmed, arm }
}
