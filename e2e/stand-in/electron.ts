/**
 * A stand-in for the `electron` module where Electron's program cannot be had: the app's unmodified main process runs on
 * Node.js and its window is a page of Chromium, driven through the debugging protocol. It has just what the shell uses.
 * SIGUSR2 is a click on the window's close button; a message box is a question of the page, which whoever drives it
 * answers. Known gaps: every function that the preload exposes answers with a promise, an opened window exists for a
 * moment before the app's refusal closes it, and there is no OS sandbox, single-instance lock, menu or tray.
 */
import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { createBrowserWindowClass } from './browserWindow.ts'
import { launchChromium } from './chromium.ts'
import { chromiumSwitch, type Handler, type PermissionCheck, registered, type SchemeHandler } from './shared.ts'

const given = chromiumSwitch('user-data-dir')
const userData = given ?? mkdtempSync(join(tmpdir(), 'chainwright-stand-in-'))
let launched: Promise<BrowserContext> | undefined

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
    void this.end()
  }
  private async end() {
    const context = await launched?.catch(() => undefined)
    await context?.close().catch(() => {})
    if (given === undefined) rmSync(userData, { recursive: true, force: true })
    process.exit(0)
  }
}

export const app = new App()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit())

/** What the stand-in's own doors need of a window. */
interface Window {
  readonly webContents: { confirm(text: string): Promise<boolean> }
  close(): void
}

const opened: Window[] = []

export const BrowserWindow = createBrowserWindowClass({
  browser(guard) {
    launched ??= launchChromium(userData, guard)
    return launched
  },
  onOpened: (window) => opened.push(window),
  onAllClosed: () => app.emit('window-all-closed'),
})

process.on('SIGUSR2', () => opened.at(-1)?.close())

interface MessageBox {
  readonly message: string
  readonly detail?: string
  readonly buttons: readonly string[]
  readonly cancelId: number
}

export const dialog = {
  /** Agreeing chooses the last button. */
  async showMessageBox(window: Window, { message, detail = '', buttons, cancelId }: MessageBox) {
    const agreed = await window.webContents.confirm(`${message}\n${detail}\n[${buttons.join('] [')}]`)
    return { response: agreed ? buttons.length - 1 : cancelId }
  },
}

export const ipcMain = {
  handle(channel: string, handler: Handler) {
    if (registered.handlers.has(channel)) throw new Error(`A second handler for '${channel}'`)
    registered.handlers.set(channel, handler)
  },
  removeHandler: (channel: string) => registered.handlers.delete(channel),
}
export const protocol = {
  registerSchemesAsPrivileged() {},
  handle(_scheme: string, handler: SchemeHandler) {
    registered.scheme = handler
  },
}
export const session = {
  defaultSession: {
    setPermissionRequestHandler() {},
    setPermissionCheckHandler(check: PermissionCheck) {
      registered.mayHave = check
    },
  },
}
export const shell = {
  openExternal: async (url: string) => void process.stdout.write(`[stand-in] would open ${url}\n`),
}
export const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] }
export const Menu = { setApplicationMenu() {}, buildFromTemplate: (template: unknown) => template }
/** A computer that is always plugged in. */
export const powerMonitor = { isOnBatteryPower: () => false, on() {} }
