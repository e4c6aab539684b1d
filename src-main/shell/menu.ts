import { app, Menu, type MenuItemConstructorOptions } from 'electron'

export interface MenuDeps {
  /** undoes the last action of the page that was notified */
  undoLast(): void
}

/** The platform's usual menu. Reload and developer tools only in a development checkout. */
export function installMenu({ undoLast }: MenuDeps): void {
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ]
  if (!app.isPackaged) view.push({ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' })
  const template: MenuItemConstructorOptions[] = [
    { role: 'fileMenu' },
    { role: 'editMenu' },
    // Notices take no focus; this makes them reachable by keyboard.
    { label: 'Action', submenu: [{ label: 'Undo last action', accelerator: 'CmdOrCtrl+Alt+Z', click: undoLast }] },
    { label: 'View', submenu: view },
    { role: 'windowMenu' },
  ]
  if (process.platform === 'darwin') template.unshift({ role: 'appMenu' })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
