import { basename, dirname } from 'node:path'
import { type BrowserWindow, type Rectangle, screen } from 'electron'
import { removeLeftovers } from '../files/index.ts'
import { readBounds, saveBounds } from './windowBounds.ts'

const DEFAULT_SIZE = { width: 1280, height: 820 }

export interface WindowState {
  /** The window's last position and size, if that is still on a screen. */
  restored(): Partial<Rectangle>
  remember(window: BrowserWindow): void
}

/** Restores only a position that overlaps a screen: the monitor may have been unplugged. */
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

/** @param file in a folder of the app, which one app at a time uses */
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
        // Thrown from the listener of `close`, it would keep the app from ending.
        process.stderr.write(`The position of the window cannot be written: ${String(error)}\n`)
      }
    },
  }
}
