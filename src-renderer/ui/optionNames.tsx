import type { ReactNode } from 'react'

/**
 * Matches options such as `-ac_public`, `-addressindex=1` and `-root=<folder>`. A value ends before punctuation and
 * after 24 characters.
 */
const OPTION = /(?<![\p{L}\p{N}_-])(--?[a-z][a-z0-9_]{0,31}(?:=[^\s.;:)]{1,24})?)/u

/** Splits a text at options; every second piece is an option with its value. */
export const splitAtOptions = (text: string): readonly string[] => text.split(OPTION)

/**
 * Prevents line breaks after the hyphens of option names in a text. Uses CSS only, so that copied text contains the
 * plain name. Non-text nodes are returned unchanged.
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
