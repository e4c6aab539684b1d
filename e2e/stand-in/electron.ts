/**
 * A stand-in for the `electron` module on systems that cannot run Electron. The app's unmodified main process runs on
 * Node.js. Each of its windows and views is a Chromium page, driven through the debugging protocol. The stand-in
 * implements only what the shell uses and treats pages as Electron does. Handlers know their sender, and Chromium's
 * switches are passed on. The rules of the session and the contents reject requests, navigations and frames.
 *
 * SIGUSR2 is a click on the main window's close button. A message box is a dialog of the page, which the test that
 * drives the page answers. File dialogs choose the path in the file `chosen-file` next to the profile, or nothing. The
 * tray and notifications are in `tray.json` and `notifications.jsonl` next to the profile, see desktop.ts. Pages for
 * the system's browser are in `opened`.
 *
 * Known gaps:
 * - Every function that the preload exposes returns a promise.
 * - An opened window exists for a moment before the app's refusal closes it.
 * - Partitions share one profile.
 * - A modal window does not block its parent.
 * - There is no OS sandbox, menu, session proxy or WebRTC policy of contents.
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
import { chromiumSwitch, getSession, type Handler, registered, type SchemeHandler } from './shared.ts'
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
  /** The last button is the one that agrees. */
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

/** Returns the path that the test wrote into `chosen-file`, or an empty string if the dialog is to be cancelled. */
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

/** Writes addresses for the system's browser into `opened` next to the profile, one per line. */
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
  defaultSession: getSession(''),
  fromPartition: (partition: string) => getSession(partition),
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
/** A computer that always runs on mains power. */
export const powerMonitor = { isOnBatteryPower: () => false, on() {} }
