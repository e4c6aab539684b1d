import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type BrowserWindow, type Rectangle, screen } from 'electron'

const DEFAULT_SIZE = { width: 1280, height: 820 }
const MIN_SIDE = 200

export interface WindowState {
  /** The window's last position and size, if that is still on a screen. */
  restored(): Partial<Rectangle>
  remember(window: BrowserWindow): void
}

function readSaved(file: string): Rectangle | undefined {
  try {
    const { x, y, width, height } = JSON.parse(readFileSync(file, 'utf8'))
    const whole = [x, y, width, height].every(Number.isSafeInteger)
    return whole && Math.min(width, height) >= MIN_SIDE ? { x, y, width, height } : undefined
  } catch {
    // No file yet, or a damaged one: the default position is fine.
    return undefined
  }
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

export function createWindowState(file: string): WindowState {
  return {
    restored() {
      const bounds = readSaved(file)
      return bounds && isOnScreen(bounds) ? bounds : DEFAULT_SIZE
    },
    remember(window) {
      if (window.isMinimized()) return
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, JSON.stringify(window.getNormalBounds()))
      renameSync(`${file}.new`, file)
    },
  }
}
