import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
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
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DurableContent, type DurableOptions, writeDurably, writeDurablySync } from './durableFile.ts'
import { type AsyncFileCalls, asyncFileCalls, type SyncFileCalls, syncFileCalls } from './fileCalls.ts'

const OLD = 'old text'
const NEW = 'new text, which is longer \u2026'
const posix = process.platform !== 'win32'
const getMode = (path: string) => statSync(path).mode & 0o777
const failure = (code: string) => Object.assign(new Error(`${code}: injected`), { code })
const fail = (code: string) => () => {
  throw failure(code)
}

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'durable-'))
  path = join(folder, 'file')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

type Changes = Partial<SyncFileCalls>
type Write = (path: string, content: DurableContent, options?: DurableOptions, changes?: Changes) => Promise<void>

/** Wraps the synchronous operations for asynchronous callers. */
function asyncCalls(changes: Changes): AsyncFileCalls {
  const changed = Object.entries(changes).map(([name, call]) => [
    name,
    async (...args: unknown[]) => (call as (...args: unknown[]) => unknown)(...args),
  ])
  return { ...asyncFileCalls, ...Object.fromEntries(changed) }
}

const writers: readonly (readonly [string, Write])[] = [
  [
    'writeDurablySync',
    async (path, content, options, changes = {}) =>
      writeDurablySync(path, content, options, { ...syncFileCalls, ...changes }),
  ],
  ['writeDurably', (path, content, options, changes = {}) => writeDurably(path, content, options, asyncCalls(changes))],
]

describe.each(writers)('%s', (_name, write) => {
  it('writes texts and bytes into a private file and leaves no other file', async () => {
    await write(path, NEW)
    expect(readFileSync(path, 'utf8')).toBe(NEW)
    if (posix) expect(getMode(path)).toBe(0o600)
    await write(path, Uint8Array.of(1, 0, 255))
    expect([...readFileSync(path)]).toEqual([1, 0, 255])
    await write(path, '')
    expect(readFileSync(path, 'utf8')).toBe('')
    expect(readdirSync(folder)).toEqual(['file'])
  })

  it('writes everything even if each system call writes only a part', async () => {
    const text = 'x'.repeat(200_000)
    for (const max of [1_000, 65_537]) {
      await write(
        path,
        text,
        {},
        {
          write: (file, bytes, offset) => syncFileCalls.write(file, bytes.subarray(0, offset + max), offset),
        },
      )
      expect(readFileSync(path, 'utf8') === text).toBe(true)
    }
  })

  /** Simulates a disk with this many bytes left. */
  const fullAfter = (left: number): Changes => ({
    write(file, bytes, offset) {
      if (left === 0) throw failure('ENOSPC')
      const count = syncFileCalls.write(file, bytes.subarray(0, offset + left), offset)
      left -= count
      return count
    },
  })

  it('keeps the old file and rejects with ENOSPC at whatever byte the disk becomes full', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(Buffer.byteLength(NEW) - 1), async (left) => {
        writeFileSync(path, OLD)
        await expect(write(path, NEW, {}, fullAfter(left))).rejects.toMatchObject({ code: 'ENOSPC' })
        expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual([OLD, ['file']])
      }),
      { numRuns: 30 },
    )
  })

  it.each<readonly [string, string, Changes]>([
    ['writes nothing and reports no error', 'ENOSPC', { write: () => 0 }],
    ['loses the end without an error', 'EIO', { write: (_file, bytes, offset) => bytes.length - offset }],
    [
      'stores other bytes than it was given',
      'EIO',
      { write: (file, bytes, offset) => syncFileCalls.write(file, Buffer.alloc(bytes.length, 7), offset) },
    ],
    [
      'fails to flush',
      'EIO',
      {
        sync: fail('EIO'),
      },
    ],
    [
      'fails to rename',
      'EACCES',
      {
        rename: fail('EACCES'),
      },
    ],
  ])('keeps the old file if the system %s', async (_what, code, changes) => {
    writeFileSync(path, OLD)
    await expect(write(path, NEW, {}, changes)).rejects.toMatchObject({ code })
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual([OLD, ['file']])
  })

  it('flushes the file before the rename and the folder after it', async () => {
    const order: string[] = []
    const names = new Map<number, string>()
    await write(
      path,
      NEW,
      {},
      {
        open(opened, flags, mode) {
          const file = syncFileCalls.open(opened, flags, mode)
          names.set(file, opened === folder ? 'folder' : 'file')
          return file
        },
        sync(file) {
          order.push(`flush ${names.get(file)}`)
          syncFileCalls.sync(file)
        },
        rename(from, to) {
          order.push('rename')
          syncFileCalls.rename(from, to)
        },
      },
    )
    expect(order).toEqual(posix ? ['flush file', 'rename', 'flush folder'] : ['flush file', 'rename'])
  })

  it.runIf(posix)('reports a folder that cannot be flushed, unless the file system does not support that', async () => {
    const flush = (code: string): Changes => ({
      sync(file) {
        if (lstatSync(`/dev/fd/${file}`).isDirectory() || statSync(`/dev/fd/${file}`).isDirectory()) throw failure(code)
        syncFileCalls.sync(file)
      },
    })
    await expect(write(path, NEW, {}, flush('EIO'))).rejects.toMatchObject({ code: 'EIO' })
    await write(path, NEW, {}, flush('EINVAL'))
  })

  it.runIf(posix)('keeps the mode of an updated file, and gives a replaced file its own', async () => {
    writeFileSync(path, OLD)
    chmodSync(path, 0o640)
    await write(path, NEW)
    expect([readFileSync(path, 'utf8'), getMode(path)]).toEqual([NEW, 0o640])
    await write(path, NEW, { existing: 'replace' })
    expect(getMode(path)).toBe(0o600)
  })

  it.runIf(posix && process.getuid?.() === 0)('keeps the owner of an updated file', async () => {
    writeFileSync(path, OLD)
    chownSync(path, 12_345, 23_456)
    await write(path, NEW)
    const { uid, gid } = statSync(path)
    expect([readFileSync(path, 'utf8'), uid, gid]).toEqual([NEW, 12_345, 23_456])
  })

  it.runIf(posix)('gives a group that cannot be saved only the rights that all users have', async () => {
    writeFileSync(path, OLD)
    chmodSync(path, 0o664)
    const foreign = { ...statSync(path), uid: 1, gid: 1, isFile: () => true, isSymbolicLink: () => false }
    const changes: Changes = {
      find: (found) => (found === path ? Object.assign(statSync(path), foreign) : syncFileCalls.find(found)),
      setOwner: fail('EPERM'),
    }
    await write(path, NEW, {}, changes)
    expect([readFileSync(path, 'utf8'), getMode(path)]).toEqual([NEW, 0o644])
  })

  it.runIf(posix)('follows symbolic links of an updated file, even to a file that does not exist yet', async () => {
    const [elsewhere, link] = [join(folder, 'elsewhere'), join(folder, 'link')]
    mkdirSync(elsewhere)
    symlinkSync('elsewhere/real', join(folder, 'middle'))
    symlinkSync('middle', link)
    for (const text of ['first', 'second']) {
      await write(link, text)
      expect(lstatSync(link).isSymbolicLink()).toBe(true)
      expect(readFileSync(join(elsewhere, 'real'), 'utf8')).toBe(text)
    }
    expect([readdirSync(elsewhere), readdirSync(folder).toSorted()]).toEqual([
      ['real'],
      ['elsewhere', 'link', 'middle'],
    ])
    symlinkSync('loop', join(folder, 'loop'))
    await expect(write(join(folder, 'loop'), NEW)).rejects.toMatchObject({ code: 'ELOOP' })
  })

  it.runIf(posix)('replaces a link itself with `existing: replace`, and keeps its target', async () => {
    writeFileSync(join(folder, 'target'), OLD)
    symlinkSync('target', path)
    await write(path, NEW, { existing: 'replace' })
    expect([readFileSync(path, 'utf8'), readFileSync(join(folder, 'target'), 'utf8')]).toEqual([NEW, OLD])
    expect(lstatSync(path).isSymbolicLink()).toBe(false)
  })

  it('rejects an existing file, link or folder with `existing: refuse`', async () => {
    writeFileSync(path, OLD)
    symlinkSync('nowhere', join(folder, 'link'))
    mkdirSync(join(folder, 'folder'))
    for (const name of ['file', 'link', 'folder']) {
      await expect(write(join(folder, name), NEW, { existing: 'refuse' })).rejects.toMatchObject({ code: 'EEXIST' })
    }
    await expect(write(join(folder, 'folder'), NEW)).rejects.toMatchObject({ code: 'EISDIR' })
    expect(readFileSync(path, 'utf8')).toBe(OLD)
    expect(readdirSync(folder).toSorted()).toEqual(['file', 'folder', 'link'])
  })

  /** A file system without hard links, such as FAT on a memory stick. */
  const noLinks: Changes = {
    link: fail('EPERM'),
  }

  it.each([
    ['hard links', {}],
    ['none', noLinks],
  ])('rejects a name that is taken during the write, on a file system with %s', async (_, changes) => {
    const taken: Changes = {
      ...changes,
      sync(file) {
        if (!existsSync(path)) writeFileSync(path, OLD)
        syncFileCalls.sync(file)
      },
    }
    await expect(write(path, NEW, { existing: 'refuse', named: true }, taken)).rejects.toMatchObject({ code: 'EEXIST' })
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual([OLD, ['file']])
    rmSync(path)
    await write(path, NEW, { existing: 'refuse', named: true }, changes)
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual([NEW, ['file']])
  })

  it('names the temporary file after the process, or .unfinished in a folder chosen by the user', async () => {
    const seen: string[] = []
    const changes: Changes = {
      sync(file) {
        seen.push(...readdirSync(folder))
        syncFileCalls.sync(file)
      },
    }
    await write(path, NEW, {}, changes)
    await write(path, NEW, { named: true }, changes)
    const names = seen.filter((name) => name !== 'file')
    expect(names[0]).toMatch(new RegExp(`^file\\.new-${process.pid}-[0-9a-f]{8}$`))
    expect(names[1]).toMatch(/^file\.[0-9a-f]{8}\.unfinished$/)
  })

  it('lets a function fill the file, and removes it if the function throws', async () => {
    await write(path, { fill: (temporary: string) => writeFileSync(temporary, NEW) })
    expect(readFileSync(path, 'utf8')).toBe(NEW)
    const failing = (temporary: string) => {
      writeFileSync(temporary, 'half')
      throw new Error('no more')
    }
    await expect(write(path, { fill: failing })).rejects.toThrow('no more')
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual([NEW, ['file']])
  })
})
