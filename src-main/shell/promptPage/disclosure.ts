/** Shows a key or a phrase to the user, and hides it as soon as the window loses focus. */
import { quizPlaces } from '#shared/phrase.ts'
import type { Disclosure } from '../../app/consent/consentUi.ts'
import type { PromptAnswer } from '../prompt/messages.ts'
import type { PromptText } from '../prompt/promptText.ts'
import { button, foreign, ICONS, icon, makeElement } from './elements.ts'
import { openFrame } from './frame.ts'
import type { Drawn } from './question.ts'

export interface DisclosureDeps {
  readonly t: PromptText
  answer(answer: PromptAnswer): void
  /** Copies the secret to the clipboard for one minute. */
  copy(): Promise<void>
}

/** Returns a random number in [0, 1). */
const chance = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

/** Covers the secret while the window is not in front, because the screen may be shared or watched. */
function concealing(secret: HTMLElement, t: PromptText): HTMLElement {
  const cover = button(t('secret.hidden'), 'plain', () => set(false))
  cover.dataset['enter'] = 'yes'
  const set = (hidden: boolean) => {
    secret.hidden = hidden
    cover.hidden = !hidden
  }
  set(false)
  window.addEventListener('blur', () => set(true))
  return makeElement('div', { class: 'concealed' }, secret, cover)
}

function renderWords(secret: string, t: PromptText): HTMLElement {
  const words = secret.split(' ').map((word) => makeElement('li', {}, word))
  const grid = makeElement('ol', { class: 'words', 'aria-label': t('secret.phrase') }, ...words)
  // No copy button: every program can read the clipboard.
  grid.addEventListener('copy', (event) => event.preventDefault())
  return grid
}

function renderKey(secret: string, { t, copy }: Pick<DisclosureDeps, 't' | 'copy'>): HTMLElement {
  const note = makeElement('p', { class: 'copying', role: 'status' })
  const really = button(t('secret.copyAnyway'), 'plain', () => {
    really.hidden = true
    void copy().then(() => {
      note.textContent = t('secret.copied')
    })
  })
  const ask = button(t('secret.copy'), 'quiet', () => {
    ask.hidden = true
    really.hidden = false
    note.textContent = t('secret.copyWarning')
    really.focus()
  })
  really.hidden = true
  return makeElement(
    'div',
    {},
    makeElement('p', { class: 'key', 'aria-label': t('secret.key') }, foreign(secret)),
    ask,
    note,
    really,
  )
}

/** Asks for three words of the phrase, to check that it was written down. */
function renderQuiz(
  words: readonly string[],
  t: PromptText,
  passed: () => void,
): { readonly drawn: HTMLElement; check(): void; focus(): void } {
  const asked = quizPlaces(words.length, chance).map((place) => {
    const id = `word-${place + 1}`
    const input = makeElement('input', { id, type: 'text', autocomplete: 'off', spellcheck: 'false' })
    return {
      place,
      input,
      line: makeElement(
        'div',
        { class: 'field' },
        makeElement('label', { for: id }, t('quiz.word', { number: place + 1 })),
        input,
      ),
    }
  })
  const wrong = makeElement('p', { class: 'missing', role: 'alert' })
  return {
    drawn: makeElement(
      'div',
      { class: 'secret quiz' },
      makeElement('p', {}, t('quiz.question')),
      ...asked.map(({ line }) => line),
      wrong,
    ),
    check() {
      const bad = asked.find(({ place, input }) => input.value.trim().toLowerCase() !== words[place])
      if (!bad) return passed()
      wrong.textContent = t('quiz.wrong', { number: bad.place + 1 })
      bad.input.focus()
    },
    focus: () => asked[0]?.input.focus(),
  }
}

export function renderDisclosure(disclosure: Disclosure, deps: DisclosureDeps): Drawn {
  const { chain, title, explanation, secret, kind, done } = disclosure
  const { t } = deps
  let answered = false
  const answer = (agreed: boolean) => {
    if (answered) return
    answered = true
    deps.answer(agreed ? { agreed, secrets: {} } : { agreed })
  }
  const update = () => {
    go.disabled = !frame.armed()
  }
  const frame = openFrame({ t, chain, title, danger: true, refuse: () => answer(false), onArmed: () => update() })
  const warning = makeElement(
    'div',
    { class: 'warnings', role: 'note', 'aria-label': t('warning') },
    makeElement('p', {}, icon(ICONS.warning), t('secret.watched')),
  )
  const shown = concealing(kind === 'phrase' ? renderWords(secret, t) : renderKey(secret, deps), t)
  frame.body.append(makeElement('p', { class: 'consequence' }, foreign(explanation)), warning, shown)

  const quiz = kind === 'phrase' ? renderQuiz(secret.split(' '), t, () => answer(true)) : undefined
  let asking = false
  const leave = button(t(kind === 'phrase' ? 'secret.stop' : 'secret.close'), 'plain', () => {
    if (!asking) return answer(false)
    asking = false
    quiz?.drawn.replaceWith(warning, shown)
    leave.textContent = t('secret.stop')
    go.replaceChildren(foreign(done))
  })
  leave.dataset['enter'] = 'yes'
  leave.dataset['answer'] = 'no'
  const go = button('', 'primary', () => {
    if (!quiz) return answer(true)
    if (asking) return quiz.check()
    asking = true
    // Hide the words, so that the user must read them from paper.
    warning.remove()
    shown.replaceWith(quiz.drawn)
    leave.textContent = t('secret.back')
    go.replaceChildren(t('secret.check'))
    quiz.focus()
  })
  go.append(foreign(done))
  go.dataset['answer'] = 'yes'
  // A shown key has already been seen, so the user has nothing to decide.
  leave.hidden = kind === 'key'
  frame.foot.append(makeElement('p', { class: 'missing' }), leave, go)
  update()
  return {
    shown() {
      if (kind === 'phrase') leave.focus()
      else frame.body.focus()
      frame.arm()
    },
  }
}
