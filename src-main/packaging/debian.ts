/**
 * Makes the Debian package from an existing build: `node src-main/packaging/debian.ts <folder for the .deb>`. It
 * contains the files of `npm pack` and its own Node.js, without files for other systems. Two runs give the same bytes.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import packageFile from '../../package.json' with { type: 'json' }
import { addDocuments, listPackagesOfBuild } from './documents.ts'
import { ICON_SIZES, renderIcon } from './icons.ts'
import { METAINFO, metainfoText } from './metainfo.ts'
import { buildTime, bundledNode, filesBelow, level, programFiles, project, run, Tree } from './programFiles.ts'
import { instanceUnit } from './serviceUnits.ts'

const HOME = 'usr/lib/chainwright'
const DOCUMENTS = 'usr/share/doc/chainwright'
const UNITS = 'usr/lib/systemd/system'
const PACKAGE_FILES = 'resources/package'
/** The README is among the documents, where its links lead to files. Debian has no musl, and npm is not used there. */
const LEFT_OUT = /^README\.md$|\.musl\.node$|\/\.npmignore$/
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }
const DEVELOPERS = 'The Chainwright developers'
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
  const files = programFiles({ platform: 'linux', arch: process.arch }).filter((path) => !LEFT_OUT.test(path))
  for (const path of files) tree.copy(path, join(HOME, path))
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
  tree.copy(`${PACKAGE_FILES}/chainwright.desktop`, 'usr/share/applications/chainwright.desktop')
  tree.write(`usr/share/metainfo/${METAINFO}`, metainfoText({ isDebian: true }))
  tree.copy(`${PACKAGE_FILES}/chainwright-mime.xml`, 'usr/share/mime/packages/chainwright.xml')
  tree.copy(`${PACKAGE_FILES}/lintian-overrides`, 'usr/share/lintian/overrides/chainwright')
  const svg = readFileSync(join(project, 'src-renderer/public/icon.svg'), 'utf8')
  tree.write('usr/share/icons/hicolor/scalable/apps/chainwright.svg', svg)
  for (const size of ICON_SIZES) {
    tree.write(`usr/share/icons/hicolor/${size}x${size}/apps/chainwright.png`, await renderIcon(svg, size))
  }
}

/** Adds the units of the services, and the files of their options. */
function addServices(tree: Tree): void {
  for (const name of readdirSync(join(project, PACKAGE_FILES))) {
    const [, service, ending] = /^(.+)\.(service|default)$/.exec(name) ?? []
    if (service === undefined) continue
    tree.copy(`${PACKAGE_FILES}/${name}`, ending === 'service' ? `${UNITS}/${name}` : `etc/default/${service}`)
  }
  const unit = readFileSync(join(project, PACKAGE_FILES, 'chainwrightd.service'), 'utf8')
  tree.write(`${UNITS}/chainwrightd@.service`, instanceUnit(unit))
}

/** Mail address of the builder, as Debian's tools read it. The project has none. */
const builderAddress = () => process.env['DEBEMAIL'] ?? ''
/** Contact of the package: with the builder's mail address, if there is one. */
const maintainer = () => {
  const address = builderAddress()
  return address === '' ? DEVELOPERS : `${DEVELOPERS} <${address}>`
}

/** Adds the documents, and the two files that Debian requires beside them. */
function addDebianDocuments(tree: Tree, seconds: number): void {
  addDocuments(tree, { readme: `${DOCUMENTS}/README.md`, folder: DOCUMENTS }, listPackagesOfBuild())
  const licence = readFileSync(join(project, 'LICENSE'), 'utf8')
  const others = `/${DOCUMENTS}/licences/README.md lists the other programs in this package and their licences.`
  tree.write(`${DOCUMENTS}/copyright`, `Chainwright\n\n${licence}\n${others}\n`)
  const { version } = packageFile
  const date = new Date(seconds * 1000).toUTCString().replace('GMT', '+0000')
  const entry = [
    `chainwright (${version}) stable; urgency=medium`,
    '',
    `  * Release ${version}. docs/changelog.md in this folder lists the changes.`,
    '',
    // The format requires the angle brackets, even without an address.
    ` -- ${DEVELOPERS} <${builderAddress()}>  ${date}`,
    '',
  ].join('\n')
  tree.write(`${DOCUMENTS}/changelog.gz`, gzipSync(entry, { level: 9 }))
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
    `Maintainer: ${maintainer()}`,
    `Installed-Size: ${kilobytes}`,
    'Depends: adduser, libc6 (>= 2.28), libstdc++6 (>= 10)',
    'Recommends: chromium | www-browser, xdg-utils',
    'Section: net',
    'Priority: optional',
    'Description: Smart Chain node with wallet, tokens, faucet and JSON-RPC server',
    ' A full validating node of any number of Smart Chains, its wallet with tokens,',
    ' market and faucet, an address index, and the JSON-RPC server of komodod.',
    ' .',
    ' chainwright opens the window, chainwrightd runs the node as a service,',
    ' chainwright-cli calls it, chainwright-query answers from PostgreSQL.',
  ]
  tree.write('DEBIAN/control', `${fields.join('\n')}\n`)
  tree.write('DEBIAN/md5sums', sums.join(''))
  const conffiles = files.filter((path) => path.startsWith('etc/'))
  tree.write('DEBIAN/conffiles', conffiles.map((path) => `/${path}\n`).join(''))
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
    addServices(tree)
    addDebianDocuments(tree, seconds)
    addControl(tree, architecture)
    level(root, seconds)
    const path = join(folder, `chainwright_${packageFile.version}_${architecture}.deb`)
    // Every dpkg, apt and archive tool of Debian 12, 13 and Ubuntu 24.04 reads gzip, but not all read zstd. With one
    // thread, as reproducible bytes need, xz takes minutes.
    const compression = ['-Zgzip', '-z6']
    run('dpkg-deb', ['--root-owner-group', ...compression, '--build', root, path], {
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
