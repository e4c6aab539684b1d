/** What the terminal says of a question: all of it, because the page may show something else. */
import type { AskedQuestion } from './confirmation.ts'

const OWNERS: Readonly<Record<AskedQuestion['lists'][number]['rows'][number]['owner'], string>> = {
  own: 'your wallet',
  imported: 'a key that was imported',
  shared: 'shared with others',
  watched: 'watched, not yours',
  contract: 'a contract',
  foreign: '',
  unknown: '',
}

/** "482913" as it is read out */
export const spaced = (code: string) => code.replace(/^(...)/, '$1 ')

/** A text of strangers must not move the cursor, hide, or make a line that looks like ours. */
const plain = (text: string) =>
  text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `<U+${(character.codePointAt(0) ?? 0).toString(16)}>`)
    .replaceAll(/\s{2,}/gu, (blanks) => ` <${blanks.length} blanks> `)

/** The last line has the code, and says by itself what it is for; what does not fit there stands above it. */
export function codeLines(question: AskedQuestion, code: string): readonly string[] {
  const { chain, title, facts, lists, warnings } = question
  const rows = lists.flatMap(({ heading, rows: each }) => each.map((row) => ({ heading, ...row })))
  const [only] = rows
  const what = title.replace(/\?$/, '')
  const single = rows.length === 1 && only?.note === undefined ? only : undefined
  const summary = single ? `${what} to ${single.who}${ownerWords(single.owner)}` : what
  const above = [
    ...(single
      ? []
      : rows.map((row) => `${row.heading}: ${row.what} – ${row.who}${ownerWords(row.owner)}${noteWords(row.note)}`)),
    ...facts.map(({ name, value }) => `${name}: ${value}`),
    ...warnings.map((warning) => `Careful: ${warning}`),
  ]
  const last = `${chain === null ? '' : `${chain}: `}${summary}: code ${code}`
  return [...above.map((line) => `  ${plain(line)}`), plain(last)]
}

const ownerWords = (owner: keyof typeof OWNERS) => (OWNERS[owner] === '' ? '' : ` (${OWNERS[owner]})`)
const noteWords = (note: string | undefined) => (note === undefined ? '' : `, ${note}`)
