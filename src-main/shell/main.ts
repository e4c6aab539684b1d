/** Entry of the desktop app: one instance, the node in a thread of this process, one window, a clean end. */
import { join } from 'node:path'
import { app, type BrowserWindow, dialog } from 'electron'
import { startNodeThread } from '../host/nodeClient.ts'
import { builtWindowFolder, readWindowFiles } from '../host/windowFiles.ts'
import { createClosingQuestion } from './closing.ts'
import { connectWindow } from './ipc.ts'
import { installMenu } from './menu.ts'
import { registerScheme, serveScheme } from './scheme.ts'
import { createWindow, lockPermissions } from './window.ts'
import { createWindowState } from './windowState.ts'

/** What a person typed after the program's name; Chromium's own switches are not the node's business. */
function nodeArguments(): string[] {
  const first = app.isPackaged ? 1 : 2
  return process.argv.slice(first).filter((arg) => !arg.startsWith('--'))
}

/** Whether to close although the search for a claim ends with it. Escape and the closed question mean no. */
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

function run(): void {
  const node = startNodeThread({ argv: nodeArguments(), transport: 'ipc' })
  let window: BrowserWindow | undefined

  const open = () => {
    const created = createWindow(createWindowState(join(app.getPath('userData'), 'window.json')))
    const disconnect = connectWindow(created.webContents, node)
    const closing = createClosingQuestion({ ask: () => askToClose(created), close: () => created.close() })
    const ignore = node.onEvent(closing.noticed)
    void node.ended.then(closing.forget)
    created.on('close', closing.onClose)
    created.on('closed', () => {
      ignore()
      disconnect()
      window = undefined
    })
    window = created
  }

  app.on('second-instance', () => {
    if (window?.isMinimized()) window.restore()
    window?.focus()
  })
  app.on('activate', () => {
    if (!window) open()
  })
  app.on('window-all-closed', () => app.quit())

  // The process may end only when the node has closed its files.
  let stopped = false
  app.on('will-quit', (event) => {
    if (stopped) return
    event.preventDefault()
    void node.stop().then(() => {
      stopped = true
      app.quit()
    })
  })
  // `stop` over RPC ends the app too. After a crash the window stays: it says what happened.
  void node.ended.then((crash) => {
    if (crash === undefined) app.quit()
    else process.stderr.write(`${crash}\n`)
  })

  void app.whenReady().then(() => {
    serveScheme(readWindowFiles(builtWindowFolder()))
    lockPermissions()
    installMenu()
    open()
  })
}

app.enableSandbox()
registerScheme()
if (app.requestSingleInstanceLock()) run()
else app.quit()
