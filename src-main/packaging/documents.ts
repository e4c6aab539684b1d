/**
 * Adds the documents that every package has: the manuals with the files that they name, the RPC contract, and the
 * licences. Their links lead to files of the package.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { openRpcText } from '#shared/rpc/openrpc.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { listLicenceFiles } from './licenceFiles.ts'
import { rewriteLinks } from './markdownLinks.ts'
import { filesBelow, project, type Tree } from './programFiles.ts'

/** Places in a package, relative to its root and with slashes. */
export interface DocumentLayout {
  readonly readme: string
  /** folder of all other documents */
  readonly folder: string
}

type Move = readonly [from: string, to: string]

/** Returns the path in the project of each file, and its path in the package. */
function listMoves({ readme, folder }: DocumentLayout): readonly Move[] {
  const below = (from: string, to: string) =>
    filesBelow(join(project, from)).map((path): Move => {
      const name = path.replaceAll('\\', '/')
      return [`${from}/${name}`, posix.join(folder, to, name)]
    })
  return [
    ['README.md', readme],
    ['.github/SECURITY.md', posix.join(folder, 'SECURITY.md')],
    ['resources/screenshot.png', posix.join(folder, 'screenshot.png')],
    ...below('resources/docs', 'docs'),
    ...below('resources/service', 'service'),
  ]
}

/** Adds the folders of the moved files, which documents also name. */
function withFolders(moves: readonly Move[]): ReadonlyMap<string, string> {
  const folders = moves
    .filter(([from]) => from.startsWith('resources/') && posix.dirname(from) !== 'resources')
    .map(([from, to]): Move => [posix.dirname(from), posix.dirname(to)])
  return new Map([...folders, ...moves])
}

/** @param packages names of the third-party packages in the program */
export function addDocuments(tree: Tree, layout: DocumentLayout, packages: Iterable<string>): void {
  const moves = listMoves(layout)
  const places = withFolders(moves)
  for (const [source, place] of moves) {
    const content = readFileSync(join(project, source))
    tree.write(place, source.endsWith('.md') ? rewriteLinks(content.toString(), source, places) : content)
  }
  tree.write(posix.join(layout.folder, 'openrpc.json'), openRpcText(packageFile.version))
  for (const [name, text] of listLicenceFiles(project, packages))
    tree.write(posix.join(layout.folder, 'licences', name), text)
}

/**
 * Returns the names of the third-party packages in the build. Electron is in the desktop package only, which has its
 * licence.
 * @throws Error if there is no build
 */
export function listPackagesOfBuild(): readonly string[] {
  const path = join(project, 'out/renderer/licences.js')
  if (!existsSync(path)) throw new Error('The program is not built: run "npm run build" first')
  const [, list = '[]'] = /^export const licences = (.*)$/m.exec(readFileSync(path, 'utf8')) ?? []
  const found = JSON.parse(list) as readonly { readonly name: string }[]
  return found.map(({ name }) => name).filter((name) => name !== 'electron')
}
