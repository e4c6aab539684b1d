import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppSettingsStore } from './appSettings.ts'
import { autostartFile, createAutostart, desktopEntry, execArgument } from './autostart.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'app-settings-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = (root: string) => new AppSettingsStore(root, { now: Date.now, delay })
const file = () => join(folder, 'app.json')
const DEFAULTS = { webPort: null, tray: true, keepRunning: false, updates: true, language: null }

describe('AppSettingsStore', () => {
  it('stores changes in a file that only its owner can read, and notifies listeners', async () => {
    const root = join(folder, 'root')
    const settings = open(root)
    let heard = 0
    settings.onChange(() => heard++)
    expect(settings.now()).toMatchObject(DEFAULTS)
    await settings.change({ webPort: 7801, notify: { ...settings.now().notify, coins: false } })
    expect(heard).toBe(1)
    expect(statSync(join(root, 'app.json')).mode & 0o777).toBe(0o600)
    const again = open(root)
    expect(again.now().webPort).toBe(7801)
    expect(again.now().notify).toMatchObject({ coins: false, tokens: true })
    expect(again.notice()).toBeNull()
  })

  it('merges the changes of two apps on one root', async () => {
    const [one, two] = [open(folder), open(folder)]
    await one.change({ webPort: 7801 })
    await two.change({ tray: false })
    expect(open(folder).now()).toMatchObject({ webPort: 7801, tray: false })
  })

  it('reads a file that lacks settings, or has a language or members of another version', () => {
    writeFileSync(file(), '{"tray":false,"language":"tlh","later":{}}')
    expect(open(folder).now()).toMatchObject({ ...DEFAULTS, tray: false })
    expect(open(folder).notice()).toBeNull()
  })

  const damaged = [
    ['a torn text', '{"version":1,"updates":fal'],
    ['no text', ''],
    ['another shape', '[3]'],
    ['a foreign value', '{"version":1,"updates":"no"}'],
    ['a kind of news that is a number', '{"version":1,"notify":{"coins":0}}'],
    ['a port that is too large', '{"version":1,"webPort":70000}'],
    ['a version before the first', '{"version":0}'],
    ['far too much', ' '.repeat(65_537)],
  ] as const

  it.each(damaged)('sets aside a file with %s, returns a notice and switches the update check off', (_, text) => {
    writeFileSync(file(), text)
    const settings = open(folder)
    expect(settings.now()).toMatchObject({ ...DEFAULTS, updates: false })
    expect(settings.notice()).toMatch(
      /^The settings file of the app (is not readable|is damaged|is too large) and was set aside as app\.json\.damaged-\d+ in /,
    )
    const [aside = '', ...others] = readdirSync(folder)
    expect(aside).toMatch(/^app\.json\.damaged-\d+$/)
    expect(others).toEqual([])
    expect(readFileSync(join(folder, aside), 'utf8')).toBe(text)
  })

  it('keeps the update check off after a damaged file until it is switched on', async () => {
    writeFileSync(file(), '{')
    open(folder)
    // Simulates the next start before any change was written.
    expect(open(folder).now()).toMatchObject({ ...DEFAULTS, updates: false })
    await open(folder).change({ tray: false })
    expect(open(folder).now()).toMatchObject({ tray: false, updates: false })
    await open(folder).change({ updates: true })
    expect(open(folder).now()).toMatchObject({ tray: false, updates: true })
  })

  it('shows the notice until the update check is set, also if that leaves it off', async () => {
    writeFileSync(file(), '{')
    const settings = open(folder)
    await settings.change({ tray: false })
    expect(settings.notice()).not.toBeNull()
    await settings.change({ updates: false })
    expect(settings.notice()).toBeNull()
  })

  it('leaves a file of a newer version unchanged and switches the update check off', async () => {
    const text = '{"version":2,"updates":{}}'
    writeFileSync(file(), text)
    const settings = open(folder)
    expect(settings.now().updates).toBe(false)
    expect(settings.notice()).toMatch(/was written by a newer version of this program\. The app does not write to it,/)
    await expect(settings.change({ tray: false })).rejects.toThrow(/newer version/)
    expect(readFileSync(file(), 'utf8')).toBe(text)
  })

  it('changes no setting if the file cannot be written', async () => {
    writeFileSync(join(folder, 'root'), 'a file is in the way')
    const settings = open(join(folder, 'root'))
    await expect(settings.change({ keepRunning: true })).rejects.toThrow()
    expect(settings.now().keepRunning).toBe(false)
  })
})

describe('autostart entry', () => {
  it('uses the XDG autostart folder of the desktop', () => {
    expect(autostartFile('/home/me', {})).toBe('/home/me/.config/autostart/chainwright.desktop')
    expect(autostartFile('/home/me', { XDG_CONFIG_HOME: '/elsewhere' })).toBe(
      '/elsewhere/autostart/chainwright.desktop',
    )
    expect(autostartFile('/home/me', { XDG_CONFIG_HOME: 'relative' })).toMatch(/^\/home\/me\/\.config/)
  })

  it('escapes the command exactly and rejects control characters', () => {
    expect(execArgument('/opt/a b/x')).toBe('"/opt/a b/x"')
    expect(execArgument('50%$HOME`x`"')).toBe('"50%%\\\\$HOME\\\\`x\\\\`\\\\""')
    expect(desktopEntry(['/opt/electron', '/opt/app', '-hidden'])).toContain(
      '\nExec="/opt/electron" "/opt/app" "-hidden"\n',
    )
    expect(() => desktopEntry(['/opt/a\nExec=evil'])).toThrow('control characters')
  })

  it('creates, finds and removes the entry, and reports off if the desktop disabled it', () => {
    const entry = join(folder, 'config/autostart/chainwright.desktop')
    const item = createAutostart(entry, ['/opt/electron'])
    expect(item.on()).toBe(false)
    item.set(true)
    expect(item.on()).toBe(true)
    writeFileSync(entry, `${readFileSync(entry, 'utf8')}Hidden=true\n`)
    expect(item.on()).toBe(false)
    item.set(true)
    expect(item.on()).toBe(true)
    item.set(false)
    item.set(false)
    expect(item.on()).toBe(false)
  })
})
