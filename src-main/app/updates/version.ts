const VERSION = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/

/** Whether it is a version as releases have them: three numbers, nothing behind them. */
export const isVersion = (text: string): boolean => VERSION.test(text)

/**
 * Negative if `a` is older, positive if it is newer, 0 for the same.
 * @throws RangeError unless both are versions
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)]
  for (const [index, number] of left.entries()) {
    const difference = number - (right[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function numbersOf(text: string): readonly number[] {
  const match = VERSION.exec(text)
  if (match === null) throw new RangeError(`${text} is not a version`)
  return match.slice(1).map(Number)
}
