import { BASE58_CLASS, isAddressShaped } from '#shared/protocol/shapes.ts'

/** Addresses found in a text. */
export interface Pasted {
  /** Distinct addresses in the order of the text, unmodified. */
  readonly addresses: readonly string[]
  /** Number of further addresses, which are not looked up. */
  readonly left: number
}

export const MAX_LOOKUP_ADDRESSES = 100
/** Maximum number of characters parsed, so that a very large clipboard text cannot block the window. */
export const MAX_PASTE_LENGTH = 200_000

const BASE58 = new RegExp(`[${BASE58_CLASS}]+`, 'g')
const WORD = /[\p{L}\p{N}]+/gu

export function readPaste(text: string): Pasted {
  const read = text.slice(0, MAX_PASTE_LENGTH)
  const found = new Set<string>()
  for (const [word] of read.matchAll(WORD)) {
    // A word that contains a non-base58 character is not an address, even if a substring has the form of an address.
    if (word.match(BASE58)?.[0] === word && isAddressShaped(word) && /\d/.test(word)) found.add(word)
  }
  const all = [...found]
  return { addresses: all.slice(0, MAX_LOOKUP_ADDRESSES), left: Math.max(0, all.length - MAX_LOOKUP_ADDRESSES) }
}
