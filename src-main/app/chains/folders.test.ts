import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deleteFolders, finishDeletions, folderSize, makeChainFolder } from './folders.ts'

const WANTED = {
  name: 'TEST',
  network: 'main' as const,
  magic: '5071c306',
  magicBytes: Uint8Array.of(0x06, 0xc3, 0x71, 0x50),
  sandbox: false,
}

describe('chain folders', () => {
  let base = ''
  let root = ''
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'folders-'))
    root = join(base, 'root')
    mkdirSync(root)
  })
  afterEach(() => rmSync(base, { recursive: true, force: true }))

  const write = (path: string, content: string | Uint8Array = 'x') => {
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, content)
  }

  describe('makeChainFolder', () => {
    it('creates a folder with the chain’s name that only its owner can access', () => {
      expect(makeChainFolder(root, WANTED, [])).toBe('TEST')
      if (process.platform !== 'win32') expect(statSync(join(root, 'TEST')).mode & 0o777).toBe(0o700)
    })

    it('reuses a folder with blocks of the chain, and adds the magic if another chain has the name', () => {
      write(join(root, 'TEST/blocks/blk00000.dat'), Uint8Array.of(...WANTED.magicBytes, 1, 2, 3))
      expect(makeChainFolder(root, WANTED, [])).toBe('TEST')
      const other = { ...WANTED, magic: '11223344', magicBytes: Uint8Array.of(0x44, 0x33, 0x22, 0x11) }
      expect(makeChainFolder(root, other, [])).toBe('TEST-11223344')
      write(join(root, 'R/regtest/blocks/blk00000.dat'), 'else')
      expect(makeChainFolder(root, { ...WANTED, name: 'R', network: 'regtest' }, [])).toBe('R-5071c306')
    })

    it('skips folders of other chains in the list, ignoring case', () => {
      expect(makeChainFolder(root, WANTED, ['test'])).toBe('TEST-5071c306')
      expect(makeChainFolder(root, WANTED, ['test', 'TEST-5071C306'])).toBe('TEST-5071c306-2')
    })

    it('skips reserved names, files and links', () => {
      for (const [name, folder] of [
        ['regtest', 'regtest'],
        ['Blocks', 'Blocks'],
        ['chains.json', 'chains_json'],
        ['Chains.json.lock', 'chains_json.lock'],
        ['chains.json.new-1', 'chains_json.new-1'],
        ['contacts.json', 'contacts_json'],
        ['App.json.lock', 'app_json.lock'],
        ['updates.json', 'updates_json'],
        ['updates.log', 'updates_log'],
        ['CON', 'CON'],
        ['nul.txt', 'nul_txt'],
        ['Sandbox', 'Sandbox'],
        ['TEST.before-2026-11-24', 'TEST_before-2026-11-24'],
      ] as const) {
        expect(makeChainFolder(root, { ...WANTED, name }, [])).toBe(`${folder}-5071c306`)
      }
      expect(makeChainFolder(root, { ...WANTED, name: 'SANDBOX', sandbox: true }, [])).toBe('SANDBOX')
      write(join(root, 'FILE'))
      mkdirSync(join(base, 'elsewhere'))
      symlinkSync(join(base, 'elsewhere'), join(root, 'LINK'))
      for (const name of ['FILE', 'LINK'])
        expect(makeChainFolder(root, { ...WANTED, name }, [])).toBe(`${name}-5071c306`)
      expect(makeChainFolder(root, { ...WANTED, name: 'DOT.' }, [])).toBe('DOT-5071c306')
    })
  })

  describe('deleteFolders', () => {
    it('deletes the folder but not the targets of links in it', async () => {
      write(join(base, 'precious/file'), 'kept')
      write(join(root, 'TEST/blocks/blk00000.dat'))
      write(join(root, 'OTHER/wallet.db'))
      symlinkSync(join(base, 'precious'), join(root, 'TEST/blocks/link'))
      symlinkSync(join(base, 'precious/file'), join(root, 'TEST/file'))
      await deleteFolders(root, ['TEST'])
      expect(readdirSync(root)).toEqual(['OTHER'])
      expect(readFileSync(join(base, 'precious/file'), 'utf8')).toBe('kept')
    })

    it('rejects a link, a file, and every name that leads out of the root', async () => {
      write(join(base, 'precious/file'))
      symlinkSync(join(base, 'precious'), join(root, 'LINK'))
      write(join(root, 'FILE'))
      write(join(root, 'A/file'))
      for (const name of [
        'LINK',
        'FILE',
        '..',
        '.',
        '',
        '../precious',
        'A/..',
        'A/../../precious',
        join(base, 'precious'),
      ]) {
        await expect(deleteFolders(root, [name]), name).rejects.toThrow(/was left unchanged/)
      }
      expect(existsSync(join(base, 'precious/file'))).toBe(true)
      expect(readdirSync(root).toSorted()).toEqual(['A', 'FILE', 'LINK'])
    })

    it('deletes no folder if one of several cannot be deleted', async () => {
      write(join(root, 'A/file'))
      write(join(root, 'FILE'))
      await expect(deleteFolders(root, ['A', 'FILE'])).rejects.toThrow(/was left unchanged/)
      expect(readdirSync(root).toSorted()).toEqual(['A', 'FILE'])
    })

    it('accepts a root reached through a link, and missing folders', async () => {
      symlinkSync(root, join(base, 'alias'))
      write(join(root, 'TEST/file'))
      await deleteFolders(join(base, 'alias'), ['TEST'])
      await deleteFolders(root, ['TEST'])
      expect(readdirSync(root)).toEqual([])
    })

    it('lets finishDeletions complete an interrupted deletion, and delete no other folder or link', async () => {
      write(join(root, '.deleting-0123456789ab/file'))
      write(join(root, '.deleting-mine/file'))
      symlinkSync(base, join(root, '.deleting-0123456789ac'))
      await finishDeletions(root)
      expect(readdirSync(root).toSorted()).toEqual(['.deleting-0123456789ac', '.deleting-mine'])
      await finishDeletions(join(root, 'missing'))
      write(join(root, 'file'))
      await finishDeletions(join(root, 'file'))
    })
  })

  it('folderSize counts files, but not the targets of links', async () => {
    write(join(root, 'TEST/a/b'), 'x'.repeat(1000))
    write(join(root, 'TEST/c'), 'x'.repeat(24))
    symlinkSync(base, join(root, 'TEST/link'))
    expect(await folderSize(join(root, 'TEST'))).toBe(1024)
    expect(await folderSize(join(root, 'missing'))).toBeUndefined()
  })
})
