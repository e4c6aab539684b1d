/** Consent UI of the desktop app: the app's own windows above the window with the page. */
import type { BrowserWindow } from 'electron'
import type { Language } from '#shared/languages.ts'
import type { ConsentUi, Disclosure, Notice, Question, QuestionAnswer } from '../../app/consent/consentUi.ts'
import type { AskingContent } from './messages.ts'
import { NoticeView } from './noticeView.ts'
import { openPrompt } from './promptWindow.ts'

export interface WindowConsentUiDeps {
  language(): Language
  /** Called when a question or a secret appears, and when it has closed. */
  onOpen(open: boolean): void
}

/** Opens prompts above one window with a page. */
export class WindowConsentUi implements ConsentUi {
  readonly #window: BrowserWindow
  readonly #deps: WindowConsentUiDeps
  readonly #notices: NoticeView
  #before: Promise<unknown> = Promise.resolve()

  constructor(window: BrowserWindow, deps: WindowConsentUiDeps) {
    this.#window = window
    this.#deps = deps
    this.#notices = new NoticeView(window, () => deps.language())
  }

  ask(question: Question, signal: AbortSignal): Promise<QuestionAnswer> {
    return this.#open({ kind: 'ask', question, language: this.#deps.language() }, signal)
  }

  async disclose(disclosure: Disclosure, signal: AbortSignal): Promise<boolean> {
    const content = { kind: 'disclose', disclosure, language: this.#deps.language() } as const
    return (await this.#open(content, signal)).agreed
  }

  notify(notice: Notice): void {
    this.#notices.notify(notice)
  }

  /** Undoes the last notified action, for the menu. */
  undoLast(): void {
    this.#notices.undoLast()
  }

  close(): void {
    this.#notices.close()
  }

  /** Opens one prompt at a time. */
  #open(content: AskingContent, signal: AbortSignal): Promise<QuestionAnswer> {
    const window = this.#window
    const turn = this.#before.then(async (): Promise<QuestionAnswer> => {
      if (window.isDestroyed()) return { agreed: false }
      if (window.isMinimized()) window.restore()
      this.#deps.onOpen(true)
      return openPrompt(window, content, signal).finally(() => this.#deps.onOpen(false))
    })
    this.#before = turn.catch(() => {})
    return turn
  }
}
