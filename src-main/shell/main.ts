/** Entry of the desktop app: one instance, the node in a thread of this process, one window, a clean end. */
import { join } from 'node:path'
import { app, type BrowserWindow } from 'electron'
import { startNodeThread } from '../host/nodeClient.ts'
import { builtWindowFolder, readWindowFiles } from '../host/windowFiles.ts'
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

function run(): void {
  const node = startNodeThread({ argv: nodeArguments(), transport: 'ipc' })
  let window: BrowserWindow | undefined

  const open = () => {
    const created = createWindow(createWindowState(join(app.getPath('userData'), 'window.json')))
    const disconnect = connectWindow(created.webContents, node)
    created.on('closed', () => {
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
