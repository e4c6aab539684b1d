import type { Exact } from './exactJson.ts'
import type { ReplayNode } from './nodes.ts'
import type { HttpCase, Line } from './recordings.ts'

export interface Replies {
  readonly expected: Exact
  readonly got: Exact
}

/** Undefined: cannot be asked again. */
export async function askHttp(_line: Line, _case: HttpCase, _node: ReplayNode): Promise<Replies | undefined> {
  return undefined
}
