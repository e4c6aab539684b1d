/**
 * Makes the Debian package from an existing build: `node src-main/packaging/debian.ts <folder for the .deb>`. It
 * contains the files of `npm pack` and its own Node.js, without files for other systems. Two runs give the same bytes.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import packageFile from '../../package.json' with { type: 'json' }
import { ICON_SIZES, renderIcon } from './icons.ts'
import { buildTime, bundledNode, filesBelow, level, programFiles, project, run, Tree } from './programFiles.ts'

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

/** Adds the program with its packages and its Node.js. */
function addProgram(tree: Tree): void {
  for (const path of programFiles({ platform: 'linux', arch: process.arch })) tree.copy(path, join(HOME, path))
  const node = relative(project, bundledNode())
  tree.copy(node, join(HOME, node), 0o755)
  for (const [name, script] of Object.entries(PROGRAMS)) {
    const command = `/${HOME}/${node} /${HOME}/src-main/launch/${script}`
    tree.write(`usr/bin/${name}`, `#!/bin/sh\nexec ${command} "$@"\n`, 0o755)
  }
}

/** Adds the files that the desktop, the shell and the service manager look for. */
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
  tree.copy('resources/package/chainwright-mime.xml', 'usr/share/mime/packages/chainwright.xml')
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
    'Maintainer: The Chainwright developers',
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

/** Builds the package. Returns its path. */
async function makeDebianPackage(folder: string): Promise<string> {
  const architecture = ARCHITECTURES[process.arch]
  if (process.platform !== 'linux' || architecture === undefined)
    throw new Error('Debian packages can only be built on Linux')
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
