/** Entry of the desktop app: one instance, a node in a thread of this process for each chain, one window, a clean end. */
import { join } from 'node:path'
import { app, type BrowserWindow, dialog } from 'electron'
import { type ChainManager, openChainManager, StartError } from '../host/chains/index.ts'
import { ALL_STAKES, createBroker, systemParts } from '../host/consent/index.ts'
import { builtWindowFolder, readWindowFiles } from '../host/windowFiles.ts'
import { hardenProcess } from '../launch/process.mjs'
import { createClosingQuestion } from './closing.ts'
import { connectWindow, sendToPage } from './ipc.ts'
import { installMenu } from './menu.ts'
import { lockSession, shutNetwork } from './noWayOut.ts'
import { desktopPower } from './power.ts'
import { servePromptPages } from './prompt/ownPages.ts'
import { createWindowSurface, type WindowSurface } from './prompt/surface.ts'
import { registerScheme, serveScheme } from './scheme.ts'
import { createWindow } from './window.ts'
import { createWindowState } from './windowState.ts'

/** Command-line arguments without Chromium's switches. */
function nodeArguments(): string[] {
  const first = app.isPackaged ? 1 : 2
  return process.argv.slice(first).filter((arg) => !arg.startsWith('--'))
}

/** Asks whether to close although that ends a claim search. Escape and closing the question mean no. */
async function askToClose(window: BrowserWindow): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: 'A faucet claim is being searched',
    detail: 'Closing the window ends the search. Nothing is lost but the attempts so far: it can be started again.',
    buttons: ['Keep searching', 'Stop and close'],
    defaultId: 0,
    cancelId: 0,
  })
  return response === 1
}

function run(chainManager: ChainManager): void {
  let window: BrowserWindow | undefined
  let surface: WindowSurface | undefined

  const open = () => {
    const created = createWindow(createWindowState(join(app.getPath('userData'), 'window.json')))
    const own = createWindowSurface(created, (open) => sendToPage(created.webContents, { type: 'question', open }))
    const broker = createBroker(chainManager, own, {
      ...systemParts,
      ...{ sealed: true, secrets: 'surface', stakes: ALL_STAKES, closePage: () => created.close() },
    })
    const disconnect = connectWindow(created.webContents, broker)
    const closing = createClosingQuestion({
      searching: chainManager.searching,
      ask: () => askToClose(created),
      close: () => created.close(),
    })
    created.on('close', closing.onClose)
    created.on('closed', () => {
      broker.close()
      disconnect()
      own.close()
      window = undefined
      surface = undefined
    })
    window = created
    surface = own
  }

  app.on('second-instance', () => {
    if (window?.isMinimized()) window.restore()
    window?.focus()
  })
  app.on('activate', () => {
    if (!window) open()
  })
  app.on('window-all-closed', () => app.quit())

  // The process may end only when every node has closed its files.
  let stopped = false
  app.on('will-quit', (event) => {
    if (stopped) return
    event.preventDefault()
    void chainManager.stop().then(() => {
      stopped = true
      app.quit()
    })
  })
  // `stop` over RPC ends the app of a chain that the command line names.
  void chainManager.ended.then(() => app.quit())

  void app.whenReady().then(() => {
    serveScheme(readWindowFiles(builtWindowFolder()))
    servePromptPages()
    lockSession()
    installMenu({ undoLast: () => surface?.undoLast() })
    open()
  })
}

/** Errors of the command line go to the terminal. */
function start(): void {
  try {
    run(openChainManager(nodeArguments(), 'ipc', desktopPower()))
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

hardenProcess()
app.enableSandbox()
shutNetwork()
registerScheme()
if (app.requestSingleInstanceLock()) start()
else app.quit()
