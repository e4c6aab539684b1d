import { useMemo } from 'react'
import { spendableCoins } from '../../../components/useSpendableFunds.ts'
import { useRpc } from '../../../node/queries.ts'
import { readAmountField } from '../../../ui/format.ts'
import type { WalletSummary } from '../BalanceStrip.tsx'
import { availableFor, checkSend } from './check.ts'
import type { SendDraft } from './draft.ts'
import { useEstimate } from './useEstimate.ts'

/** Validates a payment draft and estimates its cost. */
export function usePayment(draft: SendDraft, summary: WalletSummary | undefined) {
  const { data: network } = useRpc('getnetworkinfo', {})
  const limits = {
    spendable: summary && spendableCoins(summary),
    leastRate: network?.relayfee,
  }
  const checked = checkSend(draft, limits)
  const key = useMemo(
    () => JSON.stringify([draft, String(summary?.total), summary?.hash]),
    [draft, summary?.total, summary?.hash],
  )
  const estimate = useEstimate(checked.ok ? checked.request : undefined, key)
  const available = availableFor(draft, limits)
  return { checked, estimate, available, total: computeTotal(draft, available) }
}

/** Returns the sum of all recipients in satoshis, or undefined while an amount is invalid. */
function computeTotal({ recipients, everything }: SendDraft, available: bigint | undefined): bigint | undefined {
  if (everything) return available
  const typed = recipients.map(({ amount }) => readAmountField(amount))
  return typed.every((amount) => amount !== undefined) ? typed.reduce((sum, amount) => sum + amount, 0n) : undefined
}
