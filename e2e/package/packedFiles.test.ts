/** Tests the files of the npm package, the packages that npm would download, and the scripts that it would run. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { projectRoot, temporaryFolder } from '../support/daemon.ts'
import { packTarball, runStep } from './installed.ts'

interface PackedManifest {
  readonly scripts?: Readonly<Record<string, string>>
  readonly gypfile?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const MANIFEST = /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+\/)?package\.json$/

/** Returns true if an import in `folder` of the tarball finds a package with this name in the tarball. */
function isPacked(files: ReadonlySet<string>, folder: string, name: string): boolean {
  if (files.has(`${folder}node_modules/${name}/package.json`)) return true
  if (folder === '') return false
  return isPacked(files, folder.slice(0, folder.lastIndexOf('node_modules/')), name)
}

/** Returns true if npm runs a script when it installs the package. */
function hasInstallStep({ scripts, gypfile }: PackedManifest, isGypPackage: boolean): boolean {
  const names = ['preinstall', 'install', 'postinstall']
  return names.some((name) => scripts?.[name] !== undefined) || (isGypPackage && gypfile !== false)
}

describe('the npm package', () => {
  let files: ReadonlySet<string>
  /** by folder of the package */
  let manifests: readonly (readonly [folder: string, manifest: PackedManifest])[]

  beforeAll(() => {
    const folder = temporaryFolder()
    runStep('tar', ['-xzf', packTarball(folder)], { cwd: folder })
    const root = join(folder, 'package')
    const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))
    files = new Set(paths)
    manifests = paths.flatMap((path) => {
      const [isManifest, at = ''] = MANIFEST.exec(path) ?? []
      return isManifest === undefined ? [] : [[at, JSON.parse(readFileSync(join(root, path), 'utf8'))]]
    })
  })

  it('contains only the manifest of the stub instead of elliptic', () => {
    expect([...files].filter((path) => path.includes('node_modules/elliptic/'))).toEqual([
      'node_modules/elliptic/package.json',
    ])
  })

  it('needs no download by npm except the optional Node.js', () => {
    const missing = manifests.flatMap(([folder, { dependencies, optionalDependencies }]) => {
      const names = Object.keys({ ...dependencies, ...optionalDependencies })
      return names.filter((name) => !isPacked(files, folder, name))
    })
    expect(missing.toSorted()).toEqual(Object.keys(packageFile.optionalDependencies).toSorted())
  })

  it('runs and compiles nothing when npm installs it', () => {
    const found = manifests.filter(([folder, manifest]) => hasInstallStep(manifest, files.has(`${folder}binding.gyp`)))
    expect(found.map(([folder]) => folder)).toEqual([])
  })

  it('contains each binary of secp256k1 in a checkout', () => {
    const folder = 'node_modules/secp256k1/prebuilds'
    const binaries = readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.node'))
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    expect(binaries).not.toEqual([])
    expect(binaries.filter((path) => !files.has(path))).toEqual([])
  })
})
