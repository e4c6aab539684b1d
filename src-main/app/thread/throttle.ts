/** Four a second. */
const INTERVAL_MS = 250

/**
 * Passes on the first value at once and then at most four a second. Values in between are dropped: each one is complete,
 * and the result marks the end.
 * @param now milliseconds
 * @param isLast such a value is always passed on: work without progress reports may follow it
 */
export function throttle<Value>(
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
