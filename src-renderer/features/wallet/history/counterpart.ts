import type { WalletHistoryRow } from '../../../components/walletHistory/kinds.tsx'

/**
 * Returns the name of the other party, or an empty text if it has no name. A label belongs to an own address, so it
 * names a payer only if the payer has no name.
 * @param who known name of the other party
 */
export function counterpartName(
  { kind, label, commentto }: Pick<WalletHistoryRow, 'kind' | 'label' | 'commentto'>,
  who?: string,
): string {
  if (commentto !== '') return commentto
  if (kind === 'received') return who ?? label ?? ''
  return kind === 'self' ? (label ?? '') : ''
}
