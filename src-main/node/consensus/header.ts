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

/** Minimum header version (chain-params.md §7.2). */
const MIN_HEADER_VERSION = 4
/**
 * Limits in seconds ahead of the clock (finding 20). Up to the first a block is accepted immediately; from the second
 * on it is dropped.
 */
const EARLY_SECONDS = 60
const FORGOTTEN_SECONDS = 300
/** -ac_adaptivepow: a later time makes the work easier, so blocks further ahead are dropped (adaptive-pow.md §1). */
const ADAPTIVE_EARLY_SECONDS = 4

/** Returns the maximum number of seconds that a block may be ahead of the clock. */
export const maxSecondsAhead = ({ adaptivePow }: ChainParams): number =>
  adaptivePow === null ? EARLY_SECONDS : ADAPTIVE_EARLY_SECONDS

/**
 * Stakes up to this time (unix seconds) follow rules that are not implemented. All live staked chains began later
 * (staking.md §0).
 */
const EARLIEST_STAKES = 1_576_840_000
const OLD_STAKING = '-ac_staked: blocks from before 20 December 2019 follow rules that are not supported'

/**
 * Compares a header's time with the node's clock. Violations have no ban score, because either clock may be wrong.
 * @param now unix seconds, not adjusted by peers' times
 */
export function checkClock(params: ChainParams, header: BlockHeader, now: number): Verdict {
  if (header.time <= now + maxSecondsAhead(params)) return VALID
  const waits = params.adaptivePow === null && header.time < now + FORGOTTEN_SECONDS
  return violation(waits ? 'future' : 'dropped', '', { score: 0 })
}

/**
 * Checks the context-free rules of a header: its version, and that its hash meets the claimed target. komodod checks
 * the hash only while connecting. Here it comes first, because only the hash makes a header expensive to forge (finding
 * 19).
 */
export function checkHeader(params: ChainParams, header: BlockHeader): Verdict {
  if (header.version < MIN_HEADER_VERSION) return violation('refused', 'version-too-low')
  if (!params.enforcesHash) return VALID
  const target = possibleTarget(params, header.bits)
  if (target !== undefined) {
    // On a staked chain the target is not for the hash. The limit for the hash is known only when the block is
    // connected.
    const limit = params.staked === 0 ? target : params.powLimitTarget
    return hashNumber(blockHash(header)) <= limit ? VALID : HIGH_HASH
  }
  // komodod reports the mismatch with the chain's own target, which is always possible except on the chains below.
  return asksTheImpossible(params) ? VALID : violation('refused', 'bad-diffbits')
}

const HIGH_HASH = violation('refused', 'high-hash', { score: 50 })

/** Returns true if the chain's own rule can require a target above the limit (adaptive-pow.md §4). */
const asksTheImpossible = ({ adaptivePow }: ChainParams): boolean => adaptivePow?.exponential === true

/** Returns undefined if no block may have the target. */
function possibleTarget({ powLimit }: ChainParams, bits: number): bigint | undefined {
  const { target, negative, overflow } = decodeCompact(bits)
  return negative || overflow || target === 0n || target > powLimit ? undefined : target
}

/** Checks the Equihash solution, which regtest ignores (chain-params.md §7). Takes almost a millisecond. */
export function checkSolution(params: ChainParams, header: BlockHeader): Verdict {
  if (!params.checksSolution) return VALID
  return verifyEquihash(params.equihash, serializeHeaderWithoutSolution(header), header.solution)
    ? VALID
    : violation('refused', 'invalid-solution')
}

/** Chains with different premine blocks never reorganise into each other (chain-params.md §7.2). */
export const OTHER_FIRST_BLOCK = violation('refused', '', { score: 1, rule: 'block 1 differs from ours' })

export interface HeaderContext {
  /** height of the checked header */
  readonly height: number
  /** the branch that ends at its parent */
  readonly at: HeaderAt
  /** unix seconds */
  readonly now: number
  /** Hash of the active chain's block 1, once its tip is above height 1. Without it, another block 1 is allowed. */
  readonly heightOneHash?: Uint8Array | undefined
}

/** Checks the contextual rules of a header (chain-params.md §7.1, §7.2), in komodod's order of reporting. */
export function contextualCheckHeader(params: ChainParams, header: BlockHeader, context: HeaderContext): Verdict {
  const { height, at, now, heightOneHash } = context
  if (header.bits !== nextBits(params, height, at, header.time)) return violation('refused', 'bad-diffbits')
  if (asksTheImpossible(params) && possibleTarget(params, header.bits) === undefined) return HIGH_HASH
  if (params.staked !== 0 && header.time <= EARLIEST_STAKES) return violation('refused', OLD_STAKING, { score: 0 })
  if (header.time < earliestTime(params, height, at)) return violation('refused', 'time-too-old', { score: 0 })
  if (header.time > now + params.maxFutureSeconds) return violation('refused', 'time-too-new', { score: 0 })
  if (height === 1 && heightOneHash !== undefined && !equal(blockHash(header), heightOneHash)) return OTHER_FIRST_BLOCK
  // Only block proposals reach this without having passed checkHeader.
  if (header.version < MIN_HEADER_VERSION) {
    return violation('refused', 'bad-version', { score: 0, code: REJECT.OBSOLETE })
  }
  return VALID
}
