/** Makes untrusted texts safe to show in a question: whole, on one line, with nothing hidden in them. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { AppText } from '../texts/index.ts'

/** Control and format characters, private ones, halves of pairs, ends of lines. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu
/** All blanks but the ordinary one and those between groups of digits (`#shared/figures.ts`), and letters that look like blanks. */
const STRANGE_BLANK = /[^\S \u202f]|(?<![0-9])\u202f|\u202f(?![0-9]{3}(?![0-9]))|[\u115f\u1160\u3164\uffa0\u2800]/gu
const MANY_BLANKS = / {2,}/g
/** Characters that look like the end of a quotation. */
const QUOTES = /[“”„‟«»″〞]/gu
/** Stacked combining marks. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu

const codeOf = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/** Writes out invisible characters and the number of repeated blanks. */
export function visible(text: string): string {
  return text
    .replace(STRANGE_BLANK, codeOf)
    .replace(HIDDEN, codeOf)
    .replace(PILED_MARKS, '$1\\u{…}')
    .replace(MANY_BLANKS, (blanks) => ` [${blanks.length} blanks] `)
    .trim()
}

/** Whether a text has letters that look like others. */
export const mayMislead = (text: string) => /[^\x20-\x7e]/.test(text)

/** The text in the language's quotation marks, without others inside. @throws RpcError if it is longer */
export function quoted(t: AppText, text: string, most: number): string {
  return t('value.quoted', { text: whole(text, most).replace(QUOTES, codeOf) })
}

/** @throws RpcError if it is longer: a question never truncates texts */
export function whole(text: string, most: number): string {
  const shown = text.length > most * 4 ? text : visible(text)
  if (shown.length <= most) return shown
  throw tooLong(`a text of ${text.length} characters`)
}

export const tooLong = (what: string) =>
  new RpcError(
    RPC_ERROR.INVALID_PARAMETER,
    `There is ${what} in it, too much to be shown whole and agreed to here: use the command line (chainwright-cli)`,
  )
