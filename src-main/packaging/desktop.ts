/**
 * Makes the desktop package, which includes Electron, from an existing build:
 *
 * * `node src-main/packaging/desktop.ts <folder for the .zip> [--platform=] [--arch=] [--electron=<folder with
 *   Electron's zip>]`
 *
 * The program is one asar file whose hash Electron checks, with native modules in separate files. Electron's fuses are
 * set so that the executable runs only this program. Two runs give the same bytes. Without `--electron`, @electron/get
 * fetches the zip and verifies it with the checksums of its package. If that fails, one sentence says what is needed.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'
import { packager } from '@electron/packager'
import packageFile from '../../package.json' with { type: 'json' }
import { addDocuments, listPackagesOfBuild } from './documents.ts'
import { ICON_SIZES, macIcon, renderIcon, windowsIcon } from './icons.ts'
import { METAINFO, metainfoText } from './metainfo.ts'
import { buildTime, bundledNode, level, type PackageTarget, programFiles, project, run, Tree } from './programFiles.ts'

const NAME = 'Chainwright'
const EXECUTABLE = 'chainwright'
const ID = 'org.chainwright.Chainwright'
const PLATFORMS = ['linux', 'darwin', 'win32'] as const
const ARCHITECTURES = ['x64', 'arm64'] as const
/**
 * Files for Linux desktops. The package has no installer, so they are included in its folder with a script of two
 * lines.
 */
const DESKTOP_FILES = ['chainwright.desktop', 'chainwright-mime.xml']

interface DesktopTarget extends PackageTarget {
  readonly platform: (typeof PLATFORMS)[number]
  readonly arch: (typeof ARCHITECTURES)[number]
}

/**
 * Adds the program as Electron runs it: without launch scripts, and with only the fields of package.json that Electron
 * reads.
 */
function addProgram(tree: Tree, target: PackageTarget): void {
  for (const path of programFiles(target)) {
    if (/^(out\/(main|preload|renderer)|node_modules)\//.test(path)) tree.copy(path, path)
  }
  const { name, version, description, license, main } = packageFile
  const own = { name, productName: NAME, version, description, license, type: 'module', main }
  tree.write('package.json', `${JSON.stringify(own, null, 2)}\n`)
  tree.copy('LICENSE', 'LICENSE')
}

async function writeIcon(folder: string, svg: string, { platform }: DesktopTarget): Promise<string | undefined> {
  const tree = new Tree(folder)
  if (platform === 'win32') tree.write('icon.ico', await windowsIcon(svg))
  else if (platform === 'darwin') tree.write('icon.icns', await macIcon(svg))
  else return undefined
  return join(folder, 'icon')
}

/** Registers chain links and backup files on macOS. On Linux the desktop entry does this. */
const MAC_INFO = {
  CFBundleURLTypes: [{ CFBundleURLName: 'Chain to join', CFBundleURLSchemes: ['chainwright'] }],
  CFBundleDocumentTypes: [
    {
      ...{ CFBundleTypeName: 'Encrypted backup of a Chainwright wallet', CFBundleTypeRole: 'Viewer' },
      ...{ CFBundleTypeExtensions: ['chainwright-backup'], LSHandlerRank: 'Owner' },
    },
  ],
}

function executableIn(folder: string, { platform }: DesktopTarget): string {
  if (platform === 'darwin') return join(folder, `${NAME}.app/Contents/MacOS/${EXECUTABLE}`)
  return join(folder, platform === 'win32' ? `${EXECUTABLE}.exe` : EXECUTABLE)
}

/** Sets every fuse explicitly, so that a new fuse of a later Electron fails the build. */
async function setFuses(executable: string, { platform, arch }: DesktopTarget): Promise<void> {
  await flipFuses(executable, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    resetAdHocDarwinSignature: platform === 'darwin' && arch === 'arm64',
    [FuseV1Options.RunAsNode]: false,
    [FuseV1Options.EnableCookieEncryption]: true,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: false,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
    [FuseV1Options.WasmTrapHandlers]: true,
  })
}

async function addDesktopFiles(folder: string, svg: string): Promise<void> {
  const tree = new Tree(folder)
  for (const name of DESKTOP_FILES) tree.copy(`resources/package/${name}`, `share/${name}`)
  tree.write(`share/${METAINFO}`, metainfoText({ isDebian: false }))
  tree.write('share/icons/chainwright.svg', svg)
  for (const size of ICON_SIZES) tree.write(`share/icons/chainwright-${size}.png`, await renderIcon(svg, size))
}

/**
 * Makes a zip of a folder with its entries in a fixed order and with a fixed time. Links inside macOS' frameworks stay
 * links.
 */
function zip(folder: string, name: string, file: string): void {
  rmSync(file, { force: true })
  // Windows has no zip command, but its tar can write zip files.
  if (process.platform === 'win32') return void run('tar', ['-a', '-c', '-f', file, name], {}, folder)
  const paths = readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).map((path) => join(name, path))
  const list = join(folder, 'list')
  new Tree(folder).write('list', `${paths.toSorted().join('\n')}\n`)
  run('/bin/sh', ['-c', 'exec zip -q -X -y -D -9 "$1" -@ < "$2"', 'sh', file, list], { TZ: 'UTC' }, folder)
}

/** Error with a text for the user of this script. */
class PackagingError extends Error {
  override readonly name = 'PackagingError'
}

type PackagerOptions = Parameters<typeof packager>[0]

/** Returns the whole reason of a failed request. */
function describeCauses(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return [error.message, ...(error.cause === undefined ? [] : [describeCauses(error.cause)])].filter(Boolean).join(': ')
}

/** Puts the program into Electron. Returns the folder. @throws PackagingError if there is no Electron */
async function pack(options: PackagerOptions, { platform, arch }: DesktopTarget): Promise<string> {
  let hasElectron = false
  const noteElectron = () => {
    hasElectron = true
  }
  try {
    const [made = ''] = await packager({ ...options, afterExtract: [noteElectron] })
    return made
  } catch (error) {
    if (hasElectron) throw error
    const zipName = `electron-v${options.electronVersion}-${platform}-${arch}.zip`
    throw new PackagingError(
      `The desktop package needs ${zipName}, which could not be read or downloaded (${describeCauses(error)}): ` +
        'connect this machine to the network, or download the file elsewhere and name its folder with ' +
        '"npm run package:desktop -- --electron=<folder>".',
      { cause: error },
    )
  }
}

/** Makes the package. Returns the path of the zip. */
async function makeDesktopPackage(out: string, target: DesktopTarget, electronZipDir: string | undefined) {
  const { platform, arch } = target
  // Require the bundled Node.js, which builds the program.
  bundledNode()
  const work = mkdtempSync(join(tmpdir(), 'chainwright-desktop-'))
  try {
    const seconds = buildTime()
    const svg = readFileSync(join(project, 'src-renderer/public/icon.svg'), 'utf8')
    const stage = new Tree(join(work, 'program'))
    addProgram(stage, target)
    level(stage.root, seconds)
    const icon = await writeIcon(work, svg, target)
    const options: PackagerOptions = {
      ...{ dir: stage.root, out: join(work, 'out'), name: NAME, executableName: EXECUTABLE, platform, arch },
      ...{ electronVersion: packageFile.devDependencies.electron, appVersion: packageFile.version, quiet: true },
      ...{ asar: { unpack: '**/*.node' }, prune: false, overwrite: true, tmpdir: join(work, 'tmp') },
      ...{ appBundleId: ID, appCategoryType: 'public.app-category.finance', extendInfo: MAC_INFO },
      ...{ appCopyright: 'The Chainwright developers', win32metadata: { CompanyName: NAME } },
      ...(icon !== undefined && { icon }),
      ...(electronZipDir !== undefined && { electronZipDir: resolve(electronZipDir) }),
    }
    const made = await pack(options, target)
    await setFuses(executableIn(made, target), target)
    addDocuments(new Tree(made), { readme: 'doc/README.md', folder: 'doc' }, listPackagesOfBuild())
    if (platform === 'linux') await addDesktopFiles(made, svg)
    level(made, seconds)
    const name = `${NAME}-${platform}-${arch}`
    const file = join(out, `chainwright-${packageFile.version}-${platform}-${arch}.zip`)
    zip(join(work, 'out'), name, file)
    return file
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    platform: { type: 'string', default: process.platform },
    arch: { type: 'string', default: process.arch },
    electron: { type: 'string' },
  },
})
const out = resolve(positionals[0] ?? '.')
const platform = PLATFORMS.find((name) => name === values.platform)
const arch = ARCHITECTURES.find((name) => name === values.arch)
if (platform === undefined || arch === undefined)
  throw new Error('--platform: linux, darwin, win32; --arch: x64, arm64')
mkdirSync(out, { recursive: true })
try {
  process.stdout.write(`${await makeDesktopPackage(out, { platform, arch }, values.electron)}\n`)
} catch (error) {
  if (!(error instanceof PackagingError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
