import { type Exact, getExactMember, NumberText, parseExact, printExact } from './exactJson.ts'
import type { Follower } from './follow.ts'
import { askHttp } from './httpCases.ts'
import { COMPARED } from './methods.ts'
import type { ReplayNode } from './nodes.ts'
import { NO_JSON } from './noJson.ts'
import type { Line } from './recordings.ts'

export type Outcome =
  | { readonly kind: 'compared'; readonly expected: Exact; readonly got: Exact }
  /** The line changes the state of the chain (mining, wallet sends), and our nodes were brought into the new state. */
  | { readonly kind: 'followed' }
  /** Not compared, because the test does not support the node or the call. */
  | { readonly kind: 'later' }

/** Returns result and error of a reply with the HTTP status, and without the request id, which differs. */
function withStatus(reply: Exact, status: number | null): Exact {
  const [result = null, error = null] = [getExactMember(reply, 'result'), getExactMember(reply, 'error')]
  return { result, error, status: new NumberText(String(status)) }
}

function recordedReply({ response, status }: Line): Exact {
  if (response === undefined) return 'no answer'
  try {
    return withStatus(parseExact(response), status)
  } catch (error) {
    if (error instanceof SyntaxError) return NO_JSON
    throw error
  }
}

/**
 * Brings the nodes into the recorded state and sends the call of the line to our node. Returns both replies for
 * comparison.
 */
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
    const replies = await askHttp(line, line.http, node)
    return replies ? { kind: 'compared', ...replies } : { kind: 'later' }
  }
  if (line.method === null || !COMPARED.has(line.method)) return { kind: 'later' }
  const { status, reply } = await node.ask(line.method, line.paramsText)
  await follower.after(line, getExactMember(reply, 'error') === null)
  return { kind: 'compared', expected: recordedReply(line), got: withStatus(reply, status) }
}

/** Formats the call of a line as one short text. */
export function formatCall(line: Line): string {
  const params = printExact(line.params)
  return `${line.method ?? 'http'} ${params.length > 160 ? `${params.slice(0, 160)}…` : params}`
}
