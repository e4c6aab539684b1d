import { compareExact, type Diff, type Exact, memberOf, parseExact, printExact } from './exactJson.ts'
import type { Follower } from './follow.ts'
import { askHttp } from './httpCases.ts'
import { COMPARED } from './methods.ts'
import type { ReplayNode } from './nodes.ts'
import type { Line } from './recordings.ts'

export type Outcome =
  | { readonly kind: 'compared'; readonly diffs: readonly Diff[] }
  | { readonly kind: 'followed' }
  | { readonly kind: 'later' }

/** The recorder's request ids are its own. */
function withoutId(reply: Exact): Exact {
  return { result: memberOf(reply, 'result') ?? null, error: memberOf(reply, 'error') ?? null }
}

const absent = (text: string | undefined): Exact => (text === undefined ? 'no answer' : withoutId(parseExact(text)))

/** Brings the nodes to where the line was recorded, asks ours the same, and says where the answers differ. */
export async function runLine(
  line: Line,
  nodes: ReadonlyMap<string, ReplayNode>,
  follower: Follower,
): Promise<Outcome> {
  await follower.before(line)
  if (await follower.replaces(line)) return { kind: 'followed' }
  const node = nodes.get(line.node)
  if (!node) return { kind: 'later' }
  if (line.http) {
    const diffs = await askHttp(line, line.http, node)
    return diffs ? { kind: 'compared', diffs } : { kind: 'later' }
  }
  if (line.method === null || !COMPARED.has(line.method)) return { kind: 'later' }
  const { status, reply } = await node.ask(line.method, line.paramsText)
  await follower.after(line, memberOf(reply, 'error') === null)
  const diffs = compareExact(absent(line.response), withoutId(reply))
  if (status !== line.status && line.status !== null) {
    diffs.push({ path: 'status', place: 'status', expected: String(line.status), got: String(status) })
  }
  return { kind: 'compared', diffs }
}

/** The line's call in one short text. */
export function callOf(line: Line): string {
  const params = printExact(line.params)
  return `${line.method ?? 'http'} ${params.length > 160 ? `${params.slice(0, 160)}…` : params}`
}
