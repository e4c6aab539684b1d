/** Texts of the licences in a package: one file per third-party package, and an index. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PackageLicence, readLicences } from '../launch/licences.ts'

/** Parts of a program of many parts, as Node.js names them in its licence. */
const listParts = ({ text }: PackageLicence): readonly string[] =>
  [...text.matchAll(/^- (.+), located at /gm)].map(([, name = '']) => name)

const fileName = ({ name }: PackageLicence) => `${name}.txt`

function writeIndex(licences: readonly PackageLicence[]): string {
  const rows = licences.map((licence) => {
    const { name, version } = licence
    const parts = listParts(licence)
    const contents = parts.length === 0 ? '' : `; contains ${parts.join(', ')}`
    return `| [${name}](${fileName(licence)}) | ${version} | ${licence.licence}${contents} |`
  })
  return [
    '# Licences',
    '',
    'Chainwright is under the [MIT licence](chainwright.txt). It contains these packages:',
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

/** Returns names and contents of the files, with `README.md` as the index. */
export function listLicenceFiles(
  project: string,
  packages: Iterable<string>,
): readonly (readonly [name: string, text: string])[] {
  const licences = readLicences(project, packages)
  const own = readFileSync(join(project, 'LICENSE'), 'utf8')
  return [
    ['README.md', writeIndex(licences)],
    ['chainwright.txt', own],
    ...licences.map((licence): readonly [string, string] => [
      fileName(licence),
      `${licence.name} ${licence.version}\nLicence: ${licence.licence}\n\n${licence.text.trim()}\n`,
    ]),
  ]
}
