import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { registered, toAppUrl, toPageUrl } from './shared.ts'
import { isolatedWorldScript, pageWorldScript } from './worlds.ts'

interface OpenDecision {
  readonly action: 'allow' | 'deny'
}

/** Electron's end of one page: carries its calls to the app's handlers and the app's messages to its preload. */
class WebContents extends EventEmitter {
  page: Page | undefined
  private session: CDPSession | undefined
  private isolatedContext: number | undefined
  private openHandler: (details: { readonly url: string }) => OpenDecision = () => ({ action: 'allow' })
  closed = false

  async attach(page: Page, preload: string) {
    this.page = page
    const session = await page.context().newCDPSession(page)
    this.session = session
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === 'preload') this.isolatedContext = context.id
    })
    session.on('Runtime.bindingCalled', ({ payload }) => void this.answer(payload))
    const secret = randomUUID()
    await session.send('Runtime.enable')
    await session.send('Page.enable')
    await session.send('Runtime.addBinding', { name: 'standInSend', executionContextName: 'preload' })
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: pageWorldScript(secret) })
    await session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: isolatedWorldScript(secret, preload),
      worldName: 'preload',
    })
    page.on('popup', (popup) => {
      // Electron decides before a window exists; here it exists for a moment, on a blank page that nothing answers.
      this.openHandler({ url: toAppUrl(popup.url()) })
      void popup.close()
    })
  }
  send(channel: string, ...args: unknown[]) {
    void this.deliver({ channel, args })
  }
  private async deliver(message: object) {
    if (!this.session || this.isolatedContext === undefined) return
    const call = {
      functionDeclaration: 'function(text){globalThis.standInReceive(text)}',
      executionContextId: this.isolatedContext,
      arguments: [{ value: JSON.stringify(message) }],
    }
    // The page may be navigating or gone: then nobody is there to hear it.
    await this.session.send('Runtime.callFunctionOn', call).catch(() => {})
  }
  private async answer(text: string) {
    const { id, channel, args } = JSON.parse(text)
    const event = { sender: this, senderFrame: { url: toAppUrl(this.page?.url() ?? ''), parent: null } }
    try {
      const handler = registered.handlers.get(channel)
      if (!handler) throw new Error(`No handler registered for '${channel}'`)
      await this.deliver({ id, value: await handler(event, ...args) })
    } catch (error) {
      await this.deliver({ id, error: `Error invoking remote method '${channel}': ${error}` })
    }
  }
  /** Puts a question to whoever drives the page. */
  async confirm(text: string): Promise<boolean> {
    // Without a listener the question would be dismissed at once; the one who drives the page answers it.
    const leave = () => {}
    this.page?.on('dialog', leave)
    const answer = await this.page?.evaluate(`confirm(${JSON.stringify(text)})`)
    this.page?.off('dialog', leave)
    return answer === true
  }
  /** Whether the app lets the page go there; asked for every navigation that the app did not begin itself. */
  mayNavigate(url: string): boolean {
    let prevented = false
    const preventDefault = () => {
      prevented = true
    }
    this.emit('will-navigate', { url, preventDefault })
    return !prevented
  }
  isDestroyed() {
    return this.closed
  }
  setWindowOpenHandler(handler: (details: { readonly url: string }) => OpenDecision) {
    this.openHandler = handler
  }
}

export interface WindowOptions {
  readonly width?: number
  readonly height?: number
  readonly webPreferences: { readonly preload: string }
}

export interface Surroundings {
  /** the browser, started when the first window needs it */
  browser(guard: (url: string) => boolean): Promise<BrowserContext>
  onOpened(window: { readonly webContents: WebContents; close(): void }): void
  onAllClosed(): void
}

/** The class that `electron` exports, for one app. The app under test opens one window at a time. */
export function createBrowserWindowClass({ browser, onOpened, onAllClosed }: Surroundings) {
  return class BrowserWindow extends EventEmitter {
    readonly webContents = new WebContents()
    private readonly options: WindowOptions

    constructor(options: WindowOptions) {
      super()
      this.options = options
      onOpened(this)
    }
    async loadURL(url: string) {
      const contents = this.webContents
      const context = await browser((target) => contents.mayNavigate(target))
      if (!contents.page) await this.openPage(context)
      await contents.page?.goto(toPageUrl(url))
      this.emit('ready-to-show')
    }
    private async openPage(context: BrowserContext) {
      const { width = 1280, height = 820, webPreferences } = this.options
      const blank = context.pages().find((page) => page.url() === 'about:blank')
      const page = blank ?? (await context.newPage())
      await page.setViewportSize({ width, height })
      await this.webContents.attach(page, readFileSync(webPreferences.preload, 'utf8'))
      page.on('close', () => {
        if (this.webContents.page === page) this.close()
      })
      page.on('crash', () => {
        this.webContents.page = undefined
        this.webContents.emit('render-process-gone', {}, { reason: 'crashed' })
        void page.close().catch(() => {})
      })
    }
    close() {
      if (this.webContents.closed) return
      let prevented = false
      this.emit('close', {
        preventDefault() {
          prevented = true
        },
      })
      // A page that is gone cannot be kept.
      const gone = this.webContents.page?.isClosed() ?? false
      if (prevented && !gone) return
      this.webContents.closed = true
      this.emit('closed')
      onAllClosed()
    }
    show() {}
    focus() {}
    restore() {}
    isDestroyed() {
      return this.webContents.closed
    }
    isMinimized() {
      return false
    }
    getNormalBounds() {
      return { x: 0, y: 0, width: this.options.width ?? 1280, height: this.options.height ?? 820 }
    }
  }
}
