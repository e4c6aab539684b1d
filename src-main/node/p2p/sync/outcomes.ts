import type { BlockOutcome } from '../../chain/index.ts'
import { logReason, REJECT } from '../../consensus/index.ts'
import { BLOCK_SCORES, banScoreFor, HEADER_SCORES, MESSAGE_SCORES, type RejectedItem } from '../scores.ts'

/** Fault of a block, and its cost for the sender. */
export interface Fault {
  /** 0 if an honest node may have relayed the block */
  readonly score: number
  /** undefined if no reject message is sent */
  readonly code: number | undefined
  readonly reason: string
  /** log text, never empty */
  readonly rule: string
  /** true if the reject message contains the block hash */
  readonly named: boolean
}

const REFUSALS = { ...HEADER_SCORES, ...BLOCK_SCORES }

/** Returns the rule's own points plus the point for every such block; 0 for an unlisted rule. */
function computeBlockScore(verdict: RejectedItem): number {
  return Object.hasOwn(REFUSALS, verdict.reason)
    ? banScoreFor(REFUSALS, verdict) + MESSAGE_SCORES.refusedBlock.points
    : 0
}

/**
 * Returns the fault of a block; scores.ts gives the reasons.
 * @returns undefined if the block is valid, or if its sender is not at fault
 */
export function findFault(outcome: BlockOutcome): Fault | undefined {
  switch (outcome.kind) {
    case 'malformed':
      return { score: 0, code: REJECT.MALFORMED, reason: 'error parsing message', rule: 'not a block', named: false }
    case 'connected':
    case 'stored':
    case 'known':
    case 'dropped':
      return undefined
    case 'orphan':
      return { score: 0, code: undefined, reason: 'unknown parent', rule: 'unknown parent', named: false }
    case 'refused': {
      const { code, reason, kind } = outcome.verdict
      if (kind === 'future' || kind === 'dropped') return undefined
      return { score: computeBlockScore(outcome.verdict), code, reason, rule: logReason(outcome.verdict), named: true }
    }
    case 'unfit':
    case 'invalid': {
      const { code, reason } = outcome.verdict
      return { score: 0, code, reason, rule: logReason(outcome.verdict), named: true }
    }
  }
}
