import type { ReactNode } from 'react'

/** `-ac_public`, `-addressindex=1`, `-root=<folder>`; a value ends before what ends a sentence, and a long one may break. */
const OPTION = /(?<![\p{L}\p{N}_-])(--?[a-z][a-z0-9_]{0,31}(?:=[^\s.;:)]{1,24})?)/u

/** The pieces of a text; every second one is the name of an option, with its value. */
export const splitAtOptions = (text: string): readonly string[] => text.split(OPTION)

/**
 * The same text, in which no name of an option breaks after its hyphen. That is done by style alone: what is copied is the name
 * as one types it. What is no plain text is left as it is.
 */
export function optionNames(text: ReactNode): ReactNode {
  if (typeof text !== 'string') return text
  const pieces = splitAtOptions(text)
  if (pieces.length === 1) return text
  return pieces.map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity beyond their place
      <span key={at} className="whitespace-nowrap">
        {piece}
      </span>
    ),
  )
}
