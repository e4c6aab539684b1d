import {
  type BlockHeader,
  blockHash,
  decodeCompact,
  hashNumber,
  serializeHeaderWithoutSolution,
  verifyEquihash,
} from '../primitives/index.ts'
import { equal } from '../util/index.ts'
import { earliestTime, nextBits } from './difficulty.ts'
import type { HeaderAt } from './headerAt.ts'
import type { ChainParams } from './params.ts'
import { REJECT, VALID, type Verdict, violation } from './verdict.ts'

/** Oldest header version that is accepted (chain-params.md §7.2). */
const MIN_HEADER_VERSION = 4
/** Seconds ahead of the clock: up to the first a block is accepted at once, from the second on it is dropped (finding 20). */
const EARLY_SECONDS = 60
const FORGOTTEN_SECONDS = 300
/** -ac_adaptivepow: a later time makes the work easier, so nothing beyond that is kept (adaptive-pow.md §1). */
const ADAPTIVE_EARLY_SECONDS = 4

/** Seconds that a block may be ahead of the clock. */
export const maxSecondsAhead = ({ adaptivePow }: ChainParams): number =>
  adaptivePow === null ? EARLY_SECONDS : ADAPTIVE_EARLY_SECONDS

/** Up to here stakes followed rules that are not here; all staked chains that live began later (staking.md §0). Unix seconds. */
const EARLIEST_STAKES = 1_576_840_000
const OLD_STAKING = '-ac_staked: blocks from before 20 December 2019 follow rules that are not supported'

/**
 * Compares a header's time with our clock. No peer is blamed for either answer: nobody knows whose clock is wrong.
 * @param now unix seconds, not adjusted by what peers say
 */
export function checkClock(params: ChainParams, header: BlockHeader, now: number): Verdict {
  if (header.time <= now + maxSecondsAhead(params)) return VALID
  const waits = params.adaptivePow === null && header.time < now + FORGOTTEN_SECONDS
  return violation(waits ? 'future' : 'dropped', '', { score: 0 })
}

/**
 * Rules of a header by itself: version, and that its hash meets the target it claims. The reference checks the hash only
 * while connecting; here it comes first, because nothing else makes a header expensive to forge (finding 19).
 */
export function checkHeader(params: ChainParams, header: BlockHeader): Verdict {
  if (header.version < MIN_HEADER_VERSION) return violation('refused', 'version-too-low')
  if (!params.enforcesHash) return VALID
  const target = possibleTarget(params, header.bits)
  if (target !== undefined) {
    // Where blocks may be staked the target is not for the hash: what that has to meet is known when the block is connected.
    const limit = params.staked === 0 ? target : params.powLimitTarget
    return hashNumber(blockHash(header)) <= limit ? VALID : HIGH_HASH
  }
  // The recorded answer is that of the comparison with the chain's own target, which is possible but on the chains below.
  return asksTheImpossible(params) ? VALID : violation('refused', 'bad-diffbits')
}

const HIGH_HASH = violation('refused', 'high-hash', { score: 50 })

/** Whether the chain's own rule may give a target that no block can have (adaptive-pow.md §4). */
const asksTheImpossible = ({ adaptivePow }: ChainParams): boolean => adaptivePow?.exponential === true

/** undefined: no block may have it */
function possibleTarget({ powLimit }: ChainParams, bits: number): bigint | undefined {
  const { target, negative, overflow } = decodeCompact(bits)
  return negative || overflow || target === 0n || target > powLimit ? undefined : target
}

/** Checks the Equihash solution, which regtest ignores (chain-params.md §7). Takes most of a millisecond. */
export function checkSolution(params: ChainParams, header: BlockHeader): Verdict {
  if (!params.checksSolution) return VALID
  return verifyEquihash(params.equihash, serializeHeaderWithoutSolution(header), header.solution)
    ? VALID
    : violation('refused', 'invalid-solution')
}

/** Two chains that differ in their premine block never reorganise into each other (chain-params.md §7.2). */
export const OTHER_FIRST_BLOCK = violation('refused', '', { score: 1, rule: 'another block 1 than ours' })

export interface HeaderContext {
  /** of the header that is judged */
  readonly height: number
  /** the branch that ends at its parent */
  readonly at: HeaderAt
  /** unix seconds */
  readonly now: number
  /** hash of the active chain's block 1, once its tip is above height 1; absent: another chain from block 1 on is allowed */
  readonly heightOneHash?: Uint8Array | undefined
}

/** Contextual rules of a header (chain-params.md §7.1, §7.2), in the order in which other nodes report them. */
export function contextualCheckHeader(params: ChainParams, header: BlockHeader, context: HeaderContext): Verdict {
  const { height, at, now, heightOneHash } = context
  if (header.bits !== nextBits(params, height, at, header.time)) return violation('refused', 'bad-diffbits')
  if (asksTheImpossible(params) && possibleTarget(params, header.bits) === undefined) return HIGH_HASH
  if (params.staked !== 0 && header.time <= EARLIEST_STAKES) return violation('refused', OLD_STAKING, { score: 0 })
  if (header.time < earliestTime(params, height, at)) return violation('refused', 'time-too-old', { score: 0 })
  if (header.time > now + params.maxFutureSeconds) return violation('refused', 'time-too-new', { score: 0 })
  if (height === 1 && heightOneHash !== undefined && !equal(blockHash(header), heightOneHash)) return OTHER_FIRST_BLOCK
  // Only a block proposal gets here without having passed checkHeader.
  if (header.version < MIN_HEADER_VERSION) {
    return violation('refused', 'bad-version', { score: 0, code: REJECT.OBSOLETE })
  }
  return VALID
}
