import { basename, dirname } from 'node:path'
import { type BrowserWindow, type Rectangle, screen } from 'electron'
import { removeLeftovers } from '../files/index.ts'
import { readBounds, saveBounds } from './windowBounds.ts'

const DEFAULT_SIZE = { width: 1280, height: 820 }

export interface WindowState {
  /** Returns the window's last position and size if it is still on a screen. */
  restored(): Partial<Rectangle>
  remember(window: BrowserWindow): void
}

/** Returns true if the position overlaps a screen; the monitor may have been unplugged. */
function isOnScreen(bounds: Rectangle): boolean {
  return screen
    .getAllDisplays()
    .some(
      ({ workArea }) =>
        bounds.x < workArea.x + workArea.width &&
        bounds.x + bounds.width > workArea.x &&
        bounds.y < workArea.y + workArea.height &&
        bounds.y + bounds.height > workArea.y,
    )
}

/** @param file in a folder of the app that only one app uses at a time */
export function createWindowState(file: string): WindowState {
  removeLeftovers(dirname(file), [basename(file)])
  return {
    restored() {
      const bounds = readBounds(file)
      return bounds && isOnScreen(bounds) ? bounds : DEFAULT_SIZE
    },
    remember(window) {
      if (window.isMinimized()) return
      try {
        saveBounds(file, window.getNormalBounds())
      } catch (error) {
        // An error thrown from the `close` listener would prevent the app from ending.
        process.stderr.write(`The position of the window cannot be written: ${String(error)}\n`)
      }
    },
  }
}
