/** The list of notices, each with its undo button. */
import type { NoticeList, ShownNotice } from '../prompt/messages.ts'
import { button, foreign, makeElement } from './elements.ts'

export interface NoticeDeps {
  undo(id: number): void
  /** pixels that all notices take */
  resized(height: number): void
}

const SAID: Readonly<Partial<Record<ShownNotice['state'], string>>> = {
  undoing: 'Taking it back …',
  undone: 'Taken back.',
  failed: 'It could not be taken back: ',
}

function drawNotice({ id, chain, text, state, reason }: ShownNotice, undo: NoticeDeps['undo']): HTMLElement {
  const said = SAID[state]
  const drawn = makeElement(
    'li',
    { class: `notice ${state}` },
    makeElement('p', {}, foreign(text)),
    chain === null ? undefined : makeElement('p', { class: 'chain' }, 'Chain ', foreign(chain)),
    said === undefined
      ? undefined
      : makeElement('p', { class: 'state' }, said, reason === undefined ? '' : foreign(reason)),
  )
  if (state === 'undoable') {
    const back = button('Undo', 'plain', () => undo(id))
    back.dataset['undo'] = String(id)
    drawn.append(back)
  }
  return drawn
}

/** Returns the function that shows another list. */
export function drawNotices({ undo, resized }: NoticeDeps): (list: NoticeList) => void {
  const list = makeElement('ol', { class: 'notices' })
  const told = makeElement('div', { role: 'log', 'aria-labelledby': 'title' }, list)
  document.body.append(
    makeElement('main', {}, makeElement('h1', { id: 'title', class: 'unseen' }, 'Done by the page'), told),
  )
  document.body.className = 'corner'
  document.title = 'Chainwright notices'
  return ({ shown, waiting }) => {
    list.replaceChildren(...shown.map((notice) => drawNotice(notice, undo)))
    if (waiting > 0)
      list.append(makeElement('li', { class: 'notice plain' }, makeElement('p', {}, `and ${waiting} more`)))
    resized(list.offsetHeight)
  }
}
