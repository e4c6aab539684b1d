/** Where the desktop app asks its questions: windows of its own above the window with the page. */
import type { BrowserWindow } from 'electron'
import type { Language } from '#shared/languages.ts'
import type { ConsentUi, QuestionAnswer } from '../../app/consent/surface.ts'
import type { AskingContent } from './messages.ts'
import { createNoticeView } from './noticeView.ts'
import { openPrompt } from './promptWindow.ts'

export interface WindowSurface extends ConsentUi {
  /** for the menu: undoes the last notified action */
  undoLast(): void
  /** The window has gone. */
  close(): void
}

export interface WindowSurfaceDeps {
  language(): Language
  /** called when a question or a secret appears, and when it has gone */
  onOpen(open: boolean): void
}

/** One for each window with a page. */
export function createWindowSurface(window: BrowserWindow, { language, onOpen }: WindowSurfaceDeps): WindowSurface {
  const notices = createNoticeView(window, language)
  let before: Promise<unknown> = Promise.resolve()

  /** One at a time. */
  const open = (content: AskingContent, signal: AbortSignal): Promise<QuestionAnswer> => {
    const turn = before.then(async (): Promise<QuestionAnswer> => {
      if (window.isDestroyed()) return { agreed: false }
      if (window.isMinimized()) window.restore()
      onOpen(true)
      return openPrompt(window, content, signal).finally(() => onOpen(false))
    })
    before = turn.catch(() => {})
    return turn
  }

  return {
    ask: (question, signal) => open({ kind: 'ask', question, language: language() }, signal),
    async disclose(disclosure, signal) {
      return (await open({ kind: 'disclose', disclosure, language: language() }, signal)).agreed
    },
    notify: (notice) => notices.notify(notice),
    undoLast: () => notices.undoLast(),
    close: () => notices.close(),
  }
}
