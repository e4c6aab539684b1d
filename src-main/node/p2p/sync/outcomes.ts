import type { BlockOutcome } from '../../chain/index.ts'
import { REJECT } from '../wire/index.ts'

/** What a block costs the peer that sent it. */
export interface Fault {
  readonly score: number
  /** undefined: the peer is told nothing */
  readonly code: number | undefined
  readonly reason: string
  /** its hash is told too */
  readonly named: boolean
}

/** A generic point for a block that is refused before it is connected, on top of the rule's own (p2p.md §5, §6). */
const GENERIC = 1

/** undefined: the block is in order, or it is nobody's fault that it is not. */
export function judgeOutcome(outcome: BlockOutcome | 'malformed'): Fault | undefined {
  if (outcome === 'malformed')
    return { score: 0, code: REJECT.malformed, reason: 'error parsing message', named: false }
  switch (outcome.kind) {
    case 'connected':
    case 'stored':
    case 'known':
    case 'dropped':
      return undefined
    case 'orphan':
      return { score: GENERIC, code: undefined, reason: 'its parent is unknown', named: false }
    case 'refused': {
      const { code, reason, score, kind } = outcome.verdict
      if (kind === 'future' || kind === 'dropped' || kind === 'unsupported') return undefined
      return { score: score + GENERIC, code, reason, named: true }
    }
    case 'unfit':
    case 'invalid': {
      const { code, reason, score, kind } = outcome.verdict
      if (kind === 'unsupported') return undefined
      return { score, code, reason, named: true }
    }
  }
}
