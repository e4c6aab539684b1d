import type { PageCall } from '../pageCall.ts'
import { type Ground, type Plan, passOn } from '../plan.ts'

const PAYING: ReadonlySet<string> = new Set([
  'sendrawtransaction',
  'sendprepared',
  'sendtoaddress',
  'sendmany',
  'sendfrom',
])

/** What pauses after a refusal count for. */
export const kindOf = (name: string) => (PAYING.has(name) ? 'payment' : name)

export async function planOf(call: PageCall, ground: Ground, because: string | undefined): Promise<Plan> {
  return {
    question: {
      kind: kindOf(call.name),
      chain: ground.chainText,
      title: `${call.method.summary.replace(/\.$/, '')}?`,
      consequence: call.method.description ?? call.method.summary,
      facts: [],
      lists: [],
      warnings: because === undefined ? [] : [because],
      agree: 'Do it',
      danger: true,
    },
    act: () => passOn(call, ground),
  }
}
