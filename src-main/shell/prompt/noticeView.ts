/** Corner of the app's window with notices: the app's own view, above the page. */
import { type BrowserWindow, type IpcMainInvokeEvent, type WebContents, WebContentsView } from 'electron'
import type { Language } from '#shared/languages.ts'
import type { Notice } from '../../app/consent/consentUi.ts'
import { CONTENT, NOTICES, type NoticeList, type PromptContent, READY, UNDO } from './messages.ts'
import { NoticeQueue } from './noticeQueue.ts'
import { isPromptPage, NOTICE_PAGE, promptPreferences } from './ownPages.ts'

const WIDTH = 400
/** Height of the page's status bar, which stays visible. */
const ABOVE_BOTTOM = 32

/** Shows notices in a view that is created with the first notice. */
export class NoticeView {
  readonly #window: BrowserWindow
  readonly #queue: NoticeQueue
  #view: WebContentsView | undefined
  #height = 0
  #list: NoticeList

  constructor(window: BrowserWindow, language: () => Language) {
    this.#window = window
    this.#list = { shown: [], waiting: 0, language: language() }
    this.#queue = new NoticeQueue({
      after(milliseconds, act) {
        const timer = setTimeout(act, milliseconds)
        return () => clearTimeout(timer)
      },
      changed: (next) => {
        this.#list = { ...next, language: language() }
        this.#view?.webContents.send(NOTICES, this.#list)
        this.#place()
      },
    })
  }

  notify(notice: Notice): void {
    this.#view ??= this.#open()
    this.#queue.add(notice)
  }

  undoLast(): void {
    this.#queue.undoLast()
  }

  close(): void {
    this.#queue.clear()
    this.#view?.webContents.close()
    this.#view = undefined
  }

  #place(): void {
    if (!this.#view || this.#window.isDestroyed()) return
    const { width, height: whole } = this.#window.getContentBounds()
    const room = Math.min(this.#height, whole - ABOVE_BOTTOM)
    this.#view.setBounds({
      x: Math.max(0, width - WIDTH),
      y: whole - ABOVE_BOTTOM - room,
      width: Math.min(WIDTH, width),
      height: room,
    })
    this.#view.setVisible(this.#list.shown.length > 0)
  }

  #open(): WebContentsView {
    const made = new WebContentsView({ webPreferences: promptPreferences() })
    const { webContents } = made
    this.#listen(webContents)
    webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
    webContents.on('will-navigate', (event) => event.preventDefault())
    made.setBackgroundColor('#00000000')
    this.#window.contentView.addChildView(made)
    this.#window.on('resize', () => this.#place())
    const drop = () => this.#drop(made, webContents)
    webContents.on('render-process-gone', drop)
    webContents.loadURL(NOTICE_PAGE).catch(drop)
    return made
  }

  #listen(webContents: WebContents): void {
    const handle = (channel: string, act: (value: unknown) => unknown) =>
      webContents.ipc.handle(channel, (event: IpcMainInvokeEvent, value: unknown) => {
        const frame = event.senderFrame
        if (event.sender !== webContents || !frame || frame.parent !== null || !isPromptPage(frame.url)) {
          throw new Error('Rejected: not the notice view')
        }
        return act(value)
      })
    handle(CONTENT, (): PromptContent => ({ kind: 'notices' }))
    handle(READY, (wanted) => {
      this.#height = typeof wanted === 'number' && Number.isFinite(wanted) ? Math.ceil(wanted) : 0
      // The first message means that the page is ready; earlier notices were not rendered.
      if (this.#height === 0 && this.#list.shown.length > 0) webContents.send(NOTICES, this.#list)
      this.#place()
    })
    handle(UNDO, (id) => {
      if (typeof id === 'number') this.#queue.undo(id)
    })
  }

  /** Discards a destroyed or crashed view; the next notice creates another. */
  #drop(made: WebContentsView, webContents: WebContents): void {
    if (this.#view !== made) return
    this.#view = undefined
    this.#height = 0
    if (!this.#window.isDestroyed()) this.#window.contentView.removeChildView(made)
    if (!webContents.isDestroyed()) webContents.close()
  }
}
