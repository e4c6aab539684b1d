import { app, powerMonitor } from 'electron'
import type { PowerReader } from '../app/power/index.ts'

/** Electron's power source; undefined on Linux, where the system's files tell more. */
export function desktopPower(): PowerReader | undefined {
  if (process.platform === 'linux') return undefined
  return {
    async read() {
      await app.whenReady()
      return powerMonitor.isOnBatteryPower() ? 'battery' : 'mains'
    },
    onChange(listener) {
      void app.whenReady().then(() => {
        powerMonitor.on('on-battery', listener)
        powerMonitor.on('on-ac', listener)
      })
    },
  }
}
