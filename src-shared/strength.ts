/**
 * Estimates the strength of a passphrase roughly. The passphrase is not sent anywhere, and no word list is used.
 */

/** 0: very weak, guessed within hours; 1: weak; 2: good, guessed within years; 3: strong */
export type StrengthLevel = 0 | 1 | 2 | 3

const COMMON =
  /pass ?w(o|0)rd|qwert|asdf|letmein|welcome|admin|wallet|bitcoin|komodo|chainwright|monkey|dragon|iloveyou/gi
/** Bits per word of any length that the user chose. */
const WORD_BITS = 10

function computePoolSize(text: string): number {
  const pools: readonly (readonly [RegExp, number])[] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^a-zA-Z\d\s]/, 32],
  ]
  return pools.reduce((sum, [pattern, size]) => sum + (pattern.test(text) ? size : 0), 0)
}

/** Counts characters that follow from the preceding one: repeated, or next in a sequence such as 123 and abc. */
function foreseeable(text: string): number {
  let count = 0
  for (let index = 1; index < text.length; index += 1) {
    const step = text.charCodeAt(index) - text.charCodeAt(index - 1)
    if (step >= -1 && step <= 1) count += 1
  }
  return count
}

/**
 * Estimates the bits that an attacker has to guess. Several words count as words if that gives fewer bits than their
 * letters.
 */
export function guessBits(passphrase: string): number {
  const text = passphrase.replaceAll(COMMON, '§')
  const surprising = Math.max(0, text.length - foreseeable(text))
  const byLetters = surprising * Math.log2(Math.max(computePoolSize(text), 2))
  const words = text.split(/[\s\-_.,]+/).filter((word) => /^[a-zA-Z]{3,}$/.test(word))
  const plainWords = words.join('').length >= text.replaceAll(/[\s\-_.,]/g, '').length
  return plainWords ? Math.min(byLetters, new Set(words).size * WORD_BITS + words.length) : byLetters
}

/** Returns the level of a rough estimate; the catalogues of the page and of the prompt have a text for each level. */
export function estimateStrength(passphrase: string): StrengthLevel {
  const bits = guessBits(passphrase)
  if (bits < 28) return 0
  if (bits < 44) return 1
  return bits < 64 ? 2 : 3
}
