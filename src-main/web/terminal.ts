/** Formats a question for the terminal. It is complete, because the page may show something else. */
import type { AppText } from '../app/texts/index.ts'
import type { AskedQuestion } from './askedQuestion.ts'

type Row = AskedQuestion['lists'][number]['rows'][number]

/** Formats "482913" in two groups. */
export const spaced = (code: string) => code.replace(/^(...)/, '$1 ')

/** Returns an untrusted text without cursor movements, hidden characters and line breaks. */
const plain = (text: string) =>
  text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `<U+${(character.codePointAt(0) ?? 0).toString(16)}>`)
    .replaceAll(/\s{2,}/gu, (blanks) => ` <${blanks.length} blanks> `)

/** Draws a frame of three lines around a text, so that the code is easy to find below the details. */
function framed(text: string): readonly string[] {
  const rule = '─'.repeat(text.length + 4)
  return [`┌${rule}┐`, `│  ${text}  │`, `└${rule}┘`]
}

/**
 * Returns the lines of a question. The frame at the end has the code, and the line above it names what it confirms,
 * after the details. Only inputs and change of the wallet itself are omitted, because the figures include them.
 */
export function codeLines(
  { chain, title, details, warnings, ...question }: AskedQuestion,
  code: string,
  t: AppText,
): readonly string[] {
  const what = title.replaceAll(/^¿|[?.]$/g, '')
  const facts = [...question.facts, ...(details?.facts ?? [])]
  const [first, ...others] = [...question.lists, ...(details?.lists ?? [])]
  const [payee, ...more] = first?.rows ?? []
  const single = payee !== undefined && more.length === 0 && payee.note === undefined ? payee : undefined
  const shown = [
    ...(first === undefined || single ? [] : [first]),
    ...others.map(({ heading, rows }) => ({ heading, rows: rows.filter(({ owner }) => owner !== 'own') })),
  ]
  const above = [
    ...shown.flatMap(({ heading, rows }) => rows.map((row) => rowText(heading, row, t))),
    ...facts.map(({ name, value }) => `${name}: ${value}`),
    ...warnings.map((warning) => t('terminal.careful', { warning })),
  ]
  const summary =
    single === undefined || what.includes(single.who) ? what : t('terminal.to', { what, who: whoText(single, t) })
  return [
    '',
    ...above.map((line) => `  ${plain(line)}`),
    plain(`${chain === null ? '' : `${chain}: `}${summary}`),
    ...framed(t('terminal.code', { code })),
  ]
}

const rowText = (heading: string, row: Row, t: AppText) =>
  `${heading}: ${row.what} – ${whoText(row, t)}${row.note === undefined ? '' : `, ${row.note}`}`
/** Returns the owner of the address if known, then the complete address. */
const whoText = ({ who, owner, name }: Row, t: AppText) =>
  owner === 'foreign' || owner === 'unknown'
    ? who
    : `${name === undefined ? '' : `${name}, `}${t(`terminal.${owner}`)} (${who})`
