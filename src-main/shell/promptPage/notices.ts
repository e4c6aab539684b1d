/** Renders the list of notices, each with its undo button. */
import type { NoticeList, ShownNotice } from '../prompt/messages.ts'
import { type PromptText, promptText } from '../prompt/promptText.ts'
import { button, foreign, makeElement } from './elements.ts'

export interface NoticeDeps {
  undo(id: number): void
  /** Called with the total height of all notices in pixels. */
  resized(height: number): void
}

/** Returns the state of an undo; undefined for a notice without one. */
function stateText({ state, reason }: ShownNotice, t: PromptText): readonly (Node | string)[] | undefined {
  if (state === 'undoing' || state === 'undone') return [t(`notices.${state}`)]
  return state === 'failed' ? [`${t('notices.failed')} `, foreign(reason ?? '')] : undefined
}

function renderNotice(notice: ShownNotice, t: PromptText, undo: NoticeDeps['undo']): HTMLElement {
  const { id, chain, text, state } = notice
  const told = stateText(notice, t)
  const drawn = makeElement(
    'li',
    { class: `notice ${state}` },
    makeElement('p', {}, foreign(text)),
    chain === null ? undefined : makeElement('p', { class: 'chain' }, `${t('chain')} `, foreign(chain)),
    told && makeElement('p', { class: 'state' }, ...told),
  )
  if (state === 'undoable') {
    const back = button(t('notices.undo'), 'plain', () => undo(id))
    back.dataset['undo'] = String(id)
    drawn.append(back)
  }
  return drawn
}

/** Returns the function that replaces the shown list. */
export function renderNotices({ undo, resized }: NoticeDeps): (list: NoticeList) => void {
  const list = makeElement('ol', { class: 'notices' })
  const told = makeElement('div', { role: 'log', 'aria-labelledby': 'title' }, list)
  const title = makeElement('h1', { id: 'title', class: 'unseen' })
  document.body.append(makeElement('main', {}, title, told))
  document.body.className = 'corner'
  return ({ shown, waiting, language }) => {
    const t = promptText(language)
    document.documentElement.lang = language
    document.title = t('notices.window')
    title.textContent = t('notices.title')
    list.replaceChildren(...shown.map((notice) => renderNotice(notice, t, undo)))
    if (waiting > 0)
      list.append(
        makeElement('li', { class: 'notice plain' }, makeElement('p', {}, t('notices.more', { number: waiting }))),
      )
    resized(list.offsetHeight)
  }
}
