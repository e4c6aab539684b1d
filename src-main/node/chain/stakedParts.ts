import { checkStake, NOT_STAKED, type StakeBranch, type StakeResult, type Violation } from '../consensus/index.ts'
import type { SpentCoin } from '../core/index.ts'
import type { Block } from '../primitives/index.ts'
import type { ChainContext } from './context.ts'
import type { TreeEntry } from './treeEntry.ts'

/** Returns the active chain as a view for the staking rules. Only call it for heights up to the tip. */
export function stakeBranch({ storage, tree }: Pick<ChainContext, 'storage' | 'tree'>): StakeBranch {
  return {
    segid: (height) => storage.segids.at(height) ?? NOT_STAKED,
    hash: (height) => tree.byHeight(height)!.hash,
    time: (height) => tree.byHeight(height)!.time,
  }
}

/** Coins and fee of the last transaction of a block that is being connected. */
export interface LastInputs {
  readonly spent: readonly SpentCoin[]
  readonly fee: bigint
}

/** @returns undefined on chains without staking */
export function checkStakedParts(
  context: ChainContext,
  block: Block,
  parent: TreeEntry,
  { spent, fee }: LastInputs,
): StakeResult | Violation | undefined {
  const { params } = context
  if (params.staked === 0) return undefined
  const place = { height: parent.height + 1, upgrades: parent.upgrades, branch: stakeBranch(context) }
  return checkStake(params, { ...place, block, coin: spent[0], fee })
}
