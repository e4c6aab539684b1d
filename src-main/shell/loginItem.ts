/** Starting at login: the system's own switch, or on Linux a file of ours in the autostart folder. */
import { homedir } from 'node:os'
import { app } from 'electron'
import { autostartFile, createAutostart, type LoginItem } from '../app/appSettings/index.ts'

/** Begins in the tray, where that is possible. */
export const START_HIDDEN = '-hidden'

/** @param root folder of the app, which a start at login finds again */
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
