/** What somebody typed or pasted into the look-up field: addresses between anything else, or words to search labels by. */
export interface Pasted {
  /** each once, in the order of the text, as it was written */
  readonly addresses: readonly string[]
  /** further ones that are not looked up at once */
  readonly left: number
  /** the text, where it holds no address: a search for a label */
  readonly label: string
  /** what the text is, where it is something else that people paste by mistake */
  readonly mistaken: 'transaction' | 'public key' | undefined
}

/** More are not looked up at once. */
export const MOST_ADDRESSES = 100
/** Characters that are read at all: a whole book in the clipboard must not stop the window. */
export const MOST_CHARACTERS = 200_000

const BASE58 = /[1-9A-HJ-NP-Za-km-z]+/g
/** 25 bytes in base58check: 26 to 35 characters. Whether the checksum fits is the node's to say. */
const SHAPE = /^[1-9A-HJ-NP-Za-km-z]{26,35}$/
const WORD = /[\p{L}\p{N}]+/gu

/** Whether a text could be an address; the node knows whether it is one. */
export function isAddressShaped(text: string): boolean {
  return SHAPE.test(text)
}

export function readPaste(text: string): Pasted {
  const read = text.slice(0, MOST_CHARACTERS)
  const found = new Set<string>()
  for (const [word] of read.matchAll(WORD)) {
    // A word with a letter that base58 lacks is no address, although a part of it may look like one.
    if (word.match(BASE58)?.[0] === word && isAddressShaped(word) && /\d/.test(word)) found.add(word)
  }
  const all = [...found]
  const trimmed = read.trim()
  return {
    addresses: all.slice(0, MOST_ADDRESSES),
    left: Math.max(0, all.length - MOST_ADDRESSES),
    label: all.length === 0 ? trimmed.slice(0, 200) : '',
    mistaken: all.length > 0 ? undefined : mistakenFor(trimmed),
  }
}

function mistakenFor(text: string): Pasted['mistaken'] {
  if (/^[0-9a-f]{64}$/i.test(text)) return 'transaction'
  return /^(0[23][0-9a-f]{64}|04[0-9a-f]{128})$/i.test(text) ? 'public key' : undefined
}
