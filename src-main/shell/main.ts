/**
 * Entry of the desktop app: a single instance, a node thread in this process for each chain, one window, a clean
 * shutdown.
 */
import { join } from 'node:path'
import { app, type BrowserWindow, dialog, shell } from 'electron'
import { type ChainManager, StartError } from '../app/chains/index.ts'
import { ALL_STAKES, Broker, systemParts } from '../app/consent/index.ts'
import { type Desktop, openChainManager } from '../app/openChainManager.ts'
import { type AppText, appText } from '../app/texts/index.ts'
import { readAbout } from '../app/thread/readOptions.ts'
import { builtWindowFolder, readWindowFiles } from '../app/windowFiles.ts'
import { hardenProcess } from '../launch/process.mjs'
import { createAlertView } from './alertView.ts'
import { ClosingQuestion } from './closing.ts'
import { connectWindow, sendToPage } from './ipc.ts'
import { desktopLoginItem, START_HIDDEN } from './loginItem.ts'
import { installMenu } from './menu.ts'
import { disableNetwork, lockSession } from './networkLockdown.ts'
import { desktopPower } from './power.ts'
import { servePromptPages } from './prompt/ownPages.ts'
import { WindowConsentUi } from './prompt/windowConsentUi.ts'
import { registerScheme, serveScheme } from './scheme.ts'
import { installTray } from './tray/tray.ts'
import { createWindow } from './window.ts'
import { createWindowState } from './windowState.ts'

const commandLine = process.argv.slice(app.isPackaged ? 1 : 2)
/** Command-line arguments without Chromium's switches. */
const nodeArguments = commandLine.filter((arg) => !arg.startsWith('--'))

/** Asks whether to close the window although this ends a claim search. Escape and closing the dialog mean no. */
async function askToClose(window: BrowserWindow, t: AppText): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: t('closing.message'),
    detail: t('closing.detail'),
    buttons: [t('closing.keep'), t('closing.stop')],
    defaultId: 0,
    cancelId: 0,
  })
  return response === 1
}

/** Calls `show` immediately and whenever the app's language changes. */
function followLanguage(chainManager: ChainManager, show: (t: AppText) => void): void {
  let shown = chainManager.language()
  show(appText(shown))
  chainManager.settings.onChange(() => {
    if (chainManager.language() === shown) return
    shown = chainManager.language()
    show(appText(shown))
  })
}

/** Holds the only window, which alerts and the tray bring to the front. */
interface WindowHolder {
  window: BrowserWindow | undefined
  /** Shows the window, or creates one. */
  bring(): void
}

/** @param hidden start in the tray, if the app keeps running without a window */
function run(chainManager: ChainManager, shown: WindowHolder, hidden: boolean): void {
  let surface: WindowConsentUi | undefined
  let quitting = false
  /** Returns true if the app keeps running when its window closes. */
  const staysInTray = () => {
    const { tray, keepRunning } = chainManager.settings.now()
    return tray && keepRunning && !quitting
  }

  const open = () => {
    const created = createWindow(createWindowState(join(app.getPath('userData'), 'window.json')))
    const own = new WindowConsentUi(created, {
      language: () => chainManager.language(),
      onOpen: (open) => sendToPage(created.webContents, { type: 'question', open }),
    })
    const broker = new Broker(chainManager, own, {
      ...systemParts,
      ...{ sealed: true, secrets: 'surface', stakes: ALL_STAKES, closePage: () => created.close() },
      language: () => chainManager.language(),
    })
    const disconnect = connectWindow(created.webContents, broker)
    const closing = new ClosingQuestion({
      searching: () => !staysInTray() && chainManager.searching(),
      async ask() {
        const close = await askToClose(created, appText(chainManager.language()))
        quitting &&= close
        return close
      },
      close: () => created.close(),
    })
    created.on('close', (event) => closing.onClose(event))
    created.on('closed', () => {
      broker.close()
      disconnect()
      own.close()
      shown.window = undefined
      surface = undefined
    })
    shown.window = created
    surface = own
  }
  shown.bring = () => {
    const { window } = shown
    if (window === undefined) return open()
    if (window.isMinimized()) window.restore()
    window.focus()
  }
  const quit = () => {
    quitting = true
    app.quit()
  }

  const offer = (words: readonly string[], cwd: string) => {
    for (const word of words) chainManager.openings.offer(word, cwd)
    shown.bring()
  }
  app.on('second-instance', (_event, words, cwd) => offer(words, cwd))
  // macOS passes opened files and links as events, also at startup.
  app.on('open-url', (event, url) => {
    event.preventDefault()
    offer([url], '/')
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    offer([path], '/')
  })
  app.on('activate', () => shown.bring())
  app.on('before-quit', () => {
    quitting = true
  })
  app.on('window-all-closed', () => {
    if (!staysInTray()) app.quit()
  })

  let removeTray: () => void = () => undefined
  // The process may exit only after every node has closed its files.
  let stopped = false
  app.on('will-quit', (event) => {
    if (stopped) return
    event.preventDefault()
    removeTray()
    void chainManager.stop().then(() => {
      stopped = true
      app.quit()
    })
  })
  // `stop` over RPC ends the app if the command line names the chain.
  void chainManager.ended.then(() => app.quit())

  void app.whenReady().then(() => {
    serveScheme(readWindowFiles(builtWindowFolder()))
    servePromptPages()
    lockSession()
    followLanguage(chainManager, (t) => installMenu({ t, undoLast: () => surface?.undoLast() }))
    removeTray = installTray({ chainManager, openWindow: () => shown.bring(), quit })
    if (!hidden || !staysInTray()) open()
  })
}

/** Starts the app. Errors in the command line are printed to the terminal. */
function start(): void {
  const words = nodeArguments
  const shown: WindowHolder = { window: undefined, bring: () => undefined }
  const desktop: Desktop = {
    power: desktopPower(),
    runtime: `Electron ${process.versions['electron'] ?? ''}`.trim(),
    loginItem: desktopLoginItem,
    showAlert: createAlertView(() => shown.bring()),
    watched: () => shown.window?.isFocused() ?? false,
    openOutside: (address) => shell.openExternal(address),
    systemLanguages: () => app.getPreferredSystemLanguages(),
  }
  try {
    const chainManager = openChainManager(
      words.filter((word) => word !== START_HIDDEN),
      'ipc',
      desktop,
    )
    run(chainManager, shown, words.includes(START_HIDDEN))
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

hardenProcess()
app.enableSandbox()
disableNetwork()
registerScheme()
const about = readAbout(commandLine)
if (about !== undefined) process.stdout.write(`${about}\n`, () => process.exit(0))
else if (app.requestSingleInstanceLock()) start()
else app.quit()
