import { fileURLToPath } from 'node:url'
import { BrowserWindow } from 'electron'
import { keepOnOwnPage } from './networkLockdown.ts'
import { START_PAGE } from './scheme.ts'
import type { WindowState } from './windowState.ts'

/** Minimum size at which no screen overlaps or scrolls sideways. */
const MIN_WIDTH = 960
const MIN_HEIGHT = 640

/** A page that crashes again within this time is reloaded only after this time. */
const CRASH_LOOP_MS = 5000

/** Creates the window, hidden until its first paint. */
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
      // Subframes get no Node.js either; there the preload also removes WebRTC.
      nodeIntegrationInSubFrames: true,
      navigateOnDragDrop: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  })
  const { webContents } = window
  keepOnOwnPage(webContents)
  // Rejects harmlessly if the window is closed while its page loads.
  const load = () => void window.loadURL(START_PAGE).catch(() => {})
  // Reload a crashed page: the node continues in its thread and provides the state.
  let lastCrash = 0
  webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return
    // A page that crashes while loading must not occupy a core.
    const pause = Date.now() - lastCrash < CRASH_LOOP_MS ? CRASH_LOOP_MS : 0
    lastCrash = Date.now()
    setTimeout(() => {
      if (!window.isDestroyed()) load()
    }, pause)
  })
  window.once('ready-to-show', () => window.show())
  window.on('close', () => state.remember(window))
  load()
  return window
}
