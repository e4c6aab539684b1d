import { describe, expect, it } from 'vitest'
import type { WalletHistoryRow } from '../../components/walletHistory/kinds.tsx'
import { foldMined } from './activity.ts'

const row = (txid: string, kind: WalletHistoryRow['kind'], amount: bigint, state = 'confirmed') =>
  ({ txid, kind, amount, state, time: Number(txid) }) as WalletHistoryRow

describe('foldMined', () => {
  it('folds the rewards of a day into one line in the position of the newest', () => {
    const sent = row('3', 'sent', -5n)
    const received = row('1', 'received', 7n)
    const rows = [row('5', 'mined', 2n, 'immature'), sent, row('2', 'mined', 3n), received]
    expect(foldMined(rows)).toEqual([{ mined: { blocks: 2, amount: 5n, time: 5 } }, { row: sent }, { row: received }])
  })

  it('keeps the reward of a replaced block as a separate row', () => {
    const lost = row('2', 'mined', 3n, 'conflicted')
    expect(foldMined([lost, row('1', 'mined', 4n)])).toEqual([
      { row: lost },
      { mined: { blocks: 1, amount: 4n, time: 1 } },
    ])
  })
})
