/** Stateless helpers for typed recovery phrases. */

/** Lengths of new phrases. */
export const NEW_LENGTHS = [12, 24] as const
/** Valid lengths of phrases of any program (BIP39). */
export const PHRASE_LENGTHS = [12, 15, 18, 21, 24] as const

/** Returns the shortest phrase length for this number of words. */
export function lengthFor(words: number): number {
  return PHRASE_LENGTHS.find((length) => length >= words) ?? 24
}

/** Returns the words of a text in any notation: numbered, on lines, with commas. */
export function wordsIn(text: string): string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
}

/**
 * Returns the only word with this prefix, or undefined if there are several or no such words. A complete word matches
 * itself.
 */
export function completed(typed: string, list: readonly string[]): string | undefined {
  if (typed === '') return undefined
  if (list.includes(typed)) return typed
  const fitting = list.filter((word) => word.startsWith(typed))
  return fitting.length === 1 ? fitting[0] : undefined
}

/** Returns up to `limit` words with this prefix. */
export function suggestions(typed: string, list: readonly string[], limit: number): readonly string[] {
  return typed === '' ? [] : list.filter((word) => word.startsWith(typed)).slice(0, limit)
}

/** Distributes pasted or typed words over a field and the following ones. */
export function spread(words: readonly string[], place: number, pasted: readonly string[]): string[] {
  return words.map((word, index) => pasted[index - place] ?? word)
}

/**
 * Selects three different word positions for the quiz, in order, counted from 0. `random` returns a number in [0, 1).
 */
export function quizPlaces(count: number, random: () => number): readonly number[] {
  const places = Array.from({ length: count }, (_, place) => place)
  const chosen: number[] = []
  while (chosen.length < 3) chosen.push(...places.splice(Math.floor(random() * places.length), 1))
  return chosen.toSorted((a, b) => a - b)
}
