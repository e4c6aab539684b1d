/**
 * Makes the Debian package of the build that is there: `node src-main/packaging/debian.ts <folder for the .deb>`. What
 * `npm pack` packs, with a Node.js of its own, without what only other systems need. Two runs give the same bytes.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import packageFile from '../../package.json' with { type: 'json' }
import { ICON_SIZES, renderIcon } from './icons.ts'

const project = resolve(import.meta.dirname, '../..')
const HOME = 'usr/lib/chainwright'
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }
const PROGRAMS = {
  chainwright: 'start.mjs',
  chainwrightd: 'chainwrightd.mjs',
  'chainwright-cli': 'chainwright-cli.mjs',
  'chainwright-query': 'chainwright-query.mjs',
}
const COMPLETIONS: readonly (readonly [shell: string, folder: string, name: (program: string) => string])[] = [
  ['bash', 'usr/share/bash-completion/completions', (program) => program],
  ['zsh', 'usr/share/zsh/vendor-completions', (program) => `_${program}`],
  ['fish', 'usr/share/fish/vendor_completions.d', (program) => `${program}.fish`],
]

/** Sources of native packages, and binaries for other systems. */
function isForeign(path: string): boolean {
  const [, name = '', rest = ''] = /node_modules\/(better-sqlite3|secp256k1)\/(.*)$/.exec(path) ?? []
  if (name === '') return false
  if (/^(deps|src)\//.test(rest)) return true
  return rest.startsWith('prebuilds/') && !rest.startsWith(`prebuilds/linux-${process.arch}`)
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr}`)
  return stdout
}

/** Files below a folder, as paths from it, in one order everywhere. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

/** Time of the last commit, or what the environment says (reproducible-builds.org), in seconds. */
function buildTime(): number {
  const given = process.env['SOURCE_DATE_EPOCH']
  return Number(given ?? run('git', ['log', '-1', '--format=%ct']).trim())
}

class Tree {
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

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly link?: boolean }>>
}

/** Folders of the packages that the program loads; its Node.js is one file of its own package. */
function runtimePackages(): string[] {
  const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as Lock
  return Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && dev !== true && link !== true)
    .map(([path]) => path)
    .filter((path) => !/^node_modules\/node(-bin-setup|-addon-api)?$|\/node-addon-api$/.test(path))
}

/** What `npm pack` lists of the program itself. */
function ownFiles(): string[] {
  const npm = process.env['npm_execpath']
  const pack = ['pack', '--dry-run', '--json', '--ignore-scripts']
  const listed = npm === undefined ? run('npm', pack) : run(process.execPath, [npm, ...pack])
  const [{ files }] = JSON.parse(listed) as [{ files: { path: string }[] }]
  return files.map(({ path }) => path).filter((path) => !/^(node_modules|resources)\//.test(path))
}

/** The program with its packages and its Node.js. */
function addProgram(tree: Tree): void {
  const packaged = runtimePackages().flatMap((folder) =>
    filesBelow(join(project, folder))
      .map((path) => join(folder, path))
      .filter((path) => !isForeign(path)),
  )
  for (const path of new Set([...ownFiles(), ...packaged])) tree.copy(path, join(HOME, path))
  tree.copy('node_modules/node/bin/node', join(HOME, 'node_modules/node/bin/node'), 0o755)
  for (const [name, script] of Object.entries(PROGRAMS)) {
    const node = `/${HOME}/node_modules/node/bin/node`
    tree.write(`usr/bin/${name}`, `#!/bin/sh\nexec ${node} /${HOME}/src-main/launch/${script} "$@"\n`, 0o755)
  }
}

/** What the desktop, the shell and the service manager look for. */
async function addSystemFiles(tree: Tree): Promise<void> {
  for (const name of Object.keys(PROGRAMS)) {
    const page = gzipSync(readFileSync(join(project, 'out/man', `${name}.1`)), { level: 9 })
    tree.write(`usr/share/man/man1/${name}.1.gz`, page)
    for (const [shell, folder, fileName] of COMPLETIONS) {
      tree.copy(`out/completions/chainwright.${shell}`, join(folder, fileName(name)))
    }
  }
  tree.copy('resources/package/chainwright.desktop', 'usr/share/applications/chainwright.desktop')
  const metainfo = 'org.chainwright.Chainwright.metainfo.xml'
  tree.copy(`resources/package/${metainfo}`, `usr/share/metainfo/${metainfo}`)
  tree.copy('resources/package/chainwrightd.service', 'usr/lib/systemd/system/chainwrightd.service')
  tree.copy('resources/package/chainwrightd.default', 'etc/default/chainwrightd')
  tree.copy('LICENSE', 'usr/share/doc/chainwright/copyright')
  const svg = readFileSync(join(project, 'src-renderer/public/icon.svg'), 'utf8')
  tree.write('usr/share/icons/hicolor/scalable/apps/chainwright.svg', svg)
  for (const size of ICON_SIZES) {
    tree.write(`usr/share/icons/hicolor/${size}x${size}/apps/chainwright.png`, await renderIcon(svg, size))
  }
}

function addControl(tree: Tree, architecture: string): void {
  const files = filesBelow(tree.root)
  const kilobytes = files.reduce((sum, path) => sum + Math.ceil(statSync(join(tree.root, path)).size / 1024), 0)
  const sums = files.map((path) => {
    return `${createHash('md5')
      .update(readFileSync(join(tree.root, path)))
      .digest('hex')}  ${path}\n`
  })
  const fields = [
    'Package: chainwright',
    `Version: ${packageFile.version}`,
    `Architecture: ${architecture}`,
    'Maintainer: The Chainwright developers <developers@chainwright.invalid>',
    `Installed-Size: ${kilobytes}`,
    'Depends: adduser, libc6 (>= 2.28), libstdc++6 (>= 10)',
    'Recommends: chromium | www-browser, xdg-utils',
    'Section: net',
    'Priority: optional',
    'Description: Smart Chain node with wallet, tokens, faucet and JSON-RPC server',
    ` ${packageFile.description}`,
    ' .',
    ' chainwright opens the window, chainwrightd runs the node as a service, chainwright-cli',
    ' calls it, chainwright-query answers from PostgreSQL.',
  ]
  tree.write('DEBIAN/control', `${fields.join('\n')}\n`)
  tree.write('DEBIAN/md5sums', sums.join(''))
  tree.write('DEBIAN/conffiles', '/etc/default/chainwrightd\n')
  for (const script of ['postinst', 'prerm', 'postrm'])
    tree.copy(`resources/package/${script}`, `DEBIAN/${script}`, 0o755)
}

/** One time and the usual modes for everything, so that nothing of this machine shows in the package. */
function level(root: string, seconds: number): void {
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    utimesSync(path, seconds, seconds)
  }
  chmodSync(root, 0o755)
}

/** Returns the path of the package. */
async function makeDebianPackage(folder: string): Promise<string> {
  const architecture = ARCHITECTURES[process.arch]
  if (process.platform !== 'linux' || architecture === undefined) throw new Error('Debian packages are made on Linux')
  const seconds = buildTime()
  const root = mkdtempSync(join(tmpdir(), 'chainwright-deb-'))
  try {
    const tree = new Tree(root)
    addProgram(tree)
    await addSystemFiles(tree)
    addControl(tree, architecture)
    level(root, seconds)
    const path = join(folder, `chainwright_${packageFile.version}_${architecture}.deb`)
    run('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z9', '--build', root, path], {
      SOURCE_DATE_EPOCH: String(seconds),
    })
    return path
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const [target = '.'] = process.argv.slice(2)
mkdirSync(target, { recursive: true })
process.stdout.write(`${await makeDebianPackage(resolve(target))}\n`)
