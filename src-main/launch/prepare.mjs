// Plain JavaScript, because this file runs first, on any Node.js that the user has, before the build.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBundledNode } from './bundledNode.mjs'

const MINIMUM_NODE = 22
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
/** A file from each part of a build. */
const products = ['main/web.js', 'preload/preload.cjs', 'renderer/index.html'].map((name) => join(root, 'out', name))

/** Folder of the checkout or of the installed package. */
export const projectRoot = root
/** True in an installed package, which has the build but no sources. */
const installed = !existsSync(join(root, 'src-renderer'))

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/**
 * Returns the Node.js for the program: this one if it is new enough, otherwise the bundled one. Checked before anything
 * else is loaded, because the database driver crashes silently under older versions.
 */
export function suitableNode() {
  if (Number(process.versions.node.split('.')[0]) >= MINIMUM_NODE) return process.execPath
  const needed = `Chainwright needs Node.js ${MINIMUM_NODE} or newer; this is ${process.versions.node}.`
  try {
    const bundled = findBundledNode(root)
    if (bundled !== undefined) return bundled
  } catch (error) {
    return fail(`${needed} ${error.message} Install a newer Node.js${installed ? '' : ', or run "npm ci" again'}.`)
  }
  const remedy = installed
    ? 'Install a newer Node.js.'
    : 'Run "npm ci" here (it installs a suitable Node.js), or install a newer Node.js.'
  return fail(`${needed} ${remedy}`)
}

/** Options for that Node.js: SIGUSR1 does not open its inspector, even while it is still loading the program. */
export function nodeFlags(node) {
  const known = node !== process.execPath || process.allowedNodeEnvironmentFlags.has('--disable-sigusr1')
  return known ? ['--disable-sigusr1'] : []
}

/**
 * Environment of a program with nodes. By default glibc gives each thread its own heap, which retains freed memory.
 * With a single heap, the peak of an import is 15 MB lower at the same speed. Other C libraries ignore the variable.
 */
export function programEnvironment() {
  return { MALLOC_ARENA_MAX: '1', ...process.env }
}

/** Returns the newest modification time in a folder and its subfolders, in ms. */
function newest(folder) {
  let latest = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs)
  }
  return latest
}

function isBuilt() {
  if (!products.every(existsSync)) return false
  const built = Math.min(...products.map((path) => statSync(path).mtimeMs))
  const sources = ['src-main', 'src-renderer', 'src-shared'].map((name) => newest(join(root, name)))
  const configs = ['package.json', 'electron.vite.config.ts'].map((name) => statSync(join(root, name)).mtimeMs)
  return Math.max(...sources, ...configs) <= built
}

/** Printed before a build, which takes long and has no other output. */
const BUILDING =
  'Building Chainwright first, because these sources have not been built yet. This usually takes 10 to 30 seconds.'

/**
 * Builds `out/` if it is missing or older than the sources, and announces this first. Build messages go to standard
 * error, because standard output belongs to the program.
 */
export function ensureBuilt(node) {
  if (installed) {
    if (!products.every(existsSync)) fail(`The installation in ${root} is incomplete. Install Chainwright again.`)
    return
  }
  if (isBuilt()) return
  const builder = join(root, 'node_modules/electron-vite/bin/electron-vite.js')
  if (!existsSync(builder)) fail('The packages are not installed yet. Run "npm ci" in this folder first.')
  process.stderr.write(`${BUILDING}\n`)
  const { status, stdout, stderr } = spawnSync(node, [builder, 'build'], { cwd: root, encoding: 'utf8' })
  if (status !== 0) fail(`The build failed:\n${stdout}${stderr}`)
}

const readVersion = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version

/**
 * Returns the folder of Electron's package and the required version of its program. An installed program uses the one
 * in its own folder.
 */
function electronPackage() {
  const own = join(root, 'node_modules/electron')
  if (!installed) return existsSync(own) ? { folder: own, wanted: readVersion(own) } : { folder: own, wanted: '' }
  const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.electron
  return { folder: join(root, '../electron'), wanted }
}

/** Returns the path of Electron's program, or the reason why it cannot be started here. */
export function findElectron() {
  const { folder, wanted } = electronPackage()
  const pathFile = join(folder, 'path.txt')
  if (installed && !existsSync(folder)) {
    return {
      reason: `Electron is not installed (to install it: "npm install -g electron@${wanted}" and "install-electron")`,
    }
  }
  if (!existsSync(pathFile))
    return { reason: 'Electron’s program is not downloaded (to download it: "npx install-electron")' }
  const program = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim())
  const versionFile = join(folder, 'dist/version')
  const found = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim().replace(/^v/, '') : 'none'
  if (found !== wanted) return { reason: `expected Electron ${wanted}, found version ${found}` }
  if (!existsSync(program)) return { reason: 'Electron’s program is missing' }
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    return { reason: 'Electron’s sandbox does not run as root' }
  }
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    return { reason: 'no display found' }
  }
  return { program }
}
