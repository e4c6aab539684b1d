/** Man pages in the macros of man(7). */
import type { OptionDoc } from '../../config/index.ts'
import { listedMethods, type Program } from './programs.ts'

/** Text as roff shows it unchanged: hyphens that can be copied, no escapes, no line that looks like a macro. */
function plain(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll("'", '\\(aq').replaceAll('’', '\\(cq')
}

/** A paragraph; a line that began with a dot would be taken for a macro. */
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

/** One page of section 1. It has no date: two builds of the same sources are equal. */
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
    '.TP',
    `.I ${plain('~/.chainwright/<chain>/<chain>.conf')}`,
    paragraph('RPC user, random password and port; readable only by its owner.'),
    '.TP',
    `.I ${plain('~/.chainwright/<chain>/wallet.db')}`,
    paragraph('The keys of the wallet (a folder deeper, in regtest/, for the sandbox and regression test mode).'),
    '.SH SEE ALSO',
    others.map(({ name }) => `.BR ${plain(name)} (1)`).join(',\n'),
  ]
  return `${lines.join('\n')}\n`
}
