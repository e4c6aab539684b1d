import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  chooseKeptName,
  contentHash,
  findHandoverProblem,
  type HandoverNote,
  handOver,
  handoverState,
  hideSecrets,
  readConfText,
  undoHandover,
} from './confHandover.ts'
import { pointingConfText, withoutOldUser, withTakenLines } from './ownConf.ts'

const OLD = '# mine\nrpcuser=ann\nrpcpassword=old secret\n'
const OURS = pointingConfText({ user: 'ann', password: 'p', rpcPort: 5, directory: '/a\nb', kept: 'k' })

let folder = ''
let file = ''
let note: HandoverNote = { file: '', kept: '', written: '' }
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'conf-'))
  file = join(folder, 'TEST.conf')
  writeFileSync(file, OLD, { mode: 0o640 })
  note = { file, kept: chooseKeptName(file), written: contentHash(OURS) }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const read = (name: string) => readFileSync(join(folder, name), 'utf8')

describe('handOver', () => {
  it('writes a private file, and keeps the former one beside it with its mode and time', () => {
    const before = lstatSync(file)
    handOver(note, OURS)
    expect([read('TEST.conf'), lstatSync(file).mode & 0o777]).toEqual([OURS, 0o600])
    const kept = lstatSync(join(folder, note.kept))
    expect([read(note.kept), kept.mode, kept.mtimeMs, kept.ino]).toEqual([OLD, before.mode, before.mtimeMs, before.ino])
    expect(handoverState(note)).toBe('ours')
  })

  it('continues a call that was killed after the former file got its second name', () => {
    linkSync(file, join(folder, note.kept))
    handOver(note, OURS)
    expect([read('TEST.conf'), read(note.kept)]).toEqual([OURS, OLD])
    handOver(note, OURS)
    expect([read('TEST.conf'), read(note.kept)]).toEqual([OURS, OLD])
  })

  it('replaces nothing if the name of the former file was taken by another file', () => {
    writeFileSync(join(folder, note.kept), 'something else')
    expect(() => handOver(note, OURS)).toThrow('EEXIST')
    expect([read('TEST.conf'), read(note.kept)]).toEqual([OLD, 'something else'])
    expect(chooseKeptName(file)).toBe('TEST.conf.before-chainwright-2')
  })

  it('rejects a content that differs from the note', () => {
    expect(() => handOver(note, `${OURS}x`)).toThrow('was changed in the meantime')
    expect(read('TEST.conf')).toBe(OLD)
  })

  it('rejects links, folders, missing and large files, with the reason', () => {
    const link = join(folder, 'LINK.conf')
    symlinkSync(file, link)
    expect(findHandoverProblem(link)).toBe(`${link} is a symbolic link, which this program does not replace.`)
    expect(() => readConfText(link)).toThrow('symbolic link')
    expect(() => handOver({ ...note, file: link }, OURS)).toThrow('symbolic link')
    mkdirSync(join(folder, 'DIR.conf'))
    expect(findHandoverProblem(join(folder, 'DIR.conf'))).toContain('is not an ordinary file')
    expect(findHandoverProblem(join(folder, 'NO.conf'))).toContain('does not exist')
    writeFileSync(join(folder, 'BIG.conf'), 'x'.repeat(300_000))
    expect(findHandoverProblem(join(folder, 'BIG.conf'))).toContain('too large')
    expect(findHandoverProblem(file)).toBeNull()
  })

  it('rejects a folder that all users can write to', () => {
    chmodSync(folder, 0o777)
    expect(findHandoverProblem(file)).toContain('Other users of this computer')
    expect(() => handOver(note, OURS)).toThrow('Other users')
  })
})

describe('undoHandover', () => {
  it('restores the former file byte for byte, and does nothing the second time', () => {
    const before = lstatSync(file)
    handOver(note, OURS)
    expect(undoHandover(note)).toEqual({ restored: true, former: '', found: '' })
    const after = lstatSync(file)
    expect([read('TEST.conf'), after.ino, after.mode]).toEqual([OLD, before.ino, before.mode])
    expect(handoverState(note)).toBe('restored')
    expect(undoHandover(note).restored).toBe(true)
  })

  it('keeps a file that another program changed, and shows both contents without secrets', () => {
    handOver(note, OURS)
    writeFileSync(file, 'rpcuser=bob\nrpcpassword=new secret\n')
    expect(undoHandover(note)).toEqual({
      restored: false,
      former: '# mine\nrpcuser=ann\nrpcpassword=…\n',
      found: 'rpcuser=bob\nrpcpassword=…\n',
    })
    expect([read('TEST.conf'), handoverState(note)]).toEqual(['rpcuser=bob\nrpcpassword=new secret\n', 'changed'])
  })
})

describe('texts of conf files', () => {
  it('point to this program with one user, without a way to end a comment', () => {
    expect(OURS.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
      ...['rpcuser=ann', 'rpcpassword=p', 'rpcconnect=127.0.0.1', 'rpcport=5', 'server=1'],
    ])
  })

  it('replace the block of taken lines, and lose only the old user after an undo', () => {
    const first = withTakenLines('rpcuser=own\n', '/old', ['rpcport=5', 'rpcauth=a:b$c', 'rpclocal=a'])
    const second = withTakenLines(first, '/old', ['rpcport=6', 'rpcauth=a:b$c'])
    expect(second).toBe('# begin: taken over from /old\nrpcport=6\nrpcauth=a:b$c\n# end: taken over\nrpcuser=own\n')
    expect(withoutOldUser(`${second}rpcauth=mine\n`)).toBe(
      '# begin: taken over from /old\nrpcport=6\n# end: taken over\nrpcuser=own\nrpcauth=mine\n',
    )
    expect(withTakenLines(second, '/old', [])).toBe('rpcuser=own\n')
  })

  it('show no values of secrets to users', () => {
    expect(hideSecrets('a=1\n rpcpassword = x y\nrpcauth=q\n# rpcpassword=z')).toBe(
      'a=1\n rpcpassword =…\nrpcauth=…\n# rpcpassword=z',
    )
  })
})
