/** Shared code of all packages: selects the program's files and makes builds reproducible. */
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { BUNDLED_NODES, findBundledNode } from '../launch/bundledNode.mjs'

export const project = resolve(import.meta.dirname, '../..')

/** Target system of a package, with Node.js' names. */
export interface PackageTarget {
  readonly platform: string
  readonly arch: string
}

/** Runs a command and returns its stdout. @throws Error if the command fails */
export function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = project): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? `${stdout}${stderr}`}`)
  return stdout
}

/** Returns the files in a folder and its subfolders as relative paths, in the same order on every system. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

/**
 * Returns SOURCE_DATE_EPOCH (reproducible-builds.org) if it is set, otherwise the time of the last commit. In seconds.
 */
export function buildTime(): number {
  const given = process.env['SOURCE_DATE_EPOCH']
  return Number(given ?? run('git', ['log', '-1', '--format=%ct']).trim())
}

/** A folder with the contents of a package. */
export class Tree {
  readonly root: string
  constructor(root: string) {
    this.root = root
  }
  place(path: string): string {
    const target = join(this.root, path)
    mkdirSync(dirname(target), { recursive: true })
    return target
  }
  write(path: string, body: string | Uint8Array, mode = 0o644): void {
    writeFileSync(this.place(path), body)
    chmodSync(join(this.root, path), mode)
  }
  copy(from: string, path: string, mode = 0o644): void {
    copyFileSync(join(project, from), this.place(path))
    chmodSync(join(this.root, path), mode)
  }
}

/** Sets a fixed time and the usual modes, so that the package does not depend on this machine. */
export function level(root: string, seconds: number): void {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    utimesSync(path, seconds, seconds)
  }
  chmodSync(root, 0o755)
}

/** Returns true for sources of native packages and for binaries of other systems. */
function isForeign(path: string, { platform, arch }: PackageTarget): boolean {
  const [, name = '', rest = ''] = /node_modules\/(better-sqlite3|secp256k1)\/(.*)$/.exec(path) ?? []
  if (name === '') return false
  if (/^(deps|src)\//.test(rest)) return true
  return rest.startsWith('prebuilds/') && !rest.startsWith(`prebuilds/${platform}-${arch}`)
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly link?: boolean }>>
}

/** Returns the path of the Node.js for this platform. @throws Error if it is missing or has another checksum */
export function bundledNode(): string {
  const path = findBundledNode(project)
  if (path === undefined) throw new Error('The bundled Node.js is not installed: run "npm ci" first')
  return path
}

const NODE_PACKAGES: ReadonlySet<string> = new Set(
  Object.values(BUNDLED_NODES).map(({ name }) => `node_modules/${name}`),
)

/** Returns the folders of the packages that the program loads, except Node.js itself. */
function runtimePackages(): string[] {
  const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as Lock
  return Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && dev !== true && link !== true)
    .map(([path]) => path)
    .filter((path) => !NODE_PACKAGES.has(path) && !path.endsWith('/node-addon-api'))
}

/**
 * Runs `npm pack` in a folder without its scripts. Returns the name of the tarball and the paths in it.
 * @throws Error if it fails
 */
export function packByNpm(options: readonly string[], cwd = project): { filename: string; files: readonly string[] } {
  const npm = process.env['npm_execpath']
  const pack = ['pack', '--json', '--ignore-scripts', ...options]
  const packed = npm === undefined ? run('npm', pack, {}, cwd) : run(process.execPath, [npm, ...pack], {}, cwd)
  const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }]
  return { filename, files: files.map(({ path }) => path) }
}

/** Returns the program's own files in `npm pack`. */
function ownFiles(): string[] {
  return packByNpm(['--dry-run']).files.filter((path) => !path.startsWith('node_modules/'))
}

/**
 * Returns the paths of the built program and of the packages that it loads on the target system, relative to the
 * project's folder.
 */
export function programFiles(target: PackageTarget): readonly string[] {
  const packaged = runtimePackages().flatMap((folder) =>
    filesBelow(join(project, folder))
      .map((path) => join(folder, path))
      .filter((path) => !isForeign(path, target)),
  )
  return [...new Set([...ownFiles(), ...packaged])]
}
