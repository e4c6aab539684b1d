import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { project } from './programFiles.ts'

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

/** Returns the text of a document without code blocks. */
const prose = (path: string) => readFileSync(path, 'utf8').replace(/^```[\s\S]*?^```/gm, '')

/** Returns the anchors of a document's headings, as GitHub generates them. */
const anchors = (path: string) =>
  [...prose(path).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Returns why a link of a document is broken, or undefined if it is valid. */
function findFault(document: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? join(project, document) : resolve(project, dirname(document), path)
  if (!existsSync(target)) return `${document}: ${link} does not exist`
  if (anchor === undefined || statSync(target).isDirectory() || anchors(target).includes(anchor)) return undefined
  return `${document}: ${link} names no heading`
}

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
    const links = documents.flatMap((document) =>
      [...prose(join(project, document)).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !/^[a-z]+:/.test(link))
        .map((link) => findFault(document, link)),
    )
    expect(links.length).toBeGreaterThan(20)
    expect(links.filter((fault) => fault !== undefined)).toEqual([])
  })

  it('fail the check if they link to a missing file or heading', () => {
    expect(findFault('.github/SECURITY.md', '../README.md#security')).toMatch(/names no heading$/)
    expect(findFault('.github/SECURITY.md', 'README.md')).toMatch(/does not exist$/)
  })
})
