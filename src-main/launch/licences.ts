/** Collects the packages of the program with their licences, for About and for the packages of a release. */
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface PackageLicence {
  readonly name: string
  readonly version: string
  /** SPDX expression, or the package's own text */
  readonly licence: string
  /** empty if the package has no licence text */
  readonly text: string
}

interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly license?: string | { readonly type?: string }
  readonly author?: string | { readonly name?: string }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Returns the package names in paths of modules. Paths outside packages are skipped. */
export function packagesIn(paths: Iterable<string>): ReadonlySet<string> {
  const names = [...paths].map(
    (path) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path.replaceAll('\\', '/'))?.[1],
  )
  return new Set(names.filter((name) => name !== undefined))
}

/** Returns the packages loaded at run time: the project's dependencies and, recursively, theirs. */
export function runtimePackages(project: string): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (names: readonly string[]) => {
    for (const name of names) {
      const folder = join(project, 'node_modules', name)
      if (found.has(name) || !existsSync(join(folder, 'package.json'))) continue
      // Links lead to folders of this project, such as the stub that replaces elliptic.
      if (lstatSync(folder).isSymbolicLink()) continue
      found.add(name)
      add(Object.keys(readManifest(folder).dependencies ?? {}))
    }
  }
  const { dependencies, optionalDependencies } = readManifest(project)
  add(Object.keys({ ...dependencies, ...optionalDependencies }))
  // Its dependencies are used only to download it.
  return found.add('electron')
}

/** Packages in the build that are no module of the page: its font, its styles, and the library of the miner's code. */
const EMBEDDED_PACKAGES = ['@fontsource-variable/inter', 'tailwindcss', 'assemblyscript']

/** Libraries of other authors that are compiled into packages. */
const COMPONENTS = [
  { name: 'SQLite', inside: 'better-sqlite3', licence: 'blessing', file: 'resources/licences/SQLite.txt' },
  {
    ...{ name: 'libsecp256k1', inside: 'secp256k1, tiny-secp256k1', licence: 'MIT' },
    file: 'node_modules/secp256k1/src/secp256k1/COPYING',
  },
] as const

/**
 * Returns the licences of the named packages, and of the embedded ones, sorted by name. Packages that are not
 * installed are skipped.
 */
export function readLicences(project: string, names: Iterable<string>): readonly PackageLicence[] {
  const packages = [...new Set([...names, ...EMBEDDED_PACKAGES])].flatMap((name) => {
    const folder = join(project, 'node_modules', name)
    if (!existsSync(join(folder, 'package.json'))) return []
    const manifest = readManifest(folder)
    const { version = '', license = '' } = manifest
    const licence = typeof license === 'string' ? license : (license.type ?? '')
    const text = readOwnText(folder) ?? readStandardText(project, licence, manifest) ?? ''
    return [{ name, version, licence, text }]
  })
  const components = COMPONENTS.map(({ name, inside, licence, file }) => {
    return { name, version: `in ${inside}`, licence, text: readFileSync(join(project, file), 'utf8') }
  })
  return [...packages, ...components].toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
}

/** Returns the licence text in a package's folder: a file, or a section of its README. */
function readOwnText(folder: string): string | undefined {
  const entries = readdirSync(folder)
  const file = entries.find((entry) => /^(licen[cs]e|copying)/i.test(entry))
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8')
  const readme = entries.find((entry) => /^readme/i.test(entry))
  if (readme === undefined) return undefined
  const [, section = ''] = /^#+ *licen[cs]e\b.*\n([^#]*)/im.exec(readFileSync(join(folder, readme), 'utf8')) ?? []
  return /Permission is hereby granted|Redistribution and use/.test(section) ? section.trimStart() : undefined
}

/** Returns the standard text of a licence with the package's author, for packages that name only the licence. */
function readStandardText(project: string, licence: string, { author = '' }: Manifest): string | undefined {
  const path = join(project, 'resources/licences', `${licence}.txt`)
  if (!/^[\w.-]+$/.test(licence) || !existsSync(path)) return undefined
  const name = typeof author === 'string' ? author.replace(/ *[<(].*$/, '') : (author.name ?? '')
  return readFileSync(path, 'utf8').replace('<author>', () => name)
}
