/** The README is short; its commands and those of the guide for operators exist. */
import { readFileSync } from 'node:fs'
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
const methods = [...read('resources/rpc-methods.txt').matchAll(/^(\w+)\(/gm)].map(([, name = '']) => name)

describe('the README', () => {
  it('has at most 900 words', () => {
    expect(readme.trim().split(/\s+/).length).toBeLessThanOrEqual(MAX_WORDS)
  })

  it('names npm scripts and RPC methods that exist, as operate.md does', () => {
    expect(readme.match(RUN)?.length).toBeGreaterThan(5)
    expect(readme.match(CALL)?.length).toBeGreaterThan(3)
    for (const text of [readme, operate]) {
      expect(findUnknown(text, RUN, scripts)).toEqual([])
      expect(findUnknown(text, CALL, methods)).toEqual([])
    }
  })

  it('is followed by a guide for operators whose tables list options that exist', () => {
    expect(operate.match(OPTION)?.length).toBeGreaterThan(10)
    expect(findUnknown(operate, OPTION, options)).toEqual([])
  })

  it('would fail with a script or method that was renamed', () => {
    expect(findUnknown('npm run -s deamon -- -gen', RUN, scripts)).toEqual(['deamon'])
    expect(findUnknown('npm run -s cli -- -sandbox createtoken GOLD', CALL, methods)).toEqual(['createtoken'])
  })
})
