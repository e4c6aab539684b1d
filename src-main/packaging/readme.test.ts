/** The README is short. Commands, options and tests that it and other documents name exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { CLIENT_OPTIONS } from '../cli/clientOptions.ts'
import { OPTIONS } from '../config/table.ts'
import { project } from './programFiles.ts'

const MAX_WORDS = 900
const read = (path: string) => readFileSync(join(project, path), 'utf8')
const readme = read('README.md')
const operate = read('resources/docs/operate.md')
const tests = read('e2e/README.md')
const others = ['.github/CONTRIBUTING.md', 'resources/docs/release.md', 'resources/docs/performance.md'].map(read)

/** Names that the pattern's group finds and the list does not have. */
const findUnknown = (text: string, pattern: RegExp, known: readonly string[]) =>
  [...text.matchAll(pattern)].flatMap(([, name = '']) => (known.includes(name) ? [] : [name]))

const RUN = /\bnpm run (?:-\S+ )*([\w:]+)/g
const CALL = /\b(?:npm run -s cli --|chainwright-cli) (?:-[\w=]+ )*([a-z]\w+)/g
/** An option at the start of a row of a table. */
const OPTION = /^\| `-(\w+)/gm
const APP_OPTIONS = ['root']
const options = [...Object.keys(OPTIONS), ...Object.keys(CLIENT_OPTIONS), ...APP_OPTIONS]
const scripts = Object.keys(packageFile.scripts)
/** Commands of the client that are no RPC methods. */
const COMMANDS = ['movein']
const listed = [...read('resources/rpc-methods.txt').matchAll(/^(\w+)\(/gm)].map(([, name = '']) => name)
const methods = [...COMMANDS, ...listed]

describe('the README', () => {
  it('keeps to at most 900 words', () => {
    expect(readme.trim().split(/\s+/).length).toBeLessThanOrEqual(MAX_WORDS)
  })

  it('names npm scripts and RPC methods that exist, as the other documents do', () => {
    expect(readme.match(RUN)?.length).toBeGreaterThan(5)
    expect(readme.match(CALL)?.length).toBeGreaterThan(3)
    const all = [readme, operate, tests, ...others].join('\n')
    expect(findUnknown(all, RUN, scripts)).toEqual([])
    expect(findUnknown(all, CALL, methods)).toEqual([])
  })

  it('would fail with a script or method that was renamed', () => {
    expect(findUnknown('npm run -s deamon -- -gen', RUN, scripts)).toEqual(['deamon'])
    expect(findUnknown('npm run -s cli -- -sandbox createtoken GOLD', CALL, methods)).toEqual(['createtoken'])
  })
})

describe('the guide for operators', () => {
  it('lists options that exist', () => {
    expect(operate.match(OPTION)?.length).toBeGreaterThan(10)
    expect(findUnknown(operate, OPTION, options)).toEqual([])
  })
})

describe('the guide to end-to-end tests', () => {
  it('lists each folder of e2e', () => {
    const entries = readdirSync(join(project, 'e2e'), { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory() && /^\w/.test(entry.name)).map(({ name }) => name)
    expect(folders.filter((name) => !tests.includes(`\n| \`${name}\` |`))).toEqual([])
  })

  it('names a test file or folder for each journey', () => {
    const [, table = ''] = tests.split('## Transports of the journeys')
    const rows = table.split('\n').filter((line) => line.startsWith('| '))
    const names = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
    const places = (name: string) => [`gui/${name}.test.ts`, `gui/${name}.extended.test.ts`, name]
    expect(names.length).toBeGreaterThan(40)
    expect(names.filter((name) => !places(name).some((path) => existsSync(join(project, 'e2e', path))))).toEqual([])
  })
})
