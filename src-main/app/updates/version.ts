const VERSION = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/

/** Returns true for a release version: three numbers without a suffix. */
export const isVersion = (text: string): boolean => VERSION.test(text)

/**
 * Returns a negative number if `a` is older, a positive one if it is newer, and 0 if they are equal.
 * @throws RangeError if one is not a version
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parseNumbers(a), parseNumbers(b)]
  for (const [index, number] of left.entries()) {
    const difference = number - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function parseNumbers(text: string): readonly number[] {
  const match = VERSION.exec(text)
  if (match === null) throw new RangeError(`${text} is not a version`)
  return match.slice(1).map(Number)
}
