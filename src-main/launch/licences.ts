/** Collects the packages of the program with their licences, for About. Runs during the build. */
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

/** Maximum length of a licence text. Longer ones belong to programs of many components and say where the rest is. */
const MAX_TEXT_LENGTH = 40_000

interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly license?: string | { readonly type?: string }
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

/** Returns the licences of the named packages, sorted by name. Packages that are not installed are skipped. */
export function readLicences(project: string, names: Iterable<string>): readonly PackageLicence[] {
  return [...new Set(names)].toSorted().flatMap((name) => {
    const folder = join(project, 'node_modules', name)
    if (!existsSync(join(folder, 'package.json'))) return []
    const { version = '', license = '' } = readManifest(folder)
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry))
    const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').slice(0, MAX_TEXT_LENGTH)
    return [{ name, version, licence: typeof license === 'string' ? license : (license.type ?? ''), text }]
  })
}
