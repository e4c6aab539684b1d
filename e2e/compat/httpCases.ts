import type { Diff } from './exactJson.ts'
import type { ReplayNode } from './nodes.ts'
import type { HttpCase, Line } from './recordings.ts'

/** Undefined: cannot be asked again. */
export async function askHttp(_line: Line, _case: HttpCase, _node: ReplayNode): Promise<readonly Diff[] | undefined> {
  return undefined
}
