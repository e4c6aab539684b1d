/** Texts of strangers as a question may show them: whole, on one line, with nothing hidden in them. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'

/** Control and format characters, private ones, halves of pairs, ends of lines. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu
/** Blanks of all kinds but the plain one, and letters that show as blanks. */
const STRANGE_BLANK = /[^\S ]|[\u115f\u1160\u3164\uffa0\u2800]/gu
const MANY_BLANKS = / {2,}/g
/** What could be taken for the end of a quotation. */
const QUOTES = /[“”„‟«»″〞]/gu
/** Marks that pile up on one letter. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu

const codeOf = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/** What cannot be seen is written out; rows of blanks are counted. */
export function visible(text: string): string {
  return text
    .replace(STRANGE_BLANK, codeOf)
    .replace(HIDDEN, codeOf)
    .replace(PILED_MARKS, '$1\\u{…}')
    .replace(MANY_BLANKS, (blanks) => ` [${blanks.length} blanks] `)
    .trim()
}

/** Whether letters of a text may pass for others. */
export const mayMislead = (text: string) => /[^\x20-\x7e]/.test(text)

/** In quotation marks, of which there are no others in it. @throws RpcError where it is longer than that */
export function quoted(text: string, most: number): string {
  return `“${whole(text, most).replace(QUOTES, codeOf)}”`
}

/** @throws RpcError where it is longer than that: nothing of a question is cut */
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
