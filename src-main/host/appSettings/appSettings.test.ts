import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAppSettings } from './appSettings.ts'
import { autostartFile, createAutostart, desktopEntry, execArgument } from './autostart.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'app-settings-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('createAppSettings', () => {
  it('keeps what was changed, in a file of its owner, and tells listeners', () => {
    const root = join(folder, 'root')
    const settings = createAppSettings(root)
    let heard = 0
    settings.onChange(() => heard++)
    expect(settings.now()).toMatchObject({ webPort: null, tray: true, keepRunning: false })
    settings.change({ webPort: 7801, notify: { ...settings.now().notify, coins: false } })
    expect(heard).toBe(1)
    expect(statSync(join(root, 'app.json')).mode & 0o777).toBe(0o600)
    const again = createAppSettings(root).now()
    expect(again.webPort).toBe(7801)
    expect(again.notify).toMatchObject({ coins: false, tokens: true })
  })

  it.each([
    ['not JSON', '{'],
    ['another shape', '[3]'],
    ['foreign values', '{"webPort":"80","tray":"no","keepRunning":1,"notify":{"coins":0}}'],
    ['a port that is none', '{"webPort":70000}'],
  ])('takes a file with %s for the defaults', (_, text) => {
    writeFileSync(join(folder, 'app.json'), text)
    expect(createAppSettings(folder).now()).toEqual(createAppSettings(join(folder, 'none')).now())
  })

  it('changes nothing when the file cannot be written', () => {
    writeFileSync(join(folder, 'root'), 'a file is in the way')
    const settings = createAppSettings(join(folder, 'root'))
    expect(() => settings.change({ keepRunning: true })).toThrow()
    expect(settings.now().keepRunning).toBe(false)
  })
})

describe('the entry of the autostart folder', () => {
  it('stands where the desktop looks for it', () => {
    expect(autostartFile('/home/me', {})).toBe('/home/me/.config/autostart/chainwright.desktop')
    expect(autostartFile('/home/me', { XDG_CONFIG_HOME: '/elsewhere' })).toBe(
      '/elsewhere/autostart/chainwright.desktop',
    )
    expect(autostartFile('/home/me', { XDG_CONFIG_HOME: 'relative' })).toMatch(/^\/home\/me\/\.config/)
  })

  it('starts the very words of the command', () => {
    expect(execArgument('/opt/a b/x')).toBe('"/opt/a b/x"')
    expect(execArgument('50%$HOME`x`"')).toBe('"50%%\\\\$HOME\\\\`x\\\\`\\\\""')
    expect(desktopEntry(['/opt/electron', '/opt/app', '-hidden'])).toContain(
      '\nExec="/opt/electron" "/opt/app" "-hidden"\n',
    )
    expect(() => desktopEntry(['/opt/a\nExec=evil'])).toThrow('control characters')
  })

  it('is made, found and removed, and counts as off where the desktop switched it off', () => {
    const file = join(folder, 'config/autostart/chainwright.desktop')
    const item = createAutostart(file, ['/opt/electron'])
    expect(item.on()).toBe(false)
    item.set(true)
    expect(item.on()).toBe(true)
    writeFileSync(file, `${readFileSync(file, 'utf8')}Hidden=true\n`)
    expect(item.on()).toBe(false)
    item.set(true)
    expect(item.on()).toBe(true)
    item.set(false)
    item.set(false)
    expect(item.on()).toBe(false)
  })
})
