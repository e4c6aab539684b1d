import type { BlockOutcome } from '../../chain/index.ts'
import { logReason, REJECT } from '../../consensus/index.ts'
import { BLOCK_SCORES, HEADER_SCORES, type Judged, MESSAGE_SCORES, scoreOf } from '../scores.ts'

/** What is wrong with a block, and what it costs the peer that sent it. */
export interface Fault {
  /** 0: an honest node may have relayed it */
  readonly score: number
  /** undefined: no reject message is sent */
  readonly code: number | undefined
  readonly reason: string
  /** text for the log, never empty */
  readonly rule: string
  /** the reject message carries its hash */
  readonly named: boolean
}

const REFUSALS = { ...HEADER_SCORES, ...BLOCK_SCORES }

/** The rule's own and the point that every such block costs; nothing for a rule that is not listed. */
function refusalScore(verdict: Judged): number {
  return Object.hasOwn(REFUSALS, verdict.reason) ? scoreOf(REFUSALS, verdict) + MESSAGE_SCORES.refusedBlock.points : 0
}

/** undefined: the block is in order, or its sender is not to blame. See scores.ts for what is scored and why. */
export function judgeOutcome(outcome: BlockOutcome): Fault | undefined {
  switch (outcome.kind) {
    case 'malformed':
      return { score: 0, code: REJECT.MALFORMED, reason: 'error parsing message', rule: 'not a block', named: false }
    case 'connected':
    case 'stored':
    case 'known':
    case 'dropped':
      return undefined
    case 'orphan':
      return { score: 0, code: undefined, reason: 'its parent is unknown', rule: 'its parent is unknown', named: false }
    case 'refused': {
      const { code, reason, kind } = outcome.verdict
      if (kind === 'future' || kind === 'dropped') return undefined
      return { score: refusalScore(outcome.verdict), code, reason, rule: logReason(outcome.verdict), named: true }
    }
    case 'unfit':
    case 'invalid': {
      const { code, reason } = outcome.verdict
      return { score: 0, code, reason, rule: logReason(outcome.verdict), named: true }
    }
  }
}
