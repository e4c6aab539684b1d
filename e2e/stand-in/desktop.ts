/**
 * The tray and the notifications of a desktop, as files next to the profile for tests to read. `tray.json` has the
 * icon's current state, `notifications.jsonl` the notifications shown. A test clicks a menu item by writing its label
 * into `tray-click`.
 */
import { EventEmitter } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface MenuItem {
  readonly label?: string
  readonly type?: string
  readonly enabled?: boolean
  readonly click?: () => void
}

let folder = ''

/** Sets the folder of the files to the profile's folder. */
export function putDesktopIn(path: string): void {
  folder = path
  mkdirSync(folder, { recursive: true })
}

const CLICKS_EVERY_MS = 100

export const nativeImage = {
  /** Electron returns an empty image for a missing file. The stand-in throws, so that tests find the mistake. */
  createFromPath(path: string) {
    if (!existsSync(path)) throw new Error(`There is no picture ${path}`)
    return basename(path)
  },
}

export class Tray extends EventEmitter {
  private picture: string
  private tooltip = ''
  private items: readonly MenuItem[] = []
  private readonly timer = setInterval(() => this.takeClick(), CLICKS_EVERY_MS).unref()

  constructor(picture: string) {
    super()
    this.picture = picture
    this.write()
  }
  setImage(picture: string) {
    this.picture = picture
    this.write()
  }
  setToolTip(tooltip: string) {
    this.tooltip = tooltip
    this.write()
  }
  setContextMenu(items: readonly MenuItem[]) {
    this.items = items
    this.write()
  }
  destroy() {
    clearInterval(this.timer)
    rmSync(join(folder, 'tray.json'), { force: true })
  }
  private write() {
    const items = this.items.map(({ label = '', enabled = true }) => ({ label, enabled }))
    const file = join(folder, 'tray.json')
    writeFileSync(`${file}.new`, JSON.stringify({ picture: this.picture, tooltip: this.tooltip, items }))
    renameSync(`${file}.new`, file)
  }
  private takeClick() {
    const file = join(folder, 'tray-click')
    if (!existsSync(file)) return
    const wanted = readFileSync(file, 'utf8')
    // The file exists before its content is written.
    if (wanted === '') return
    rmSync(file)
    this.items.find(({ label }) => label === wanted)?.click?.()
  }
}

export class Notification extends EventEmitter {
  static isSupported() {
    return true
  }
  private readonly options: { readonly title: string; readonly body: string }

  constructor(options: { readonly title: string; readonly body: string }) {
    super()
    this.options = options
  }
  show() {
    appendFileSync(join(folder, 'notifications.jsonl'), `${JSON.stringify(this.options)}\n`)
  }
}
