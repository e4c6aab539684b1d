/** The corner of the app's window with notices: a view of the app's own, above the page. */
import { type BrowserWindow, type IpcMainInvokeEvent, WebContentsView } from 'electron'
import type { Language } from '#shared/languages.ts'
import type { Notice } from '../../app/consent/surface.ts'
import { CONTENT, NOTICES, type NoticeList, type PromptContent, READY, UNDO } from './messages.ts'
import { createNoticeQueue } from './noticeQueue.ts'
import { isPromptPage, NOTICE_PAGE, promptPreferences } from './ownPages.ts'

const WIDTH = 400
/** Height of the page's status bar, which stays visible. */
const ABOVE_BOTTOM = 32

export interface NoticeView {
  notify(notice: Notice): void
  undoLast(): void
  close(): void
}

/** The view is created with the first notice. */
export function createNoticeView(window: BrowserWindow, language: () => Language): NoticeView {
  let view: WebContentsView | undefined
  let height = 0
  let list: NoticeList = { shown: [], waiting: 0, language: language() }

  const place = () => {
    if (!view || window.isDestroyed()) return
    const { width, height: whole } = window.getContentBounds()
    const room = Math.min(height, whole - ABOVE_BOTTOM)
    view.setBounds({
      x: Math.max(0, width - WIDTH),
      y: whole - ABOVE_BOTTOM - room,
      width: Math.min(WIDTH, width),
      height: room,
    })
    view.setVisible(list.shown.length > 0)
  }
  const queue = createNoticeQueue({
    after(milliseconds, act) {
      const timer = setTimeout(act, milliseconds)
      return () => clearTimeout(timer)
    },
    changed(next) {
      list = { ...next, language: language() }
      view?.webContents.send(NOTICES, list)
      place()
    },
  })

  const open = () => {
    const made = new WebContentsView({ webPreferences: promptPreferences() })
    const { webContents } = made
    const handle = (channel: string, act: (value: unknown) => unknown) =>
      webContents.ipc.handle(channel, (event: IpcMainInvokeEvent, value: unknown) => {
        const frame = event.senderFrame
        if (event.sender !== webContents || !frame || frame.parent !== null || !isPromptPage(frame.url)) {
          throw new Error('Refused: not the notices')
        }
        return act(value)
      })
    handle(CONTENT, (): PromptContent => ({ kind: 'notices' }))
    handle(READY, (wanted) => {
      height = typeof wanted === 'number' && Number.isFinite(wanted) ? Math.ceil(wanted) : 0
      // The first message says that the page listens; earlier notices have not been drawn.
      if (height === 0 && list.shown.length > 0) webContents.send(NOTICES, list)
      place()
    })
    handle(UNDO, (id) => {
      if (typeof id === 'number') queue.undo(id)
    })
    webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
    webContents.on('will-navigate', (event) => event.preventDefault())
    made.setBackgroundColor('#00000000')
    window.contentView.addChildView(made)
    window.on('resize', place)
    // Destroyed or crashed: the next notice creates another one.
    const drop = () => {
      if (view !== made) return
      view = undefined
      height = 0
      if (!window.isDestroyed()) window.contentView.removeChildView(made)
      if (!webContents.isDestroyed()) webContents.close()
    }
    webContents.on('render-process-gone', drop)
    webContents.loadURL(NOTICE_PAGE).catch(drop)
    return made
  }

  return {
    notify(notice) {
      view ??= open()
      queue.add(notice)
    },
    undoLast: () => queue.undoLast(),
    close() {
      queue.clear()
      view?.webContents.close()
      view = undefined
    },
  }
}
