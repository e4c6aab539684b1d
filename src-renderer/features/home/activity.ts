import type { WalletHistoryRow } from '../../components/walletHistory/kinds.tsx'

/** Sum of the mined rewards of one day. */
export interface MinedRewards {
  readonly blocks: number
  /** in satoshis */
  readonly amount: bigint
  /** time of the newest block in unix seconds */
  readonly time: number
}

export type ActivityItem = { readonly row: WalletHistoryRow } | { readonly mined: MinedRewards }

const isReward = ({ kind, state }: Pick<WalletHistoryRow, 'kind' | 'state'>) =>
  kind === 'mined' && state !== 'conflicted'

/** Folds the mined rewards among the rows of one day into one line, in the position of the newest. */
export function foldMined(rows: readonly WalletHistoryRow[]): readonly ActivityItem[] {
  const rewards = rows.filter(isReward)
  const [newest] = rewards
  return rows.flatMap((row): readonly ActivityItem[] => {
    if (!isReward(row)) return [{ row }]
    if (row !== newest) return []
    const amount = rewards.reduce((sum, reward) => sum + reward.amount, 0n)
    return [{ mined: { blocks: rewards.length, amount, time: row.time } }]
  })
}
