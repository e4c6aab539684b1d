/** Results shown of each kind. */
const MOST = 50

/** Whether the letters of `typed` stand in `text` in this order, with others between. */
function hasLetters(text: string, typed: string): boolean {
  let at = 0
  for (const letter of typed) {
    at = text.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

/**
 * Items that match the typed text: first those that contain it, then those that have its letters in order. None for an
 * empty text, because there may be thousands.
 */
export function fitting<T>(
  things: readonly T[],
  typed: string,
  words: (thing: T) => { readonly name: string; readonly more?: string },
): T[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return []
  const letters = wanted.replaceAll(/\s/g, '')
  const containing: T[] = []
  const near: T[] = []
  for (const thing of things) {
    const { name, more = '' } = words(thing)
    const low = name.toLowerCase()
    if (`${low} ${more.toLowerCase()}`.includes(wanted)) containing.push(thing)
    else if (near.length < MOST && hasLetters(low, letters)) near.push(thing)
    if (containing.length === MOST) break
  }
  return [...containing, ...near].slice(0, MOST)
}
