import { type JudgedStake, judgeStake, NOT_STAKED, type StakeBranch, type Violation } from '../consensus/index.ts'
import type { SpentCoin } from '../core/index.ts'
import type { Block } from '../primitives/index.ts'
import type { ChainContext } from './context.ts'
import type { TreeEntry } from './treeEntry.ts'

/** The active chain as the rules of proof of stake see it. Asked only for heights up to the tip. */
export function stakeBranch({ storage, tree }: Pick<ChainContext, 'storage' | 'tree'>): StakeBranch {
  return {
    segid: (height) => storage.segids.at(height) ?? NOT_STAKED,
    hash: (height) => tree.byHeight(height)!.hash,
    time: (height) => tree.byHeight(height)!.time,
  }
}

/** What the last transaction of a block that is being connected takes in. */
export interface LastInputs {
  readonly spent: readonly SpentCoin[]
  readonly fee: bigint
}

/** undefined on chains without proof of stake */
export function judgeStaked(
  context: ChainContext,
  block: Block,
  parent: TreeEntry,
  { spent, fee }: LastInputs,
): JudgedStake | Violation | undefined {
  const { params } = context
  if (params.staked === 0) return undefined
  const place = { height: parent.height + 1, upgrades: parent.upgrades, branch: stakeBranch(context) }
  return judgeStake(params, { ...place, block, coin: spent[0], fee })
}
