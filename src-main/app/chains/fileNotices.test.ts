import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import en from '#shared/sentences/en.json' with { type: 'json' }
import { recogniseText } from '#shared/sentences/sentence.ts'
import { AppSettingsStore } from '../appSettings/index.ts'
import { MAX_FILE_BYTES } from './chainList.ts'
import { createRegistry } from './registry.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'file-notices-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const list = () => createRegistry(root, { now: () => 7, delay: () => Promise.resolve() })
const write = (text: string) => writeFileSync(join(root, 'chains.json'), text)
/**
 * Returns the translation keys of the text and of the reason in it. A key is undefined if the window would show the
 * text in English.
 */
function findTextKeys(text: string | null) {
  const said = recogniseText('file', en.file, text ?? '')
  const why = said?.values.get('why')
  return [said?.key, typeof why === 'string' ? recogniseText('fileState', en.fileState, why)?.key : undefined]
}

describe('file notices', () => {
  it.each([
    ['damaged', '{"version":1,"chains":7}', ['file.chainsAside', 'fileState.damaged']],
    ['not readable', '{', ['file.chainsAside', 'fileState.unreadable']],
    ['too long', ' '.repeat(MAX_FILE_BYTES + 1), ['file.chainsAside', 'fileState.long']],
    ['of a newer version', '{"version":99}', ['file.chainsUnread', 'fileState.newer']],
  ])('have a translated text and reason for a chain list that is %s', (_what, text, keys) => {
    write(text)
    expect(findTextKeys(list().notice())).toEqual(keys)
  })

  it('show a translated text for a settings file that is damaged or cannot be written', async () => {
    writeFileSync(join(root, 'app.json'), '[]')
    const settings = new AppSettingsStore(root, { now: () => 7, delay: () => Promise.resolve() })
    expect(findTextKeys(settings.notice())).toEqual(['file.settingsAside', 'fileState.damaged'])
    mkdirSync(join(root, 'app.json'))
    const error = await settings.change({ tray: false }).catch((thrown: unknown) => thrown)
    expect(findTextKeys((error as Error).message)).toEqual(['file.settingsLeft', 'fileState.noFile'])
    expect(findTextKeys(settings.notice())).toEqual(['file.settingsUnread', 'fileState.noFile'])
    rmSync(join(root, 'app.json'), { recursive: true })
    symlinkSync(join(root, 'none', 'app.json'), join(root, 'app.json'))
    const unwritten = await settings.change({ tray: false }).catch((thrown: unknown) => thrown)
    expect(findTextKeys((unwritten as Error).message)).toEqual(['file.settingsUnwritten', undefined])
  })

  it('show a translated text for a folder at the path of the file, when reading and when writing', async () => {
    mkdirSync(join(root, 'chains.json'))
    const registry = list()
    expect(findTextKeys(registry.notice())).toEqual(['file.chainsUnread', 'fileState.noFile'])
    const error = await registry.update((before) => ({ ...before })).catch((thrown: unknown) => thrown)
    expect(findTextKeys((error as Error).message)).toEqual(['file.chainsLeft', 'fileState.noFile'])
  })

  it('show a translated text for a chain list that cannot be written', async () => {
    symlinkSync(join(root, 'none', 'chains.json'), join(root, 'chains.json'))
    const registry = list()
    const error = await registry.update((before) => ({ ...before })).catch((thrown: unknown) => thrown)
    expect(findTextKeys((error as Error).message)).toEqual(['file.chainsUnwritten', undefined])
  })
})
