/** What the packages for every system have in common: which files the program is, and that two builds give the same bytes. */
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { BUNDLED_NODES, findBundledNode } from '../launch/bundledNode.mjs'

export const project = resolve(import.meta.dirname, '../..')

/** Where a package is to run, in Node.js' words. */
export interface PackageTarget {
  readonly platform: string
  readonly arch: string
}

/** stdout of a step that must succeed. @throws Error */
export function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = project): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? `${stdout}${stderr}`}`)
  return stdout
}

/** Files below a folder, as paths from it, in one order everywhere. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

/** Time of the last commit, or what the environment says (reproducible-builds.org), in seconds. */
export function buildTime(): number {
  const given = process.env['SOURCE_DATE_EPOCH']
  return Number(given ?? run('git', ['log', '-1', '--format=%ct']).trim())
}

/** A folder that becomes a package. */
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

/** One time and the usual modes of folders, so that nothing of this machine shows in the package. */
export function level(root: string, seconds: number): void {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    utimesSync(path, seconds, seconds)
  }
  chmodSync(root, 0o755)
}

/** Sources of native packages, and binaries for other systems. */
function isForeign(path: string, { platform, arch }: PackageTarget): boolean {
  const [, name = '', rest = ''] = /node_modules\/(better-sqlite3|secp256k1)\/(.*)$/.exec(path) ?? []
  if (name === '') return false
  if (/^(deps|src)\//.test(rest)) return true
  return rest.startsWith('prebuilds/') && !rest.startsWith(`prebuilds/${platform}-${arch}`)
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly link?: boolean }>>
}

/** Path of the Node.js for this platform. @throws Error if it is missing or has another checksum */
export function bundledNode(): string {
  const path = findBundledNode(project)
  if (path === undefined) throw new Error('The bundled Node.js is not installed: run "npm ci" first')
  return path
}

const NODE_PACKAGES: ReadonlySet<string> = new Set(
  Object.values(BUNDLED_NODES).map(({ name }) => `node_modules/${name}`),
)

/** Folders of the packages that the program loads, except Node.js itself. */
function runtimePackages(): string[] {
  const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as Lock
  return Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && dev !== true && link !== true)
    .map(([path]) => path)
    .filter((path) => !NODE_PACKAGES.has(path) && !path.endsWith('/node-addon-api'))
}

/** Runs `npm pack` in a folder, without its scripts. Returns the name of the tarball and the paths in it. @throws Error */
export function packByNpm(options: readonly string[], cwd = project): { filename: string; files: readonly string[] } {
  const npm = process.env['npm_execpath']
  const pack = ['pack', '--json', '--ignore-scripts', ...options]
  const packed = npm === undefined ? run('npm', pack, {}, cwd) : run(process.execPath, [npm, ...pack], {}, cwd)
  const [{ filename, files }] = JSON.parse(packed) as [{ filename: string; files: { path: string }[] }]
  return { filename, files: files.map(({ path }) => path) }
}

/** What `npm pack` lists of the program itself. */
function ownFiles(): string[] {
  return packByNpm(['--dry-run']).files.filter((path) => !path.startsWith('node_modules/'))
}

/** Paths from the project's folder: the built program with the packages that it loads on this system. */
export function programFiles(target: PackageTarget): readonly string[] {
  const packaged = runtimePackages().flatMap((folder) =>
    filesBelow(join(project, folder))
      .map((path) => join(folder, path))
      .filter((path) => !isForeign(path, target)),
  )
  return [...new Set([...ownFiles(), ...packaged])]
}
