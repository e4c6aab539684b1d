/** A question on the terminal: complete, because the page may show something else. */
import type { AskedQuestion } from './askedQuestion.ts'

type Row = AskedQuestion['lists'][number]['rows'][number]

const OWNERS: Readonly<Record<Row['owner'], string>> = {
  own: 'your wallet',
  imported: 'a key that was imported',
  shared: 'shared with others',
  watched: 'watched, not yours',
  contract: 'a contract',
  foreign: '',
  unknown: '',
}

/** "482913" in groups */
export const spaced = (code: string) => code.replace(/^(...)/, '$1 ')

/** An untrusted text without cursor movements, hidden characters, or line breaks. */
const plain = (text: string) =>
  text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `<U+${(character.codePointAt(0) ?? 0).toString(16)}>`)
    .replaceAll(/\s{2,}/gu, (blanks) => ` <${blanks.length} blanks> `)

/**
 * The last line has the code and says what it is for; details stand above it. It omits only
 * inputs and change of the wallet itself, which the figures sum up.
 */
export function codeLines({ chain, title, facts, lists, warnings }: AskedQuestion, code: string): readonly string[] {
  const what = title.replace(/\?$/, '')
  const [first, ...others] = lists
  const [payee, ...more] = first?.rows ?? []
  const single = payee !== undefined && more.length === 0 && payee.note === undefined ? payee : undefined
  const shown = [
    ...(first === undefined || single ? [] : [first]),
    ...others.map(({ heading, rows }) => ({ heading, rows: rows.filter(({ owner }) => owner !== 'own') })),
  ]
  const above = [
    ...shown.flatMap(({ heading, rows }) => rows.map((row) => rowText(heading, row))),
    ...facts.map(({ name, value }) => `${name}: ${value}`),
    ...warnings.map((warning) => `Careful: ${warning}`),
  ]
  const summary = single ? `${what} to ${single.who}${ownerWords(single.owner)}` : what
  const last = `${chain === null ? '' : `${chain}: `}${summary}: code ${code}`
  return [...above.map((line) => `  ${plain(line)}`), plain(last)]
}

const rowText = (heading: string, { who, what, owner, note }: Row) =>
  `${heading}: ${what} – ${who}${ownerWords(owner)}${note === undefined ? '' : `, ${note}`}`
const ownerWords = (owner: Row['owner']) => (OWNERS[owner] === '' ? '' : ` (${OWNERS[owner]})`)
