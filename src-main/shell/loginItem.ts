/** Start at login: through the system's own setting, or on Linux through an entry in the autostart folder. */
import { homedir } from 'node:os'
import { app } from 'electron'
import { autostartFile, createAutostart, type LoginItem } from '../app/appSettings/index.ts'

/** Starts in the tray if the settings allow it. */
export const START_HIDDEN = '-hidden'

/** @param root folder of the app, passed to the start at login */
export function desktopLoginItem(root: string): LoginItem {
  const args = [...(app.isPackaged ? [] : [app.getAppPath()]), `-root=${root}`, START_HIDDEN]
  if (process.platform === 'linux') {
    return createAutostart(autostartFile(homedir(), process.env), [process.execPath, ...args])
  }
  return {
    on: () => app.getLoginItemSettings({ path: process.execPath, args }).openAtLogin,
    set: (openAtLogin) => app.setLoginItemSettings({ openAtLogin, path: process.execPath, args }),
  }
}
