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
