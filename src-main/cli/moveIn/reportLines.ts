/** Findings about an old node's folder as lines for a terminal. Pure. */
import type { ChainMethodResult } from '#shared/chains/index.ts'
import { figuresIn } from '#shared/figures.ts'
import { plural } from '#shared/plural.ts'
import { formatAmount } from '#shared/units.ts'

type Report = ChainMethodResult<'inspectnodefolder'>

const { bytes, whole } = figuresIn('en')
const SOURCES: Readonly<Record<Report['definition']['from'], string>> = {
  process: 'from the running process',
  text: 'as given',
  gallery: 'from the list of public chains',
  list: 'from the list of this program',
  nowhere: 'unknown',
}
const CHECKS: Readonly<Record<Report['definition']['verified'], string>> = {
  blocks: 'they fit block 1',
  magic: 'they fit the magic of the block files',
  no: 'there are no blocks to check them with',
  differs: 'they do not fit the block files',
}

const counted = (count: number, noun: string) => plural(count, noun, whole(count))

/** Removes characters that control a terminal. */
const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '?')

export function reportLines(report: Report): readonly string[] {
  const { definition, keys, settings, blocks } = report
  return [
    `Folder: ${report.folder}`,
    `Chain: ${definition.name} (${definition.network})`,
    `Options: ${definition.options.join(' ') || 'unknown'} (${SOURCES[definition.from]}; ${CHECKS[definition.verified]})`,
    `Blocks: ${counted(blocks.files, 'file')}, ${bytes(blocks.size)}; here they take about ${bytes(report.needed)}`,
    ...(keys === null ? ['Wallet: none'] : walletLines(keys)),
    ...(settings === null ? ['Conf file: none'] : confLines(settings)),
    ...report.warnings.map((warning) => `Note: ${warning}`),
  ].map(plain)
}

function walletLines(keys: NonNullable<Report['keys']>): readonly string[] {
  if (keys.problem !== null) return [`Wallet: ${keys.problem}`]
  const encrypted = keys.encrypted ? `, ${whole(keys.encryptedkeys)} of them encrypted` : ''
  const others = (
    [
      [keys.watchonly, 'watch-only script'],
      [keys.scripts, 'multi-signature script'],
      [keys.labels, 'label'],
      [keys.shielded, 'shielded key'],
    ] as const
  ).filter(([count]) => count > 0)
  return [
    `Wallet: ${counted(keys.keys, 'key')}${encrypted}${others.map(([count, noun]) => `, ${counted(count, noun)}`).join('')}`,
    ...(keys.balance === null ? [] : [`Balance: ${formatAmount(keys.balance)}`]),
    ...keys.warnings.map((warning) => `Wallet: ${warning}`),
  ]
}

function confLines({ file, taken, leftout, user, shortpassword }: NonNullable<Report['settings']>): readonly string[] {
  return [
    `Conf file: ${file}`,
    ...taken.map(({ option, value }) => `  taken: ${option}=${value}`),
    ...leftout.map(({ option, value, reason }) => `  left out: ${option}=${value} (${reason})`),
    ...(user === '' ? [] : [`  user ${user} keeps access${shortpassword ? ' from this computer' : ''}`]),
  ]
}
