import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chainParamsFromArgs } from '../node/consensus/index.ts'
import { type LoadedConf, type LoadInput, loadOptions } from './load.ts'
import { planReload, RELOADABLE_OPTIONS, type ReloadPlan } from './reload.ts'
import { OPTIONS } from './table.ts'

const HASH = 'ab'.repeat(32)

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reload-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const confPath = () => join(folder, 'RELOAD.conf')

function load(argv: readonly string[], missingConf: LoadInput['missingConf'] = 'write') {
  return loadOptions({
    ...{ argv: ['-ac_name=RELOAD', `-datadir=${folder}`, ...argv], home: folder, cwd: folder, cpus: 1, missingConf },
    random: (length) => new Uint8Array(length).fill(1),
    ports: chainParamsFromArgs,
  })
}

function start(lines: string, argv: readonly string[] = []): LoadedConf {
  writeFileSync(confPath(), lines)
  const loaded = load(argv)
  if (loaded.kind !== 'options') throw new Error(JSON.stringify(loaded))
  return loaded.conf
}

function reload(started: LoadedConf, lines: string, argv: readonly string[] = []): ReloadPlan {
  writeFileSync(confPath(), lines)
  return planReload(started, load(argv, 'require'))
}

describe('planReload', () => {
  it('applies a valid conf file', () => {
    const plan = reload(start('rpcuser=u\n'), `rpcuser=u\nrpcauth=ann:salt$${HASH}\nrpcreadonly=ann\nloglevel=debug\n`)
    expect(plan).toMatchObject({ kind: 'apply', warnings: [] })
    if (plan.kind === 'apply') {
      expect(plan.options.log.level).toBe('debug')
      expect(plan.options.rpc.users.readOnly).toEqual(['ann'])
    }
  })

  it.each([
    [
      'a misspelt option',
      'rpcreadonyl=ann',
      'rpcreadonyl is not an option of this program and is ignored; did you mean rpcreadonly?',
    ],
    ['a line without "="', 'rpcreadonly ann', 'line 2 of <conf> is not key=value and is ignored'],
  ])('applies nothing because of %s, and warns as at the start', (_mistake, line, warning) => {
    const lines = `rpcauth=ann:salt$${HASH}\n${line}\nloglevel=debug\n`
    const expected = [warning.replace('<conf>', confPath())]
    expect(reload(start(''), lines)).toEqual({
      kind: 'reject',
      reason: `correct ${confPath()} first`,
      warnings: expected,
    })
    expect(start(lines).warnings).toEqual(expected)
  })

  it.each([
    ['rpcauth=ann', /^Invalid -rpcauth argument/],
    ['rpcreadonly=nobody', /^-rpcreadonly: unknown user nobody/],
    ['rpcport=x', /^rpcport=x in .*: expected a whole number/],
    ['prune=550', /^prune in .*: this program keeps every block/],
  ])('applies nothing because of the invalid line %s', (line, reason) => {
    expect(reload(start(''), `loglevel=debug\n${line}\n`)).toEqual({
      kind: 'reject',
      reason: expect.stringMatching(reason),
      warnings: [],
    })
  })

  it('applies nothing if the conf file is missing, and writes none', () => {
    const started = start('rpcuser=u\n')
    rmSync(confPath())
    expect(planReload(started, load([], 'require'))).toEqual({
      kind: 'reject',
      reason: `${confPath()} is missing`,
      warnings: [],
    })
    expect(existsSync(confPath())).toBe(false)
  })

  it('ignores mistakes of the command line, which warned at the start', () => {
    const argv = ['-rpcreadonyl=ann']
    expect(reload(start('', argv), 'loglevel=debug\n', argv)).toMatchObject({ kind: 'apply', warnings: [] })
  })

  it('names the changed options that need a restart, without their values', () => {
    const argv = ['-maxconnections=5']
    const started = start('rpcpassword=old\nmaxconnections=7\nlisten=1\n', argv)
    const plan = reload(started, 'rpcpassword=new\nmaxconnections=8\nnolisten=1\nloglevel=debug\n', argv)
    const late = (name: string) => `${name} in ${confPath()} has changed, which has no effect before a restart`
    expect(plan).toMatchObject({ kind: 'apply', warnings: [late('listen'), late('rpcpassword')] })
  })
})

describe('RELOADABLE_OPTIONS', () => {
  it('names existing options, the same as the operator’s manual', () => {
    expect(RELOADABLE_OPTIONS.filter((name) => !Object.hasOwn(OPTIONS, name))).toEqual([])
    const manual = readFileSync(resolve(import.meta.dirname, '../../resources/docs/operate.md'), 'utf8')
    const [, list = ''] = /^\* Reloaded options: ([\s\S]*?)\.\s/m.exec(manual) ?? []
    expect([...list.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(RELOADABLE_OPTIONS)
  })
})
