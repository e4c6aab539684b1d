import { app, powerMonitor } from 'electron'
import type { PowerReader } from '../app/power/index.ts'

/** Returns Electron's power source, or undefined on Linux, whose system files are more precise. */
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
