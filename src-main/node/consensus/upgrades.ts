import { OVERWINTER_GROUP, OVERWINTER_VERSION, SAPLING_GROUP, SAPLING_VERSION } from '../primitives/index.ts'
import { type ChainParams, NOT_ACTIVE } from './params.ts'

export type Epoch = 'sprout' | 'overwinter' | 'sapling'

/** Branch ids in the signature hash (chain-params.md §8). */
export const BRANCH_ID: Readonly<Record<Epoch, number>> = { sprout: 0, overwinter: 0x5ba81b19, sapling: 0x76b809bb }

export interface UpgradeHeights {
  /** first height of the upgrade, or NOT_ACTIVE */
  readonly overwinter: number
  readonly sapling: number
}

/**
 * State of the upgrades on one branch, as of one of its blocks. Derived only from the block and its ancestors, so
 * disconnecting blocks or switching branches needs no update. The automatic rule records its trigger block, so that
 * earlier blocks are validated as before.
 */
export interface UpgradeState {
  readonly configured: UpgradeHeights
  /** The upgrades activate together at `height`. This applies to every block above `trigger`. */
  readonly automatic: { readonly trigger: number; readonly height: number } | null
}

/** Returns the time of the block at a height of the branch. */
export type TimeAt = (height: number) => number

/** Chains with blocks after this time (unix seconds) activate the upgrades automatically (chain-params.md §8). */
const ACTIVATION_TIME = 1_544_832_000
const DAY = 24 * 3600
/** Blocks up to and including this time never trigger the automatic rule. */
export const UPGRADES_SINCE = ACTIVATION_TIME - DAY
/** The ancestor at this depth must be young too. */
const LOOK_BACK = 30
/** Number of blocks from the first young block to the activation. */
const ACTIVATION_DELAY = 60

/** Maximum block size in bytes with Sapling, which is the maximum for any block (chain-params.md §10). */
export const MAX_BLOCK_SIZE = 4_194_304
const MAX_BLOCK_SIZE_BEFORE_SAPLING = 2_000_000
const MAX_TX_SIZE = 200_000
const MAX_TX_SIZE_BEFORE_SAPLING = 100_000

export function initialUpgrades(params: ChainParams): UpgradeState {
  const { overwinter, sapling } = params.upgrades
  return { configured: { overwinter, sapling }, automatic: null }
}

/**
 * Returns the state after connecting the block at `height` to a branch with state `state`.
 * @param timeAt called for heights up to `height` on that branch
 */
export function upgradesAfterConnect(
  params: ChainParams,
  state: UpgradeState,
  height: number,
  timeAt: TimeAt,
): UpgradeState {
  if (!params.upgrades.automatic || state.automatic !== null || height < LOOK_BACK) return state
  if (timeAt(height) <= UPGRADES_SINCE) return state
  const first = firstYoungBlock(height - LOOK_BACK, timeAt)
  return first === undefined ? state : { ...state, automatic: { trigger: height, height: first + ACTIVATION_DELAY } }
}

/**
 * Returns the lowest young block with an old parent. The walk down from `from` ends a day before the activation time.
 */
function firstYoungBlock(from: number, timeAt: TimeAt): number | undefined {
  let time = timeAt(from)
  if (time <= ACTIVATION_TIME) return undefined
  let first: number | undefined
  for (let height = from; height > 0; height--) {
    const parentTime = timeAt(height - 1)
    if (parentTime <= ACTIVATION_TIME && time > ACTIVATION_TIME) first = height
    if (parentTime < UPGRADES_SINCE) break
    time = parentTime
  }
  return first
}

/** Returns the activation heights that apply to a block at `height`. The state must include at least its parent. */
export function upgradeHeights(state: UpgradeState, height: number): UpgradeHeights {
  const { automatic } = state
  if (automatic === null || automatic.trigger >= height) return state.configured
  return { overwinter: automatic.height, sapling: automatic.height }
}

const reached = (activation: number, height: number): boolean => activation !== NOT_ACTIVE && height >= activation

export function isOverwinterActive(state: UpgradeState, height: number): boolean {
  return reached(upgradeHeights(state, height).overwinter, height)
}

export function isSaplingActive(state: UpgradeState, height: number): boolean {
  return reached(upgradeHeights(state, height).sapling, height)
}

export function epochAt(state: UpgradeState, height: number): Epoch {
  if (isSaplingActive(state, height)) return 'sapling'
  return isOverwinterActive(state, height) ? 'overwinter' : 'sprout'
}

/** Returns the branch id for signatures of transactions in a block at `height`. */
export function branchIdAt(state: UpgradeState, height: number): number {
  return BRANCH_ID[epochAt(state, height)]
}

export interface TransactionForm {
  readonly overwintered: boolean
  readonly version: number
  readonly versionGroupId: number
}

const FORMS: Readonly<Record<Epoch, TransactionForm>> = {
  sprout: { overwintered: false, version: 1, versionGroupId: 0 },
  overwinter: { overwintered: true, version: OVERWINTER_VERSION, versionGroupId: OVERWINTER_GROUP },
  sapling: { overwintered: true, version: SAPLING_VERSION, versionGroupId: SAPLING_GROUP },
}

/** Returns the version fields of a new transaction for a block at `height` (chain-params.md §8). */
export function transactionForm(state: UpgradeState, height: number): TransactionForm {
  return FORMS[epochAt(state, height)]
}

/** Returns the maximum size of a block at `height`, in bytes. */
export function maxBlockSize(state: UpgradeState, height: number): number {
  return isSaplingActive(state, height) ? MAX_BLOCK_SIZE : MAX_BLOCK_SIZE_BEFORE_SAPLING
}

/** Returns the maximum size of a transaction in a block at `height`, in bytes. */
export function maxTransactionSize(state: UpgradeState, height: number): number {
  return isSaplingActive(state, height) ? MAX_TX_SIZE : MAX_TX_SIZE_BEFORE_SAPLING
}
