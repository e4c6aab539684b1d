/** Where the desktop app asks its questions: windows of its own above the window with the page. */
import type { BrowserWindow } from 'electron'
import type { QuestionAnswer, Surface } from '../../host/consent/surface.ts'
import type { PromptContent } from './messages.ts'
import { createNoticeView } from './noticeView.ts'
import { openPrompt } from './promptWindow.ts'

export interface WindowSurface extends Surface {
  /** for the menu: undoes the last notified action */
  undoLast(): void
  /** The window has gone. */
  close(): void
}

/** One for each window with a page. `onOpen` is called when a question or a secret appears, and when it has gone. */
export function createWindowSurface(window: BrowserWindow, onOpen: (open: boolean) => void): WindowSurface {
  const notices = createNoticeView(window)
  let before: Promise<unknown> = Promise.resolve()

  /** One at a time. */
  const open = (content: PromptContent, signal: AbortSignal): Promise<QuestionAnswer> => {
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
    ask: (question, signal) => open({ kind: 'ask', question }, signal),
    async disclose(disclosure, signal) {
      return (await open({ kind: 'disclose', disclosure }, signal)).agreed
    },
    notify: (notice) => notices.notify(notice),
    undoLast: () => notices.undoLast(),
    close: () => notices.close(),
  }
}
