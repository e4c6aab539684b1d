import type { ReplayNode } from './nodes.ts'
import type { HttpCase, Line } from './recordings.ts'
import type { Outcome } from './runLine.ts'

export async function askHttp(_line: Line, _case: HttpCase, _node: ReplayNode): Promise<Outcome> {
  return { kind: 'later' }
}
