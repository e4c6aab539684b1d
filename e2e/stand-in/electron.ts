/**
 * A stand-in for the `electron` module where Electron's program cannot be had: the app's unmodified main process runs on
 * Node.js and its window is a page of Chromium, driven through the debugging protocol. It has just what the shell uses.
 * Known gaps: every function that the preload exposes answers with a promise, and there is no OS sandbox, menu or tray.
 */
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { chromiumArgs, chromiumPath } from '../browser.ts'
import { isolatedWorldScript, pageWorldScript } from './worlds.ts'

/** Chromium has no custom schemes here, so the app's origin is served under a name that only the interceptor knows. */
const SCHEME_ORIGIN = /^app:\/\/chainwright/
const PAGE_ORIGIN = 'http://chainwright.localhost'
const toPageUrl = (url: string) => url.replace(SCHEME_ORIGIN, PAGE_ORIGIN)
const toAppUrl = (url: string) =>
  url.startsWith(PAGE_ORIGIN) ? `app://chainwright${url.slice(PAGE_ORIGIN.length)}` : url

type Handler = (event: unknown, ...args: unknown[]) => unknown
const handlers = new Map<string, Handler>()
let schemeHandler: ((request: Request) => Response | Promise<Response>) | undefined
const userData = process.env['STAND_IN_USER_DATA'] ?? mkdtempSync(join(tmpdir(), 'chainwright-stand-in-'))

async function launch(): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), 'chainwright-profile-')), {
    executablePath: chromiumPath(),
    args: [...chromiumArgs, `--remote-debugging-port=${process.env['STAND_IN_PORT'] ?? '0'}`],
  })
  await context.route(`${PAGE_ORIGIN}/**`, async (route) => {
    const response = await schemeHandler?.(new Request(toAppUrl(route.request().url())))
    if (!response) return route.abort()
    return route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    })
  })
  return context
}
let launched: Promise<BrowserContext> | undefined
const browser = () => {
  launched ??= launch()
  return launched
}

class WebContents extends EventEmitter {
  page: Page | undefined
  session: CDPSession | undefined
  isolatedContext: number | undefined
  closed = false

  send(channel: string, ...args: unknown[]) {
    void this.deliver({ channel, args })
  }
  async deliver(message: object) {
    if (!this.session || this.isolatedContext === undefined) return
    const call = {
      functionDeclaration: 'function(text){globalThis.standInReceive(text)}',
      executionContextId: this.isolatedContext,
      arguments: [{ value: JSON.stringify(message) }],
    }
    // The page may be navigating or gone: then nobody is there to hear it.
    await this.session.send('Runtime.callFunctionOn', call).catch(() => {})
  }
  async answer(text: string) {
    const { id, channel, args } = JSON.parse(text)
    const event = { sender: this, senderFrame: { url: toAppUrl(this.page?.url() ?? ''), parent: null } }
    try {
      const handler = handlers.get(channel)
      if (!handler) throw new Error(`No handler registered for '${channel}'`)
      await this.deliver({ id, value: await handler(event, ...args) })
    } catch (error) {
      await this.deliver({ id, error: `Error invoking remote method '${channel}': ${error}` })
    }
  }
  isDestroyed() {
    return this.closed
  }
  setWindowOpenHandler() {}
}

interface WindowOptions {
  width?: number
  height?: number
  webPreferences: { preload: string }
}

export class BrowserWindow extends EventEmitter {
  readonly webContents = new WebContents()
  private readonly options: WindowOptions

  constructor(options: WindowOptions) {
    super()
    this.options = options
  }
  async loadURL(url: string) {
    const contents = this.webContents
    const context = await browser()
    if (!contents.page) await this.attach(context)
    await contents.page?.goto(toPageUrl(url))
    this.emit('ready-to-show')
  }
  private async attach(context: BrowserContext) {
    const contents = this.webContents
    const page = context.pages()[0] ?? (await context.newPage())
    contents.page = page
    await page.setViewportSize({ width: this.options.width ?? 1280, height: this.options.height ?? 820 })
    const session = await context.newCDPSession(page)
    contents.session = session
    session.on('Runtime.executionContextCreated', ({ context: created }) => {
      if (created.name === 'preload') contents.isolatedContext = created.id
    })
    session.on('Runtime.bindingCalled', ({ payload }) => void contents.answer(payload))
    const secret = randomUUID()
    const preload = readFileSync(this.options.webPreferences.preload, 'utf8')
    await session.send('Runtime.enable')
    await session.send('Page.enable')
    await session.send('Runtime.addBinding', { name: 'standInSend', executionContextName: 'preload' })
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: pageWorldScript(secret) })
    await session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: isolatedWorldScript(secret, preload),
      worldName: 'preload',
    })
    page.on('close', () => this.close())
  }
  close() {
    if (this.webContents.closed) return
    this.emit('close', { preventDefault() {} })
    this.webContents.closed = true
    this.emit('closed')
    app.emit('window-all-closed')
  }
  show() {}
  focus() {}
  restore() {}
  isMinimized() {
    return false
  }
  getNormalBounds() {
    return { x: 0, y: 0, width: this.options.width ?? 1280, height: this.options.height ?? 820 }
  }
}

class App extends EventEmitter {
  readonly isPackaged = false
  private quitting = false

  enableSandbox() {}
  requestSingleInstanceLock() {
    return true
  }
  whenReady() {
    return Promise.resolve()
  }
  getPath() {
    return userData
  }
  quit() {
    let prevented = false
    if (this.quitting) return
    this.emit('will-quit', {
      preventDefault() {
        prevented = true
      },
    })
    if (prevented) return
    this.quitting = true
    void Promise.resolve(launched)
      .then((context) => context?.close())
      .finally(() => process.exit(0))
  }
}

export const app = new App()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit())

export const ipcMain = {
  handle(channel: string, handler: Handler) {
    if (handlers.has(channel)) throw new Error(`A second handler for '${channel}'`)
    handlers.set(channel, handler)
  },
  removeHandler: (channel: string) => handlers.delete(channel),
}
export const protocol = {
  registerSchemesAsPrivileged() {},
  handle(_scheme: string, handler: typeof schemeHandler) {
    schemeHandler = handler
  },
}
export const session = { defaultSession: { setPermissionRequestHandler() {}, setPermissionCheckHandler() {} } }
export const shell = { openExternal: async () => {} }
export const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] }
export const Menu = { setApplicationMenu() {}, buildFromTemplate: (template: unknown) => template }
