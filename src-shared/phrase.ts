/** Helpers for typed recovery phrases. Stateless. */

/** Lengths of new phrases. */
export const NEW_LENGTHS = [12, 24] as const
/** Lengths that phrases of any program have (BIP39). */
export const PHRASE_LENGTHS = [12, 15, 18, 21, 24] as const

/** The shortest phrase that so many words fit into. */
export function lengthFor(words: number): number {
  return PHRASE_LENGTHS.find((length) => length >= words) ?? 24
}

/** The words of a text, however they were written down: numbered, in lines, with commas. */
export function wordsIn(text: string): string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
}

/** The only word with this prefix; undefined if there are several or none. A whole word matches itself. */
export function completed(typed: string, list: readonly string[]): string | undefined {
  if (typed === '') return undefined
  if (list.includes(typed)) return typed
  const fitting = list.filter((word) => word.startsWith(typed))
  return fitting.length === 1 ? fitting[0] : undefined
}

/** Up to `most` words with this prefix, as suggestions. */
export function suggestions(typed: string, list: readonly string[], most: number): readonly string[] {
  return typed === '' ? [] : list.filter((word) => word.startsWith(typed)).slice(0, most)
}

/** Distributes pasted or typed text over one field and those after it. */
export function spread(words: readonly string[], place: number, pasted: readonly string[]): string[] {
  return words.map((word, index) => pasted[index - place] ?? word)
}

/** Three different places to ask for, in order, counted from 0. `random`: a number of [0, 1). */
export function quizPlaces(count: number, random: () => number): readonly number[] {
  const places = Array.from({ length: count }, (_, place) => place)
  const chosen: number[] = []
  while (chosen.length < 3) chosen.push(...places.splice(Math.floor(random() * places.length), 1))
  return chosen.toSorted((a, b) => a - b)
}
