import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { BrowserContext, CDPSession, Page } from 'playwright'
import { getSession, type Handler, registered, type Session, toAppUrl, toPageUrl } from './shared.ts'
import { isolatedWorldScript, pageWorldScript, readMainWorldScripts } from './worlds.ts'

interface OpenDecision {
  readonly action: 'allow' | 'deny'
}

export interface WebPreferences {
  readonly preload?: string
  readonly partition?: string
  readonly nodeIntegrationInSubFrames?: boolean
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** A frame of the page that runs the preload. */
interface PreloadWorld {
  readonly frame: string
  readonly main: boolean
}

/** Opens one page at a time: two concurrent callers would both get the first new page. */
let opened: Promise<unknown> = Promise.resolve()
function newWindow(context: BrowserContext): Promise<Page> {
  const turn = opened.then(() => openWindow(context))
  opened = turn.catch(() => {})
  return turn
}

/** Opens each page in its own window: a page behind another one in the same window is hidden and does not render. */
async function openWindow(context: BrowserContext): Promise<Page> {
  const [first] = context.pages().filter((page) => !leaving.has(page))
  if (!first) return claimPage(await context.newPage())
  if (!taken.has(first)) return claimPage(first)
  const session = await context.newCDPSession(first)
  // Await both: if the browser closes, both reject, and neither rejection may remain unhandled.
  const [page] = await Promise.all([
    context.waitForEvent('page', (other) => !taken.has(other) && other.url() === 'about:blank'),
    session.send('Target.createTarget', { url: 'about:blank', newWindow: true }),
  ])
  await session.detach()
  return claimPage(page)
}

/** Pages that belong to contents. */
const taken = new WeakSet<Page>()
/** Pages that are closing and accept no more calls. */
const leaving = new WeakSet<Page>()

function claimPage(page: Page): Page {
  taken.add(page)
  return page
}

/** Closes the page. Closing takes a while, so it is marked and not reused for the next window. */
function leave(page: Page): void {
  leaving.add(page)
  void page.close().catch(() => {})
}

/** Electron's side of one page: forwards its calls to the app's handlers and the app's messages to its preload. */
export class WebContents extends EventEmitter {
  page: Page | undefined
  readonly session: Session
  readonly ipc: { handle(channel: string, handler: Handler): void; removeHandler(channel: string): void }
  private readonly handlers = new Map<string, Handler>()
  private readonly preferences: WebPreferences
  private readonly browser: () => Promise<BrowserContext>
  private debug: CDPSession | undefined
  private readonly worlds = new Map<number, PreloadWorld>()
  private openHandler: (details: { readonly url: string }) => OpenDecision = () => ({ action: 'allow' })
  private size: Size
  closed = false
  /** address that the app itself loads, which needs no permission */
  private going: string | undefined

  constructor(preferences: WebPreferences, size: Size, browser: () => Promise<BrowserContext>) {
    super()
    this.preferences = preferences
    this.size = size
    this.browser = browser
    this.session = getSession(preferences.partition ?? '')
    this.ipc = {
      handle: (channel, handler) => {
        if (this.handlers.has(channel)) throw new Error(`A second handler for '${channel}'`)
        this.handlers.set(channel, handler)
      },
      removeHandler: (channel) => this.handlers.delete(channel),
    }
  }
  async loadURL(url: string) {
    const context = await this.browser()
    if (this.closed) throw new Error('The window has gone')
    if (!this.page) await this.openPage(context)
    this.going = url
    await this.page?.goto(toPageUrl(url))
  }
  private async openPage(context: BrowserContext) {
    const page = await newWindow(context)
    if (this.closed) {
      leave(page)
      throw new Error('The window has gone')
    }
    this.page = page
    await page.setViewportSize(this.size)
    await this.attach(page)
    page.on('close', () => {
      if (this.page === page) this.emit('page-closed')
    })
    page.on('crash', () => {
      this.page = undefined
      leave(page)
      this.emit('render-process-gone', {}, { reason: 'crashed' })
    })
  }
  private async attach(page: Page) {
    const session = await page.context().newCDPSession(page)
    this.debug = session
    let mainFrame: string | undefined
    session.on('Runtime.executionContextCreated', ({ context }) => {
      const frame = String(context.auxData?.['frameId'])
      if (context.name === 'preload') this.worlds.set(context.id, { frame, main: frame === mainFrame })
    })
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => this.worlds.delete(executionContextId))
    session.on('Runtime.executionContextsCleared', () => this.worlds.clear())
    session.on(
      'Runtime.bindingCalled',
      ({ payload, executionContextId }) => void this.answer(payload, executionContextId),
    )
    mainFrame = (await session.send('Page.getFrameTree')).frameTree.frame.id
    await session.send('Runtime.enable')
    await session.send('Page.enable')
    await this.addWorlds(session)
    page.on('popup', (popup) => {
      // Electron decides before a window exists. Here the window exists for a moment, on a blank page whose requests
      // are not answered.
      this.openHandler({ url: toAppUrl(popup.url()) })
      void popup.close()
    })
  }
  private async addWorlds(session: CDPSession) {
    const { preload, nodeIntegrationInSubFrames = false } = this.preferences
    if (preload === undefined) return
    const source = readFileSync(preload, 'utf8')
    const secret = randomUUID()
    await session.send('Runtime.addBinding', { name: 'standInSend', executionContextName: 'preload' })
    const first = readMainWorldScripts(source)
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: pageWorldScript(secret, first) })
    await session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: isolatedWorldScript(secret, source, nodeIntegrationInSubFrames),
      worldName: 'preload',
    })
  }
  send(channel: string, ...args: unknown[]) {
    for (const [id, { main }] of this.worlds) if (main) void this.deliver({ channel, args }, id)
  }
  private async deliver(message: object, world: number) {
    const call = {
      functionDeclaration: 'function(text){globalThis.standInReceive(text)}',
      executionContextId: world,
      arguments: [{ value: JSON.stringify(message) }],
    }
    // Ignore errors: the page may be navigating or closed and cannot receive the call.
    await this.debug?.send('Runtime.callFunctionOn', call).catch(() => {})
  }
  private async answer(text: string, world: number) {
    const { id, channel, args } = JSON.parse(text)
    const main = this.worlds.get(world)?.main ?? false
    const frame = {
      url: toAppUrl(this.page?.url() ?? ''),
      parent: main ? null : { url: toAppUrl(this.page?.url() ?? '') },
    }
    try {
      const handler = this.handlers.get(channel) ?? registered.handlers.get(channel)
      if (!handler) throw new Error(`No handler registered for '${channel}'`)
      const value = await handler({ sender: this, senderFrame: frame }, ...args)
      await this.deliver({ id, value }, world)
    } catch (error) {
      await this.deliver({ id, error: `Error invoking remote method '${channel}': ${error}` }, world)
    }
  }
  /** Shows a dialog that the test driving the page answers. */
  async confirm(text: string): Promise<boolean> {
    // Without a listener Playwright would dismiss the dialog at once. The test that drives the page answers it.
    const leave = () => {}
    this.page?.on('dialog', leave)
    const answer = await this.page?.evaluate(`confirm(${JSON.stringify(text)})`)
    this.page?.off('dialog', leave)
    return answer === true
  }
  /**
   * Returns true if the app lets the page, or a frame in it, navigate there. Called for every navigation that the app
   * did not start.
   */
  mayNavigate(url: string, main: boolean): boolean {
    if (main && url === this.going) {
      this.going = undefined
      return true
    }
    let prevented = false
    const preventDefault = () => {
      prevented = true
    }
    if (main) this.emit('will-navigate', { url, preventDefault })
    this.emit('will-frame-navigate', { url, isMainFrame: main, preventDefault })
    return !prevented
  }
  async resize(size: Size) {
    this.size = size
    await this.page?.setViewportSize(size).catch(() => {})
  }
  close() {
    this.closed = true
    if (this.page) leave(this.page)
  }
  isDestroyed() {
    return this.closed
  }
  setWindowOpenHandler(handler: (details: { readonly url: string }) => OpenDecision) {
    this.openHandler = handler
  }
  setWebRTCIPHandlingPolicy() {}
}
