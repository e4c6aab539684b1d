// Plain JavaScript on purpose: this is the first file that runs, on whatever Node the user has, before anything is built.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBundledNode } from './bundledNode.mjs'

const MINIMUM_NODE = 22
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
/** One file of each part that a build writes. */
const products = ['main/web.js', 'preload/preload.cjs', 'renderer/index.html'].map((name) => join(root, 'out', name))

/** The folder of the checkout, or of the installed package. */
export const projectRoot = root
/** An installed package has the build and no sources. */
const installed = !existsSync(join(root, 'src-renderer'))

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/**
 * The Node to run the program with: this one if it is new enough, else the bundled one.
 * The database driver crashes silently under older versions, so this is checked before anything is loaded.
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
    : 'Run "npm ci" here (it brings its own), or install a newer Node.js.'
  return fail(`${needed} ${remedy}`)
}

/** Options for that Node: SIGUSR1 does not open its inspector, not even while it is still loading the program. */
export function nodeFlags(node) {
  const known = node !== process.execPath || process.allowedNodeEnvironmentFlags.has('--disable-sigusr1')
  return known ? ['--disable-sigusr1'] : []
}

/**
 * The environment of a program with nodes. By default glibc gives each thread a heap of its own, which keeps what was freed
 * in it; with one for all, an import peaks 15 MB lower at the same speed. Other systems' libraries do not know the variable.
 */
export function programEnvironment() {
  return { MALLOC_ARENA_MAX: '1', ...process.env }
}

/** Newest modification time below a folder, in milliseconds. */
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

/** Shown during long steps without other output. */
const BUILDING =
  'Building Chainwright first, as there is no build of these sources yet. This usually takes 10 to 30 seconds.'

/**
 * Builds `out/` when it is missing or older than the sources, and says so before it begins. Build messages go to standard
 * error: stdout belongs to the program.
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

const versionOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version

/** Where Electron's package is, and which version its program has to be. An installed program uses the one beside it. */
function electronPackage() {
  const own = join(root, 'node_modules/electron')
  if (!installed) return existsSync(own) ? { folder: own, wanted: versionOf(own) } : { folder: own, wanted: '' }
  const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.electron
  return { folder: join(root, '../electron'), wanted }
}

/** Why Electron cannot be started here, or null when it can, with the path of its program. */
export function findElectron() {
  const { folder, wanted } = electronPackage()
  const pathFile = join(folder, 'path.txt')
  if (installed && !existsSync(folder)) {
    return { reason: `Electron is not installed ("npm install -g electron@${wanted}" and "install-electron" do)` }
  }
  if (!existsSync(pathFile))
    return { reason: 'Electron’s program is not downloaded ("npx install-electron" fetches it)' }
  const program = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim())
  const versionFile = join(folder, 'dist/version')
  const found = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim().replace(/^v/, '') : 'none'
  if (found !== wanted) return { reason: `Electron’s program has version ${found}, but ${wanted} is needed` }
  if (!existsSync(program)) return { reason: 'Electron’s program is missing' }
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    return { reason: 'Electron’s sandbox does not run as root' }
  }
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    return { reason: 'there is no display' }
  }
  return { program }
}
