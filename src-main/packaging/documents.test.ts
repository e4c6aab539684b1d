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

/** Texts of a document outside of code blocks. */
const prose = (path: string) => readFileSync(path, 'utf8').replace(/^```[\s\S]*?^```/gm, '')

/** Anchors of the headings of a document, as GitHub makes them. */
const anchors = (path: string) =>
  [...prose(path).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Why a link of a document leads nowhere; undefined if it does not. */
function findFault(document: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? join(project, document) : resolve(project, dirname(document), path)
  if (!existsSync(target)) return `${document}: ${link} does not exist`
  if (anchor === undefined || statSync(target).isDirectory() || anchors(target).includes(anchor)) return undefined
  return `${document}: ${link} names no heading`
}

describe('the documents', () => {
  it('link to files and headings that exist', () => {
    const links = documents.flatMap((document) =>
      [...prose(join(project, document)).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !/^[a-z]+:/.test(link))
        .map((link) => findFault(document, link)),
    )
    expect(links.length).toBeGreaterThan(20)
    expect(links.filter((fault) => fault !== undefined)).toEqual([])
  })

  it('would fail with a link to a missing file or heading', () => {
    expect(findFault('.github/SECURITY.md', '../README.md#security')).toMatch(/names no heading$/)
    expect(findFault('.github/SECURITY.md', 'README.md')).toMatch(/does not exist$/)
  })
})
