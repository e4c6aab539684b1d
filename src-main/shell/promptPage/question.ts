/** Draws a question and reports the person's answer. */
import type { Question } from '../../host/consent/surface.ts'
import type { PromptAnswer } from '../prompt/messages.ts'
import { button, foreign, makeElement } from './elements.ts'
import { openFrame } from './frame.ts'
import { drawFacts, drawList, drawWarnings } from './lists.ts'
import { drawSecret, drawTyping, type FormField } from './secrets.ts'

export interface QuestionDeps {
  answer(answer: PromptAnswer): void
  /** opens the system's dialog; resolves to the chosen path, or to null */
  pickFile(): Promise<string | null>
}

/** Most rows that a person takes in at a glance. */
const SHORT_LISTS = 3

/** To be called when the window is shown. */
export interface Drawn {
  shown(): void
}

const FILE_WORDS = {
  open: { none: 'No file chosen yet.', choose: 'Choose the file …', missing: 'Choose the file first.' },
  save: {
    none: 'No place chosen yet.',
    choose: 'Choose where to save …',
    missing: 'Choose where to save it first.',
  },
  folder: { none: 'No folder chosen yet.', choose: 'Choose the folder …', missing: 'Choose the folder first.' },
} as const

/** A file or folder that the person picks in the system's dialog. */
function drawFile(
  use: NonNullable<Question['file']>['use'],
  pick: QuestionDeps['pickFile'],
  changed: () => void,
): FormField {
  let path: string | null = null
  const words = FILE_WORDS[use]
  const shown = makeElement('p', { class: 'path' }, words.none)
  const choose = button(words.choose, 'plain', () => {
    void pick().then((chosen) => {
      path = chosen ?? path
      if (path !== null) shown.replaceChildren(foreign(path))
      changed()
    })
  })
  choose.dataset['enter'] = 'yes'
  return {
    name: '',
    drawn: makeElement('div', { class: 'file' }, choose, shown),
    first: choose,
    value: () => path ?? '',
    missing: () => (path === null ? words.missing : undefined),
  }
}

function drawFields(question: Question, deps: QuestionDeps, changed: () => void): FormField[] {
  const fields = (question.secrets ?? []).map((secret) => drawSecret(secret, changed))
  if (question.file) fields.push(drawFile(question.file.use, deps.pickFile, changed))
  if (question.typeToAgree !== undefined) fields.push(drawTyping(question.typeToAgree, changed))
  return fields
}

/** True once the end of the body was visible: agreeing needs that everything could be seen. */
function watchEnd(body: HTMLElement, changed: () => void): () => boolean {
  let seen = false
  const look = () => {
    const left = body.scrollHeight - body.scrollTop - body.clientHeight
    body.classList.toggle('more', left > 4)
    // Scrollable by keyboard.
    body.tabIndex = body.scrollHeight > body.clientHeight ? 0 : -1
    if (seen || left > 4) return
    seen = true
    changed()
  }
  body.addEventListener('scroll', look, { passive: true })
  new ResizeObserver(look).observe(body)
  return () => {
    look()
    return seen
  }
}

/** Short lists of payees come before the figures; long ones after them, so that the figures stay visible. */
function inOrder({ lists, facts }: Question): (HTMLElement | undefined)[] {
  const rows = lists.reduce((sum, list) => sum + list.rows.length, 0)
  const drawn = lists.map(drawList)
  return rows <= SHORT_LISTS ? [...drawn, drawFacts(facts)] : [drawFacts(facts), ...drawn]
}

export function drawQuestion(question: Question, deps: QuestionDeps): Drawn {
  let answered = false
  const answer = (given: PromptAnswer) => {
    if (answered) return
    answered = true
    deps.answer(given)
    update()
  }
  const refuse = () => answer({ agreed: false, close: false })
  const { chain, title, danger } = question
  const frame = openFrame({ chain, title, danger, refuse, onArmed: () => update() })

  const fields = drawFields(question, deps, () => update())
  frame.body.append(
    makeElement('p', { class: 'consequence' }, foreign(question.consequence)),
    ...[drawWarnings(question.warnings), ...inOrder(question)].filter((part) => part !== undefined),
    ...fields.map(({ drawn }) => drawn),
  )
  const endSeen = watchEnd(frame.body, () => update())

  const note = makeElement('p', { class: 'missing', role: 'status' })
  const no = button('Do nothing', 'plain', refuse)
  no.dataset['enter'] = 'yes'
  no.dataset['answer'] = 'no'
  const yes = button('', danger ? 'danger' : 'primary', () => {
    const secrets = fields.filter(({ name }) => name !== '').map((field) => [field.name, field.value()] as const)
    answer({ agreed: true, secrets: Object.fromEntries(secrets) })
  })
  yes.append(foreign(question.agree))
  yes.dataset['answer'] = 'yes'
  if (question.offerClosing) {
    const close = button('Close this page', 'quiet', () => answer({ agreed: false, close: true }))
    close.dataset['answer'] = 'close'
    frame.foot.append(close)
  }
  frame.foot.append(note, no, yes)

  const missing = () => {
    if (answered) return ''
    const field = fields.map((one) => one.missing()).find((text) => text !== undefined)
    return field ?? (endSeen() ? undefined : 'Scroll down: there is more to see.')
  }
  const update = () => {
    const text = missing()
    if (note.textContent !== (text ?? '')) note.textContent = text ?? ''
    yes.disabled = !frame.armed() || text !== undefined
    no.disabled = answered
  }
  update()
  return {
    shown() {
      const first = (question.secrets ?? []).length > 0 ? fields[0]?.first : undefined
      ;(first ?? no).focus()
      frame.arm()
    },
  }
}
