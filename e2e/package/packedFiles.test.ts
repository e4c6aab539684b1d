/** The files that `npm pack` puts into the tarball, and what npm would have to fetch beside it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { projectRoot, temporaryFolder } from '../support/daemon.ts'
import { packTarball } from './installed.ts'

interface PackedManifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const MANIFEST = /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+\/)?package\.json$/

/** Returns true if the tarball has a package that an import in `folder` of it finds by this name. */
function isPacked(files: ReadonlySet<string>, folder: string, name: string): boolean {
  if (files.has(`${folder}node_modules/${name}/package.json`)) return true
  if (folder === '') return false
  return isPacked(files, folder.slice(0, folder.lastIndexOf('node_modules/')), name)
}

/** Returns the names of packages that the tarball's packages depend on and the tarball lacks, sorted. */
function findUnpacked(files: ReadonlySet<string>): string[] {
  const missing = [...files].flatMap((path) => {
    const [isManifest, folder = ''] = MANIFEST.exec(path) ?? []
    if (isManifest === undefined) return []
    const manifest = JSON.parse(readFileSync(join(projectRoot, path), 'utf8')) as PackedManifest
    const names = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
    return names.filter((name) => !isPacked(files, folder, name))
  })
  return [...new Set(missing)].toSorted()
}

describe('the tarball of npm pack', () => {
  let files: ReadonlySet<string>

  beforeAll(() => {
    files = new Set(packTarball(temporaryFolder()).files)
  })

  it('contains the manifest of the stub, and no other file, in place of elliptic', () => {
    expect([...files].filter((path) => path.includes('node_modules/elliptic/'))).toEqual([
      'node_modules/elliptic/package.json',
    ])
  })

  it('leaves nothing to fetch for npm except the optional Node.js', () => {
    expect(findUnpacked(files)).toEqual(Object.keys(packageFile.optionalDependencies).toSorted())
  })

  it('contains each binary of secp256k1 that a checkout has', () => {
    const folder = 'node_modules/secp256k1/prebuilds'
    const binaries = readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.node'))
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    expect(binaries).not.toEqual([])
    expect(binaries.filter((path) => !files.has(path))).toEqual([])
  })
})
