/** Suggests names for mistyped words. */

/** Returns the edit distance: letters omitted, added, changed, or transposed. */
function distance(from: string, to: string): number {
  let older: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const next = [row]
    for (let column = 1; column <= to.length; column++) {
      const changed = from[row - 1] === to[column - 1] ? 0 : 1
      let least = Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + changed)
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (swapped) least = Math.min(least, (older[column - 2] ?? 0) + 1)
      next.push(least)
    }
    older = last
    last = next
  }
  return last[to.length] ?? 0
}

const MAX_ERRORS = 2
/** Maximum length of a word to compare. */
const MAX_LENGTH = 64

/** Returns the name most similar to the word, ignoring case, or undefined if none is similar. */
export function closest(word: string, names: Iterable<string>): string | undefined {
  if (word.length > MAX_LENGTH) return undefined
  const typed = word.toLowerCase()
  // Short words allow fewer errors, because they are similar to too many names.
  let least = Math.min(MAX_ERRORS, Math.floor(word.length / 4)) + 1
  let best: string | undefined
  for (const name of names) {
    const errors = distance(typed, name.toLowerCase())
    if (errors >= least) continue
    least = errors
    best = name
  }
  return best
}
