/** Milliseconds over which the pace is measured. */
const SPAN_MS = 3000
/** Blocks a second: the clock allows one, everything else is much faster. */
const SLOW = 2

/** Tells from the progress of a run whether the clock holds it up: the blocks of the last seconds came one a second. */
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
