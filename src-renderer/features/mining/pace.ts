/** Time over which the pace is measured, in ms. */
const SPAN_MS = 3000
/**
 * Blocks per second below which the clock limits the run: it allows one per second, and everything else is much faster.
 */
const SLOW = 2

/**
 * Returns a function that takes the progress of a run and returns true if the clock slows it down. In that case the
 * blocks of the last seconds came once per second.
 */
export function createPace(): (done: number, now: number) => boolean {
  const seen: { readonly done: number; readonly at: number }[] = []
  return (done, now) => {
    seen.push({ done, at: now })
    while (seen[1] && now - seen[1].at >= SPAN_MS) seen.shift()
    const first = seen[0]
    if (!first || now - first.at < SPAN_MS) return false
    return ((done - first.done) * 1000) / (now - first.at) < SLOW
  }
}
