/** Marks amounts and recipients in a sentence, so that a title can emphasise them. */
import type { TitlePart } from '../consentUi.ts'

/** Private-use characters, which cannot occur in untrusted texts that have been made visible. */
const START = '\ue000'
const END = '\ue001'
const MARKED = /\ue000([^\ue001]*)\ue001/g

export const emphasise = (text: string) => `${START}${text}${END}`

export const withoutEmphasis = (marked: string) => marked.replace(MARKED, '$1')

/** Splits a marked sentence into its parts, in order and without gaps. */
export function splitEmphasis(marked: string): readonly TitlePart[] {
  return marked
    .split(MARKED)
    .map((text, index) => ({ text, strong: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
}
