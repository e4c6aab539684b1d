import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { project } from './programFiles.ts'

const DOCUMENTS = ['README.md', ...['changelog', 'compatibility', 'operate'].map((name) => `resources/docs/${name}.md`)]

/** Folders whose sources name every option of a program. */
const SOURCES = [
  'src-main/config',
  'src-main/node/consensus',
  'src-main/cli',
  'src-main/app',
  'src-main/web',
  'src-main/launch',
  'src-main/query',
]

const sources = SOURCES.flatMap((folder) =>
  readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(project, folder, name), 'utf8')),
)
const known = new Set(sources.flatMap((text) => text.match(/\b[a-z][a-z_0-9-]*\b/g) ?? []))

/** Options between backticks that no source names. */
const findUnknown = (text: string): string[] =>
  [...text.matchAll(/`-{1,2}([a-z][a-z_0-9-]*)/g)].map(([, name = '']) => name).filter((name) => !known.has(name))

describe('documents for users', () => {
  it.each(DOCUMENTS)('name only options that exist: %s', (path) => {
    expect(findUnknown(readFileSync(join(project, path), 'utf8'))).toEqual([])
  })

  it('would fail with a misspelt option', () => {
    expect(findUnknown('`-zmqpubhashblock`, `-zmqpubhashblok=tcp://127.0.0.1:1`')).toEqual(['zmqpubhashblok'])
  })
})
