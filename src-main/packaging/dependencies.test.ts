import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { project } from './programFiles.ts'

/** Entry of a package in `package-lock.json`, version 3. */
interface LockEntry {
  readonly version?: string
  readonly license?: string
  readonly dev?: true
  readonly link?: true
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

const file = resolve(project, 'resources/docs/dependencies.md')
const document = readFileSync(file, 'utf8')
const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockEntry>>
}
/** Packages for building and testing. A link leads to a folder of this project. */
const tools = Object.keys(lock.packages['']?.devDependencies ?? {}).filter(
  (name) => lock.packages[`node_modules/${name}`]?.link !== true,
)

const packageName = (path: string) => path.replace(/^.*node_modules\//, '')
const byName = (a: string, b: string) => (packageName(a) < packageName(b) ? -1 : 1)

/**
 * Returns the lock file's path of the package that an import in the package at `from` resolves to, or undefined if it
 * is missing.
 */
function resolvePackage(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (path in lock.packages) return path
    if (folder === '') return undefined
  }
}

/** Returns the development packages that the sources of the window's page import. */
function pagePackages(): string[] {
  const sources = ['src-renderer', 'src-shared'].flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|css)$/.test(name) && !/\.test\.tsx?$|\btesting\b/.test(name))
      .map((name) => readFileSync(join(project, folder, name), 'utf8')),
  )
  const imported = sources.flatMap((source) =>
    [...source.matchAll(/(?:from|import\(?) ?['"]((?:@[\w-]+\/)?[\w.-]+)/g)].map(([, name = '']) => name),
  )
  return [...new Set(imported)].filter((name) => tools.includes(name)).toSorted()
}

/** Returns the paths of packages and of all their dependencies. */
function withDependencies(names: readonly string[]): string[] {
  const found = new Set<string>()
  const add = (from: string, name: string) => {
    const path = resolvePackage(from, name)
    if (path === undefined || found.has(path)) return
    found.add(path)
    const { dependencies, peerDependencies, peerDependenciesMeta } = lock.packages[path] ?? {}
    const peers = Object.keys(peerDependencies ?? {}).filter((peer) => peerDependenciesMeta?.[peer]?.optional !== true)
    for (const next of [...Object.keys(dependencies ?? {}), ...peers]) add(path, next)
  }
  for (const name of names) add('', name)
  return [...found]
}

const programPaths = Object.entries(lock.packages)
  .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && dev !== true && link !== true)
  .map(([path]) => path)
const pagePaths = withDependencies(pagePackages()).filter((path) => !programPaths.includes(path))
const toolPaths = tools.map((name) => `node_modules/${name}`).filter((path) => !pagePaths.includes(path))

const names = (paths: readonly string[]) => [...new Set(paths.map(packageName))].toSorted()

function table(title: string, paths: readonly string[]): string {
  const rows = paths.toSorted(byName).map((path) => {
    const { version, license } = lock.packages[path] ?? {}
    return `| \`${packageName(path)}\` | ${version} | ${license} |`
  })
  return `### ${title}\n\n| package | version | licence |\n|---|---|---|\n${rows.join('\n')}\n`
}

const HEADING = '## Versions and licences\n'
const INTRODUCTION =
  'Written from the lock file by `src-main/packaging/dependencies.test.ts`, which fails when a package is missing here or in the text above.'

/** Returns the names in the first cell of each table row of a section. */
function namedPackages(heading: string): string[] {
  const section = document.split(`## ${heading}\n`)[1]?.split(/^## /m)[0] ?? ''
  const cells = [...section.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = '']) => cell)
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)).toSorted()
}

describe('resources/docs/dependencies.md', () => {
  // To update the tables: npx vitest run --project unit src-main/packaging/dependencies.test.ts -u
  it('lists each package of the lock file that is loaded, bundled or used directly, with version and licence', async () => {
    const [text = ''] = document.split(HEADING)
    const tables = [
      table('Loaded by the node, the daemon and the app', programPaths),
      table("Built into the window's page, with what is installed for it", pagePaths),
      table('For building and testing', toolPaths),
    ]
    const expected = `${text}${HEADING}\n${INTRODUCTION}\n\n${tables.join('\n')}`
    await expect(expected).toMatchFileSnapshot(file)
  })

  it('explains for exactly the packages that the program loads why they are trusted', () => {
    expect(namedPackages('What the node, the daemon and the app load')).toEqual(names(programPaths))
  })

  it('explains for exactly the packages that the page imports what they do', () => {
    expect(namedPackages("What is built into the window's page")).toEqual(pagePackages())
  })

  it('names only installed packages among those that make the packages', () => {
    expect(tools).toEqual(expect.arrayContaining(namedPackages('What makes the packages')))
  })
})

describe('package-lock.json', () => {
  it('contains only the stub instead of elliptic', () => {
    const found = Object.entries(lock.packages).filter(([path]) => path.endsWith('node_modules/elliptic'))
    expect(found).toEqual([['node_modules/elliptic', { resolved: 'resources/noElliptic', link: true }]])
  })
})
