/** Shows a key or a phrase to the person, and hides it as soon as the window is left. */
import { quizPlaces } from '#shared/phrase.ts'
import type { Disclosure } from '../../host/consent/surface.ts'
import type { PromptAnswer } from '../prompt/messages.ts'
import { button, foreign, ICONS, icon, makeElement } from './elements.ts'
import { openFrame } from './frame.ts'
import type { Drawn } from './question.ts'

export interface DisclosureDeps {
  answer(answer: PromptAnswer): void
  /** copies the secret to the clipboard, for a minute */
  copy(): Promise<void>
}

/** A number of [0, 1). */
const chance = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

/** Covers the secret when the window is not in front: the screen may be shared or watched. */
function concealing(secret: HTMLElement): HTMLElement {
  const cover = button('Hidden while you were elsewhere. Show again', 'plain', () => set(false))
  cover.dataset['enter'] = 'yes'
  const set = (hidden: boolean) => {
    secret.hidden = hidden
    cover.hidden = !hidden
  }
  set(false)
  window.addEventListener('blur', () => set(true))
  return makeElement('div', { class: 'concealed' }, secret, cover)
}

function drawWords(secret: string): HTMLElement {
  const words = secret.split(' ').map((word) => makeElement('li', {}, word))
  const grid = makeElement('ol', { class: 'words', 'aria-label': 'Recovery phrase' }, ...words)
  // No copy button: every program can read the clipboard.
  grid.addEventListener('copy', (event) => event.preventDefault())
  return grid
}

function drawKey(secret: string, copy: () => Promise<void>): HTMLElement {
  const note = makeElement('p', { class: 'copying', role: 'status' })
  const really = button('Copy it all the same', 'plain', () => {
    really.hidden = true
    void copy().then(() => {
      note.textContent = 'Copied. It is taken out of the clipboard again in a minute.'
    })
  })
  const ask = button('Copy …', 'quiet', () => {
    ask.hidden = true
    really.hidden = false
    note.textContent = 'Every program on this computer can read the clipboard, and some keep what was in it.'
    really.focus()
  })
  really.hidden = true
  return makeElement(
    'div',
    {},
    makeElement('p', { class: 'key', 'aria-label': 'Private key' }, foreign(secret)),
    ask,
    note,
    really,
  )
}

/** Asks for three words of the phrase, to check that it was written down. */
function drawQuiz(
  words: readonly string[],
  passed: () => void,
): { readonly drawn: HTMLElement; check(): void; focus(): void } {
  const asked = quizPlaces(words.length, chance).map((place) => {
    const id = `word-${place + 1}`
    const input = makeElement('input', { id, type: 'text', autocomplete: 'off', spellcheck: 'false' })
    return {
      place,
      input,
      line: makeElement('div', { class: 'field' }, makeElement('label', { for: id }, `Word ${place + 1}`), input),
    }
  })
  const wrong = makeElement('p', { class: 'missing', role: 'alert' })
  return {
    drawn: makeElement(
      'div',
      { class: 'secret quiz' },
      makeElement('p', {}, 'Which words stand there on your paper?'),
      ...asked.map(({ line }) => line),
      wrong,
    ),
    check() {
      const bad = asked.find(({ place, input }) => input.value.trim().toLowerCase() !== words[place])
      if (!bad) return passed()
      wrong.textContent = `Word ${bad.place + 1} is another one. Look at what you wrote down.`
      bad.input.focus()
    },
    focus: () => asked[0]?.input.focus(),
  }
}

export function drawDisclosure(disclosure: Disclosure, deps: DisclosureDeps): Drawn {
  const { chain, title, explanation, secret, kind, done } = disclosure
  let answered = false
  const answer = (agreed: boolean) => {
    if (answered) return
    answered = true
    deps.answer(agreed ? { agreed, secrets: {} } : { agreed, close: false })
  }
  const update = () => {
    go.disabled = !frame.armed()
  }
  const frame = openFrame({ chain, title, danger: true, refuse: () => answer(false), onArmed: () => update() })
  const warning = makeElement(
    'div',
    { class: 'warnings', role: 'note', 'aria-label': 'Warning' },
    makeElement(
      'p',
      {},
      icon(ICONS.warning),
      'Whoever sees this can take what belongs to it. Make sure that nobody looks at your screen.',
    ),
  )
  const shown = concealing(kind === 'phrase' ? drawWords(secret) : drawKey(secret, deps.copy))
  frame.body.append(makeElement('p', { class: 'consequence' }, foreign(explanation)), warning, shown)

  const quiz = kind === 'phrase' ? drawQuiz(secret.split(' '), () => answer(true)) : undefined
  let asking = false
  const leave = button(kind === 'phrase' ? 'Stop here' : 'Close', 'plain', () => {
    if (!asking) return answer(false)
    asking = false
    quiz?.drawn.replaceWith(warning, shown)
    leave.textContent = 'Stop here'
    go.replaceChildren(foreign(done))
  })
  leave.dataset['enter'] = 'yes'
  leave.dataset['answer'] = 'no'
  const go = button('', 'primary', () => {
    if (!quiz) return answer(true)
    if (asking) return quiz.check()
    asking = true
    // Hides the words, so that they come from the paper.
    warning.remove()
    shown.replaceWith(quiz.drawn)
    leave.textContent = 'Back to the words'
    go.replaceChildren('Check')
    quiz.focus()
  })
  go.append(foreign(done))
  go.dataset['answer'] = 'yes'
  // A key was seen once it was shown: there is nothing to decide.
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
