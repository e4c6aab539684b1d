import type { Diff } from './exactJson.ts'
import type { Line } from './recordings.ts'

/** A reason why a recorded reply and ours may differ at some place. */
export interface Difference {
  readonly name: string
  readonly reason: string
  covers(line: Line, diff: Diff): boolean
}

/** Every accepted difference. One that covers nothing fails the run, so that the list stays true. */
export const DIFFERENCES: readonly Difference[] = []
