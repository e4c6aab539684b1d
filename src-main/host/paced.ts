/** Four a second: a window cannot show more. */
const INTERVAL_MS = 250

/**
 * Passes on the first value at once and then at most four a second. What comes between is dropped: each value says it all,
 * and the result says the end.
 * @param now milliseconds
 * @param isLast a value that is passed on whenever it comes: what follows it may take a while, and nothing is counted then
 */
export function paced<Value>(
  now: () => number,
  pass: (value: Value) => void,
  isLast: (value: Value) => boolean = () => false,
): (value: Value) => void {
  let next = Number.NEGATIVE_INFINITY
  return (value) => {
    const time = now()
    if (time < next && !isLast(value)) return
    next = time + INTERVAL_MS
    pass(value)
  }
}
