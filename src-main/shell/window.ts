import { fileURLToPath } from 'node:url'
import { BrowserWindow, session, shell } from 'electron'
import { isOwnPage, START_PAGE } from './scheme.ts'
import type { WindowState } from './windowState.ts'

/** Smallest size at which no screen overlaps or scrolls sideways. */
const MIN_WIDTH = 960
const MIN_HEIGHT = 640

/** Crashes of the page that follow each other faster than this wait as long. */
const CRASH_LOOP_MS = 5000

/** Permissions the window may have: writing what a person copies to the clipboard. */
const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set(['clipboard-sanitized-write'])

/** Denies every permission, request and check alike, but the few the window needs. */
export function lockPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, permission, decide) =>
    decide(ALLOWED_PERMISSIONS.has(permission)),
  )
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => ALLOWED_PERMISSIONS.has(permission))
}

/** Links that may leave the app open in the system's browser: none but https, and never with credentials in them. */
function openOutside(address: string): void {
  const url = URL.parse(address)
  if (url?.protocol === 'https:' && url.username === '' && url.password === '') void shell.openExternal(url.href)
}

/** Makes the window, hidden until its first paint, and keeps it on our own page whatever its content asks for. */
export function createWindow(state: WindowState): BrowserWindow {
  const window = new BrowserWindow({
    ...state.restored(),
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    show: false,
    title: 'Chainwright',
    backgroundColor: '#1b1d22',
    webPreferences: {
      preload: fileURLToPath(new URL('../preload/preload.cjs', import.meta.url)),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  })
  const { webContents } = window
  webContents.setWindowOpenHandler(({ url }) => {
    openOutside(url)
    return { action: 'deny' }
  })
  webContents.on('will-navigate', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault()
  })
  webContents.on('will-attach-webview', (event) => event.preventDefault())
  // The node lives on in its thread; a crashed page is loaded again and finds its state there.
  let lastCrash = 0
  webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return
    // One that crashes as soon as it is loaded must not keep a core busy.
    const pause = Date.now() - lastCrash < CRASH_LOOP_MS ? CRASH_LOOP_MS : 0
    lastCrash = Date.now()
    setTimeout(() => {
      if (!window.isDestroyed()) void window.loadURL(START_PAGE)
    }, pause)
  })
  window.once('ready-to-show', () => window.show())
  window.on('close', () => state.remember(window))
  void window.loadURL(START_PAGE)
  return window
}
