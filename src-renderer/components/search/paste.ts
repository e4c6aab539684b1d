import { BASE58_CLASS, isAddressShaped } from '#shared/protocol/shapes.ts'

/** Addresses anywhere in a text. */
export interface Pasted {
  /** each once, in the order of the text, as it was written */
  readonly addresses: readonly string[]
  /** number of further ones, which are not looked up at once */
  readonly left: number
}

/** More are not looked up at once. */
export const MOST_ADDRESSES = 100
/** Characters that are read at all: a whole book in the clipboard must not stop the window. */
export const MOST_CHARACTERS = 200_000

const BASE58 = new RegExp(`[${BASE58_CLASS}]+`, 'g')
const WORD = /[\p{L}\p{N}]+/gu

export function readPaste(text: string): Pasted {
  const read = text.slice(0, MOST_CHARACTERS)
  const found = new Set<string>()
  for (const [word] of read.matchAll(WORD)) {
    // A word with a non-base58 letter is no address, even if a part of it looks like one.
    if (word.match(BASE58)?.[0] === word && isAddressShaped(word) && /\d/.test(word)) found.add(word)
  }
  const all = [...found]
  return { addresses: all.slice(0, MOST_ADDRESSES), left: Math.max(0, all.length - MOST_ADDRESSES) }
}
