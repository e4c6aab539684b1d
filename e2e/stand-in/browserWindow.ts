import { EventEmitter } from 'node:events'
import type { BrowserContext } from 'playwright'
import { type Size, WebContents, type WebPreferences } from './webContents.ts'

export interface WindowOptions extends Partial<Size> {
  readonly parent?: Closable
  readonly webPreferences: WebPreferences
}

interface Closable {
  once(event: 'closed', listener: () => void): unknown
  off(event: 'closed', listener: () => void): unknown
}

export interface LaunchEnvironment {
  /** the browser, started when the first window needs it */
  browser(): Promise<BrowserContext>
  onOpened(window: StandInWindow): void
  onContents(contents: WebContents): void
  onClosed(window: StandInWindow): void
}

/** A window as the other modules of the stand-in use it. */
export interface StandInWindow {
  readonly webContents: WebContents
  close(): void
}

/** Creates the class that `electron` exports, for one app. Each window is a Chromium page, child windows too. */
export function createBrowserWindowClass({ browser, onOpened, onContents, onClosed }: LaunchEnvironment) {
  return class BrowserWindow extends EventEmitter {
    readonly webContents: WebContents
    /** Views above the page are separate Chromium pages here, so the window need not manage them. */
    readonly contentView = { addChildView() {}, removeChildView() {} }
    private size: Size

    constructor({ width = 1280, height = 820, parent, webPreferences }: WindowOptions) {
      super()
      this.size = { width, height }
      this.webContents = new WebContents(webPreferences, this.size, browser)
      this.webContents.on('page-closed', () => this.close())
      const end = () => this.destroy()
      parent?.once('closed', end)
      this.once('closed', () => parent?.off('closed', end))
      onOpened(this)
      onContents(this.webContents)
    }
    async loadURL(url: string) {
      await this.webContents.loadURL(url)
      this.emit('ready-to-show')
    }
    close() {
      if (this.webContents.closed) return
      let prevented = false
      this.emit('close', {
        preventDefault() {
          prevented = true
        },
      })
      // Closing cannot be prevented once the page is gone.
      const gone = this.webContents.page?.isClosed() ?? false
      if (!prevented || gone) this.destroy()
    }
    destroy() {
      if (this.webContents.closed) return
      this.webContents.close()
      this.emit('closed')
      onClosed(this)
    }
    show() {}
    focus() {}
    restore() {}
    center() {}
    removeMenu() {}
    setContentProtection() {}
    setContentSize(width: number, height: number) {
      this.size = { width, height }
      void this.webContents.resize(this.size)
    }
    isDestroyed() {
      return this.webContents.closed
    }
    isMinimized() {
      return false
    }
    isFocused() {
      return false
    }
    getContentBounds() {
      return { x: 0, y: 0, ...this.size }
    }
    getNormalBounds() {
      return this.getContentBounds()
    }
  }
}

/** Creates the class of views that the main process shows above a page. */
export function createViewClass({ browser, onContents }: Pick<LaunchEnvironment, 'browser' | 'onContents'>) {
  return class WebContentsView {
    readonly webContents: WebContents

    constructor({ webPreferences }: { readonly webPreferences: WebPreferences }) {
      this.webContents = new WebContents(webPreferences, { width: 400, height: 300 }, browser)
      onContents(this.webContents)
    }
    setBounds({ width, height }: Size) {
      // Chromium pages cannot have size 0.
      void this.webContents.resize({ width: Math.max(1, width), height: Math.max(1, height) })
    }
    setVisible() {}
    setBackgroundColor() {}
  }
}
