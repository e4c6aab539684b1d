import type { Diff, Exact } from './exactJson.ts'
import type { Line } from './recordings.ts'

/** Reason why a recorded reply and ours may differ at certain places. */
export interface Difference {
  readonly name: string
  readonly reason: string
  covers(line: Line, diff: Diff): boolean
  /** returns both replies without the parts that only one side can have, or undefined if nothing is left out */
  adjust?(line: Line, expected: Exact, got: Exact): readonly [Exact, Exact] | undefined
}

interface Scope {
  /** all methods if omitted */
  readonly methods?: readonly string[]
  /** matches the complete place, such as `result.vout[].value`; all places if omitted */
  readonly place?: RegExp
  readonly when?: (line: Line, diff: Diff) => boolean
}

/** Creates a difference that is recognised by method, place and a condition on both values. */
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
