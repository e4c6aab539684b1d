import { ChainLink } from '../../../components/links/ChainLink.tsx'
import { useNameLookup } from '../../../components/people/names.ts'
import { areFirstCoins } from '../../../components/walletHistory/describeHistoryRow.ts'
import {
  HistoryKindMark,
  historyKindFor,
  historyStateLabel,
  State,
  type WalletHistoryRow,
} from '../../../components/walletHistory/kinds.tsx'
import { isOther, useOtherParty } from '../../../components/walletHistory/useOtherParty.ts'
import { t } from '../../../i18n/texts.ts'
import { Age } from '../../../ui/Age.tsx'
import { Amount } from '../../../ui/Amount.tsx'
import { groupDigits } from '../../../ui/format.ts'
import { SafeText } from '../../../ui/SafeText.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { kindColumn } from '../../../ui/table/kindColumn.tsx'
import { counterpartName } from './counterpart.ts'

/**
 * Shows the other party: a label, else an address and the number of further ones. Contracts and own addresses are shown
 * only if no other address is known.
 */
export function Counterpart({ row, inRow }: { readonly row: WalletHistoryRow; readonly inRow?: boolean }) {
  const [parties, count] = row.payercount > 0 ? [row.payers, row.payercount] : [row.addresses, row.addresscount]
  const findName = useNameLookup()
  const first = parties.find((address) => isOther(findName(address))) ?? parties[0]
  const name = counterpartName(row, useOtherParty(row))
  if (name) return <SafeText text={name} max={60} className="font-medium" />
  if (first === undefined) return <span className="text-faint">—</span>
  return (
    <>
      <ChainLink to={{ kind: 'address', id: first }} label={t('wallet:addressName')} head={6} tail={6} inRow={inRow} />
      {count > 1 ? <span className="ml-1 text-12 text-muted">+{groupDigits(count - 1)}</span> : null}
    </>
  )
}

/** @param local true if every row is loaded, so that the table can sort by any column */
export function walletHistoryColumns(coin: string, local: boolean): readonly Column<WalletHistoryRow>[] {
  const sorted = <Value,>(sortBy: Value) => (local ? sortBy : undefined)
  return [
    {
      ...kindColumn<WalletHistoryRow>(historyKindFor, 'minmax(208px, 1.5fr)'),
      sortBy: sorted((row) => historyKindFor(row).word),
      cell: (row) => <HistoryKindMark row={row} />,
    },
    {
      id: 'time',
      header: t('wallet:history.when'),
      width: 'minmax(84px, 96px)',
      firstSort: 'descending',
      sortBy: sorted((row) => row.time),
      cell: (row) => <Age time={row.time} className="text-muted" />,
    },
    {
      id: 'amount',
      header: t('wallet:amountIn', { coin }),
      hint: t('wallet:history.amountHint'),
      width: 'minmax(156px, 1fr)',
      align: 'right',
      firstSort: 'descending',
      sortBy: sorted((row) => row.amount),
      // A row can have tokens without coins.
      cell: (row) =>
        row.amount === 0n && row.token ? null : (
          <Amount
            satoshis={row.amount}
            signed
            className={row.state === 'conflicted' ? 'text-faint line-through' : row.amount > 0n ? 'text-ok' : undefined}
          />
        ),
    },
    {
      id: 'with',
      header: t('wallet:history.with'),
      hint: t('wallet:history.withHint'),
      width: 'minmax(124px, 1.4fr)',
      hideBelow: 720,
      cell: (row) => <Counterpart row={row} inRow />,
    },
    {
      id: 'comment',
      header: t('wallet:note'),
      width: 'minmax(80px, 1.5fr)',
      hideBelow: 900,
      cell: (row) =>
        row.comment === '' || areFirstCoins(row) ? null : (
          <SafeText text={row.comment} max={80} className="text-muted" />
        ),
    },
    {
      id: 'state',
      header: t('wallet:state'),
      width: 'minmax(108px, 132px)',
      sortBy: sorted((row) => historyStateLabel(row)),
      cell: (row) => <State row={row} />,
    },
    {
      id: 'txid',
      header: t('wallet:history.transaction'),
      width: '148px',
      hideBelow: 1040,
      cell: (row) => <ChainLink to={{ kind: 'transaction', id: row.txid }} label={t('wallet:transactionName')} inRow />,
    },
  ]
}
