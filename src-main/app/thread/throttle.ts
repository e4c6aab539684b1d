/** Interval for four values per second. */
const INTERVAL_MS = 250

/**
 * Passes the first value immediately, then at most four per second. Values in between are dropped: each value is
 * complete, and the result marks the end.
 * @param now returns the time in ms
 * @param isLast returns true for values that must not be dropped: work without progress reports may follow them
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
