import { useSpendableFunds } from '../../../components/useSpendableFunds.ts'
import { useRpc } from '../../../node/queries.ts'
import { coinUnit } from '../../../ui/format.ts'
import type { Means } from './orderForm.ts'

/** Returns the funds with which the user can trade now. */
export function useTradingFunds(tokenid: string): Means & { readonly coin: string } {
  const status = useRpc('getnodestatus', {})
  const own = useRpc('tokenaddress', {})
  const balance = useRpc('tokenbalance', { tokenid })
  const purse = useSpendableFunds(own.data?.mybalance)
  const held = balance.data?.result === 'success' ? balance.data.balance : undefined
  return { coins: purse?.spendable, units: held, coin: coinUnit(status.data?.name) }
}
