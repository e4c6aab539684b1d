/** Man pages written with the macros of man(7). */
import type { OptionDoc } from '../../config/index.ts'
import { listedMethods, type Program } from './programs.ts'

/** Escapes text for roff, so that hyphens can be copied and backslashes and quotes are shown literally. */
function plain(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll("'", '\\(aq').replaceAll('’', '\\(cq')
}

/** Formats a paragraph. A line that begins with a dot would be read as a macro. */
function paragraph(text: string): string {
  const line = plain(text.replaceAll(/\s+/g, ' ').trim())
  return line.startsWith('.') ? `\\&${line}` : line
}

function option({ name, value, doc }: OptionDoc): string[] {
  return ['.TP', `.B ${plain(`-${name}${value === undefined ? '' : `=${value}`}`)}`, paragraph(doc)]
}

function methodLines(): string[] {
  const byCategory = Map.groupBy(listedMethods(), ({ category }) => category)
  return [...byCategory].flatMap(([category, listed]) => [
    `.SS ${plain(category)}`,
    ...listed.flatMap(({ usage, summary }) => ['.TP', `.B ${plain(usage)}`, paragraph(summary)]),
  ])
}

/** Returns the files of a program, with their contents. */
function listFiles({ name }: Program): readonly (readonly [path: string, content: string])[] {
  if (name === 'chainwright-query')
    return [
      [
        '~/.chainwright/query.conf',
        'Options with passwords; mode 0600. The service reads /etc/chainwright/query.conf.',
      ],
    ]
  return [
    ['~/.chainwright/<chain>/<chain>.conf', 'RPC user, random password and port; readable only by its owner.'],
    [
      '~/.chainwright/<chain>/wallet.db',
      'The keys of the wallet (a folder deeper, in regtest/, for the sandbox and regression test mode).',
    ],
  ]
}

/** Returns one page of section 1. The page has no date, so that two builds of the same sources are equal. */
export function manPage(program: Program, others: readonly Program[], version: string): string {
  const lines = [
    `.TH ${program.name.toUpperCase()} 1 "" "Chainwright ${version}" "User Commands"`,
    '.SH NAME',
    `${plain(program.name)} \\- ${plain(program.purpose)}`,
    '.SH SYNOPSIS',
    program.synopsis.map((line) => `.B ${plain(line)}`).join('\n.br\n'),
    '.SH DESCRIPTION',
    program.description.map(paragraph).join('\n.PP\n'),
    '.SH OPTIONS',
    ...program.sections.flatMap(({ title, options }) => [`.SS ${plain(title)}`, ...options.flatMap(option)]),
    ...(program.name === 'chainwright-cli' ? ['.SH METHODS', ...methodLines()] : []),
    '.SH EXIT STATUS',
    paragraph(program.exit),
    '.SH FILES',
    ...listFiles(program).flatMap(([path, content]) => ['.TP', `.I ${plain(path)}`, paragraph(content)]),
    '.SH SEE ALSO',
    others.map(({ name }) => `.BR ${plain(name)} (1)`).join(',\n'),
  ]
  return `${lines.join('\n')}\n`
}
