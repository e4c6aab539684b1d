import type { ConfirmBy, FromBrowser, ToBrowser, WindowQuestion } from '#shared/channel.ts'
import { t } from '../i18n/texts.ts'
import type { BrowserMode } from './connection.ts'

/** Creates the state of browser mode: the open consent prompt, and the way in which the user confirms. */
export function createBrowserMode(post: (message: FromBrowser) => void) {
  const listeners = new Set<() => void>()
  let question: WindowQuestion | undefined
  let confirmBy: ConfirmBy = 'code'
  let pendingChoice: ((problem: string | null) => void) | undefined

  const notify = () => {
    for (const listener of listeners) listener()
  }
  const resolveChoice = (problem: string | null) => {
    pendingChoice?.(problem)
    pendingChoice = undefined
  }

  const mode: BrowserMode = {
    question: () => question,
    confirmBy: () => confirmBy,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    answer: (id, secret) => post({ kind: 'answer', id, secret }),
    change: (id) => post({ kind: 'answer', id, secret: null, change: true }),
    choose(next) {
      resolveChoice(null)
      return new Promise((resolve) => {
        pendingChoice = resolve
        post({ kind: 'choose', confirmBy: next })
      })
    },
  }
  return {
    mode,
    received(message: ToBrowser) {
      if (message.kind === 'ask') question = message.question
      else if (message.kind === 'asked' && question?.id === message.id) question = undefined
      else if (message.kind === 'welcome' || message.kind === 'confirmBy') confirmBy = message.confirmBy
      if (message.kind === 'confirmBy') resolveChoice(message.problem)
      notify()
    },
    /** The server drops the question when the connection closes. */
    closed() {
      question = undefined
      resolveChoice(t('frame:connection.broke'))
      notify()
    },
  }
}
