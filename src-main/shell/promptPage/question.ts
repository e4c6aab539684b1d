/** Renders a question and reports the user's answer. */
import type { Question } from '../../app/consent/consentUi.ts'
import type { PromptAnswer } from '../prompt/messages.ts'
import type { PromptText } from '../prompt/promptText.ts'
import { button, foreign, makeElement } from './elements.ts'
import { openFrame } from './frame.ts'
import { renderDetails, renderListsAndFacts, renderWarnings } from './lists.ts'
import { type FormField, renderSecret, renderTyping } from './secrets.ts'
import { renderTicks, type TickFields } from './ticks.ts'

export interface QuestionDeps {
  readonly t: PromptText
  answer(answer: PromptAnswer): void
  /** Opens the system's dialog. Resolves to the chosen path or null. */
  pickFile(): Promise<string | null>
}

/** Rendered prompt; call `shown` when the window is shown. */
export interface Drawn {
  shown(): void
}

/** Renders a field for a file or folder that the user picks in the system's dialog. */
function renderFilePicker(
  use: NonNullable<Question['file']>['use'],
  { t, pickFile }: Pick<QuestionDeps, 't' | 'pickFile'>,
  changed: () => void,
): FormField {
  let path: string | null = null
  const shown = makeElement('p', { class: 'path' }, t(`file.${use}.none`))
  const choose = button(t(`file.${use}.choose`), 'plain', () => {
    void pickFile().then((chosen) => {
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
    missing: () => (path === null ? t(`file.${use}.missing`) : undefined),
  }
}

function renderFields(
  question: Question,
  ticks: TickFields,
  deps: QuestionDeps,
  changed: () => void,
): readonly FormField[] {
  const secrets = (question.secrets ?? []).map((secret) => renderSecret(secret, deps.t, changed))
  const fields = [...secrets, ...ticks.fields]
  if (question.file) fields.push(renderFilePicker(question.file.use, deps, changed))
  if (question.typeToAgree !== undefined) fields.push(renderTyping(question.typeToAgree, deps.t, changed))
  return fields
}

/**
 * Returns a function that is true once the end of the body was visible: approval requires that everything could be
 * seen.
 */
function watchEnd(body: HTMLElement, changed: () => void): () => boolean {
  let seen = false
  const check = () => {
    const left = body.scrollHeight - body.scrollTop - body.clientHeight
    body.classList.toggle('more', left > 4)
    // Make it scrollable by keyboard.
    body.tabIndex = body.scrollHeight > body.clientHeight ? 0 : -1
    if (seen || left > 4) return
    seen = true
    changed()
  }
  body.addEventListener('scroll', check, { passive: true })
  new ResizeObserver(check).observe(body)
  return () => {
    check()
    return seen
  }
}

/** Renders a checkbox for not asking again, initially not checked. */
function renderRemember(words: string | undefined) {
  if (words === undefined) return {}
  const box = makeElement('input', { id: 'remember', type: 'checkbox' })
  return {
    box,
    line: makeElement('p', { class: 'remember' }, box, makeElement('label', { for: 'remember' }, foreign(words))),
  }
}

export function renderQuestion(question: Question, deps: QuestionDeps): Drawn {
  const { t } = deps
  let answered = false
  const answer = (given: PromptAnswer) => {
    if (answered) return
    answered = true
    deps.answer(given)
    update()
  }
  const refuse = () => answer({ agreed: false })
  const { chain, danger } = question
  const title = question.titleParts ?? question.title
  const frame = openFrame({ t, chain, title, danger, refuse, onArmed: () => update() })

  const ticks = renderTicks(question.ticks ?? [], t, () => update())
  const fields = renderFields(question, ticks, deps, () => update())
  const { line, box } = renderRemember(question.remember)
  frame.body.append(
    makeElement('p', { class: 'consequence' }, foreign(question.consequence)),
    ...[renderWarnings(question.warnings, t)].filter((part) => part !== undefined),
    ...renderListsAndFacts(question, t),
    ...(question.details ? [renderDetails(question.details, t)] : []),
    ...fields.map(({ drawn }) => drawn),
    ...(line ? [line] : []),
  )
  const endSeen = watchEnd(frame.body, () => update())

  const note = makeElement('p', { class: 'missing', role: 'status' })
  const no = button(t(question.offerChange ? 'reject' : 'no'), 'plain', refuse)
  no.dataset['enter'] = 'yes'
  no.dataset['answer'] = 'no'
  const change = button(t('change'), 'plain', () => answer({ agreed: false, instead: 'change' }))
  change.dataset['enter'] = 'yes'
  change.dataset['answer'] = 'change'
  const yes = button('', danger ? 'danger' : 'primary', () => {
    const secrets = fields.filter(({ name }) => name !== '').map((field) => [field.name, field.value()] as const)
    answer({
      ...{ agreed: true, secrets: Object.fromEntries(secrets) },
      ...(question.ticks && { ticked: ticks.ticked() }),
      ...(box?.checked && { remembered: true }),
    })
  })
  yes.append(foreign(question.agree))
  yes.dataset['answer'] = 'yes'
  if (question.offerClosing) {
    const close = button(t('closePage'), 'quiet', () => answer({ agreed: false, instead: 'close' }))
    close.dataset['answer'] = 'close'
    frame.foot.append(close)
  }
  frame.foot.append(note, no, ...(question.offerChange ? [change] : []), yes)

  const missing = () => {
    if (answered) return ''
    const field = fields.map((one) => one.missing()).find((text) => text !== undefined)
    return field ?? (endSeen() ? undefined : t('scroll'))
  }
  const update = () => {
    const text = missing()
    if (note.textContent !== (text ?? '')) note.textContent = text ?? ''
    yes.disabled = !frame.armed() || text !== undefined
    no.disabled = answered
    change.disabled = answered
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
