import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { AppText } from '../app/texts/index.ts'

export interface MenuDeps {
  readonly t: AppText
  /** Undoes the page's last action that had a notice. */
  undoLast(): void
}

const fileItems = (t: AppText): MenuItemConstructorOptions[] =>
  process.platform === 'darwin'
    ? [{ role: 'close', label: t('menu.close') }]
    : [{ role: 'quit', label: t('menu.quit') }]

const editItems = (t: AppText): MenuItemConstructorOptions[] => [
  { role: 'undo', label: t('menu.undo') },
  { role: 'redo', label: t('menu.redo') },
  { type: 'separator' },
  { role: 'cut', label: t('menu.cut') },
  { role: 'copy', label: t('menu.copy') },
  { role: 'paste', label: t('menu.paste') },
  { role: 'selectAll', label: t('menu.selectAll') },
]

const windowItems = (t: AppText): MenuItemConstructorOptions[] => [
  { role: 'minimize', label: t('menu.minimize') },
  { role: 'close', label: t('menu.close') },
]

/** Installs the platform's standard menu. Reload and developer tools exist only in a development checkout. */
export function installMenu({ t, undoLast }: MenuDeps): void {
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom', label: t('menu.resetZoom') },
    { role: 'zoomIn', label: t('menu.zoomIn') },
    { role: 'zoomOut', label: t('menu.zoomOut') },
    { type: 'separator' },
    { role: 'togglefullscreen', label: t('menu.fullScreen') },
  ]
  if (!app.isPackaged) view.push({ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' })
  const template: MenuItemConstructorOptions[] = [
    { label: t('menu.file'), submenu: fileItems(t) },
    { label: t('menu.edit'), submenu: editItems(t) },
    // Makes notices, which take no focus, reachable by keyboard.
    {
      label: t('menu.action'),
      submenu: [{ label: t('menu.undoLast'), accelerator: 'CmdOrCtrl+Alt+Z', click: undoLast }],
    },
    { label: t('menu.view'), submenu: view },
    { role: 'window', label: t('menu.window'), submenu: windowItems(t) },
  ]
  if (process.platform === 'darwin') template.unshift({ role: 'appMenu' })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
