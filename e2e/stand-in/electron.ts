/**
 * A stand-in for the `electron` module where Electron's program cannot be had: the app's unmodified main process runs on
 * Node.js and each of its windows and views is a page of Chromium, driven through the debugging protocol. It has just what
 * the shell uses, and does to pages what Electron does: handlers by sender, requests, navigations and frames refused by the
 * session's and the contents' rules, Chromium's switches passed on.
 * SIGUSR2 is a click on the main window's close button; a message box is a question of the page, which the test that drives it
 * answers; the system's file dialogs choose the path that the file `chosen-file` beside the profile names, or nothing.
 * What the tray and notifications show is in `tray.json` and `notifications.jsonl` beside the profile, see desktop.ts;
 * pages for the system's browser are in `opened`.
 * Known gaps: every function that the preload exposes answers with a promise, an opened window exists for a moment before
 * the app's refusal closes it, partitions share one profile, what is modal keeps nobody from the parent, and there is no OS
 * sandbox, menu, proxy of a session or WebRTC policy of contents.
 */
import { EventEmitter } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright'
import { createBrowserWindowClass, createViewClass, type StandInWindow } from './browserWindow.ts'
import { launchChromium } from './chromium.ts'
import { type MenuItem, putDesktopIn } from './desktop.ts'
import { becomeInstance } from './instance.ts'
import { chromiumSwitch, type Handler, registered, type SchemeHandler, sessionOf } from './shared.ts'
import type { WebContents } from './webContents.ts'

const projectFolder = join(import.meta.dirname, '../..')
const given = chromiumSwitch('user-data-dir')
const userData = given ?? mkdtempSync(join(tmpdir(), 'chainwright-stand-in-'))
let launched: Promise<BrowserContext> | undefined
putDesktopIn(userData)

class App extends EventEmitter {
  readonly isPackaged = process.env['STAND_IN_PACKAGED'] === '1'
  private quitting = false
  readonly commandLine = {
    appendSwitch: (name: string, value = '') => {
      registered.switches.push(value === '' ? `--${name}` : `--${name}=${value}`)
    },
  }

  enableSandbox() {}
  requestSingleInstanceLock() {
    return becomeInstance(userData, ({ argv, cwd }) => this.emit('second-instance', {}, argv, cwd))
  }
  whenReady() {
    return Promise.resolve()
  }
  getPath() {
    return userData
  }
  getPreferredSystemLanguages() {
    return ['en-US']
  }
  getAppPath() {
    return projectFolder
  }
  quit() {
    let prevented = false
    if (this.quitting) return
    this.emit('before-quit')
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

const windows: StandInWindow[] = []
const contents: WebContents[] = []
const browser = () => {
  launched ??= launchChromium(userData, () => contents)
  return launched
}
const onContents = (made: WebContents) => void contents.push(made)

export const BrowserWindow = createBrowserWindowClass({
  browser,
  onContents,
  onOpened: (window) => windows.push(window),
  onClosed(window) {
    windows.splice(windows.indexOf(window), 1)
    if (windows.length === 0) app.emit('window-all-closed')
  },
})
export const WebContentsView = createViewClass({ browser, onContents })

process.on('SIGUSR2', () => windows[0]?.close())

interface MessageBox {
  readonly message: string
  readonly detail?: string
  readonly buttons: readonly string[]
  readonly cancelId: number
}

export const dialog = {
  /** Agreeing chooses the last button. */
  async showMessageBox(window: StandInWindow, { message, detail = '', buttons, cancelId }: MessageBox) {
    const agreed = await window.webContents.confirm(`${message}\n${detail}\n[${buttons.join('] [')}]`)
    return { response: agreed ? buttons.length - 1 : cancelId }
  },
  async showOpenDialog() {
    const path = chosenFile()
    return { canceled: path === '', filePaths: path === '' ? [] : [path] }
  },
  async showSaveDialog() {
    const filePath = chosenFile()
    return { canceled: filePath === '', filePath }
  },
}

/** The path that the test wrote down to be chosen; empty for a dialog that is closed. */
function chosenFile(): string {
  const file = join(userData, 'chosen-file')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

let copied = ''
export const clipboard = {
  async writeText(text: string) {
    copied = text
  },
  readText: async () => copied,
  clear() {
    copied = ''
  },
}

/** Addresses for the system's browser: a line each in `opened` beside the profile. */
export const shell = {
  async openExternal(address: string) {
    appendFileSync(join(userData, 'opened'), `${address}\n`)
  },
}

export const ipcMain = {
  handle(channel: string, handler: Handler) {
    if (registered.handlers.has(channel)) throw new Error(`A second handler for '${channel}'`)
    registered.handlers.set(channel, handler)
  },
  removeHandler: (channel: string) => registered.handlers.delete(channel),
}
export const session = {
  defaultSession: sessionOf(''),
  fromPartition: (partition: string) => sessionOf(partition),
}
export const protocol = {
  registerSchemesAsPrivileged(schemes: readonly { readonly scheme: string }[]) {
    for (const { scheme } of schemes) registered.schemes.add(scheme)
  },
  handle: (scheme: string, handler: SchemeHandler) => session.defaultSession.protocol.handle(scheme, handler),
}
const display = { workArea: { x: 0, y: 0, width: 1920, height: 1080 } }
export const screen = { getAllDisplays: () => [display], getPrimaryDisplay: () => display }
export const Menu = {
  setApplicationMenu() {},
  buildFromTemplate: (template: readonly MenuItem[]) => template,
}
export { Notification, nativeImage, Tray } from './desktop.ts'
/** A computer that is always plugged in. */
export const powerMonitor = { isOnBatteryPower: () => false, on() {} }
