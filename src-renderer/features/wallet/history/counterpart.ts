import type { WalletHistoryRow } from '../../../components/walletHistory/kinds.tsx'

/**
 * The name of the other party; empty: there is none. The label of a payment to others is of an own address that also received
 * coins, not of the receiver. Of a payment to an own address the name that was typed for the payee counts more than the label
 * of the address.
 */
export function counterpartName({
  kind,
  label,
  commentto,
}: Pick<WalletHistoryRow, 'kind' | 'label' | 'commentto'>): string {
  if (kind === 'sent') return commentto
  return kind === 'self' ? commentto || (label ?? '') : label || commentto
}
