import type { Diff, Exact } from './exactJson.ts'
import type { Line } from './recordings.ts'

/** A reason why a recorded reply and ours may differ at some place. */
export interface Difference {
  readonly name: string
  readonly reason: string
  covers(line: Line, diff: Diff): boolean
  /** both replies without what only one side can have; undefined: nothing to leave out */
  adjust?(line: Line, expected: Exact, got: Exact): readonly [Exact, Exact] | undefined
}

interface Scope {
  /** methods, all when left out */
  readonly methods?: readonly string[]
  /** matches the whole place, such as `result.vout[].value`; all when left out */
  readonly place?: RegExp
  readonly when?: (line: Line, diff: Diff) => boolean
}

/** A difference that is known by method, place and a look at both values. */
export const entry = (name: string, reason: string, ...scopes: readonly Scope[]): Difference => ({
  name,
  reason,
  covers: (line, diff) =>
    scopes.some(
      ({ methods, place, when }) =>
        (methods === undefined || methods.includes(line.method ?? 'http')) &&
        (place === undefined || new RegExp(`^(?:${place.source})$`).test(diff.place)) &&
        (when === undefined || when(line, diff)),
    ),
})
