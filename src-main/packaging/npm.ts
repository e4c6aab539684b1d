/**
 * Makes the npm package from an existing build: `node src-main/packaging/npm.ts <folder for the .tgz>`. It equals the
 * output of `npm pack`, except that it has the documents of every package in `doc`, and that no bundled package has an
 * install script, because each includes its binaries.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { addDocuments, listPackagesOfBuild } from './documents.ts'
import { packByNpm, project, Tree } from './programFiles.ts'

/** Manifest of the only bundled package with an install script. */
const MANIFEST = 'node_modules/secp256k1/package.json'

/**
 * Returns the manifest without scripts. `gypfile: false` also keeps npm from compiling the package because of its
 * `binding.gyp`.
 */
function removeInstallScript(manifest: string): string {
  const { scripts: _, ...rest } = JSON.parse(manifest) as Readonly<Record<string, unknown>>
  return `${JSON.stringify({ ...rest, gypfile: false }, null, 2)}\n`
}

/** Makes the package. Returns its path. */
function makeNpmPackage(folder: string): string {
  const stage = new Tree(mkdtempSync(join(tmpdir(), 'chainwright-npm-')))
  try {
    for (const path of packByNpm(['--dry-run']).files) stage.copy(path, path)
    stage.write(MANIFEST, removeInstallScript(readFileSync(join(project, MANIFEST), 'utf8')))
    addDocuments(stage, { readme: 'README.md', folder: 'doc' }, listPackagesOfBuild())
    return join(folder, packByNpm(['--pack-destination', folder], stage.root).filename)
  } finally {
    rmSync(stage.root, { recursive: true, force: true })
  }
}

const folder = resolve(process.argv[2] ?? '.')
mkdirSync(folder, { recursive: true })
process.stdout.write(`${makeNpmPackage(folder)}\n`)
