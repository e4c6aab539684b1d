/** Makes untrusted texts safe to show in a prompt: complete, on one line, without hidden characters. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { AppText } from '../texts/index.ts'

/** Control, format and private-use characters, unpaired surrogates, and line separators. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu
/**
 * All blanks except the ordinary one and the separators between digit groups (`#shared/figures.ts`), and letters that
 * look like blanks.
 */
const STRANGE_BLANK = /[^\S \u202f]|(?<![0-9])\u202f|\u202f(?![0-9]{3}(?![0-9]))|[\u115f\u1160\u3164\uffa0\u2800]/gu
const MANY_BLANKS = / {2,}/g
/** Characters that look like a closing quotation mark. */
const QUOTES = /[“”„‟«»″〞]/gu
/** Stacked combining marks. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu

const escapeCharacter = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/** Escapes invisible characters and shows the number of repeated blanks. */
export function visible(text: string): string {
  return text
    .replace(STRANGE_BLANK, escapeCharacter)
    .replace(HIDDEN, escapeCharacter)
    .replace(PILED_MARKS, '$1\\u{…}')
    .replace(MANY_BLANKS, (blanks) => ` [${blanks.length} blanks] `)
    .trim()
}

/** Returns true if a text may contain lookalike letters: any character outside printable ASCII. */
export const mayMislead = (text: string) => /[^\x20-\x7e]/.test(text)

/**
 * Returns the text in the language's quotation marks, with other quotation marks escaped.
 * @throws RpcError if the text is longer than `max`
 */
export function quoted(t: AppText, text: string, max: number): string {
  return t('value.quoted', { text: toCompleteText(text, max).replace(QUOTES, escapeCharacter) })
}

/**
 * Returns the visible form of the text.
 * @throws RpcError if it is longer than `max`, because prompts never truncate texts
 */
export function toCompleteText(text: string, max: number): string {
  const shown = text.length > max * 4 ? text : visible(text)
  if (shown.length <= max) return shown
  throw tooLong(`a text of ${text.length} characters`)
}

export const tooLong = (what: string) =>
  new RpcError(
    RPC_ERROR.INVALID_PARAMETER,
    `The call contains ${what}, too much to show completely for approval: use the command line (chainwright-cli)`,
  )
