import { areFirstCoins } from '../../../components/walletHistory/describeHistoryRow.ts'
import { HistoryKindMark, type WalletHistoryRow } from '../../../components/walletHistory/kinds.tsx'
import { t } from '../../../i18n/texts.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { FactList } from '../../../ui/FactList.tsx'
import { plainAmount } from '../../../ui/format.ts'
import { SafeText } from '../../../ui/SafeText.tsx'
import { Counterpart } from './columns.tsx'

/** Shows the wallet's own data of a transaction: amounts, labels, comments. */
export function WalletFacts({ row, coin }: { readonly row: WalletHistoryRow; readonly coin: string }) {
  return (
    <div className="flex flex-col gap-2">
      {row.state === 'conflicted' ? (
        <p className="rounded-md bg-bad-soft px-3 py-2 text-bad">{t('wallet:history.conflicted')}</p>
      ) : null}
      <FactList
        facts={[
          {
            label: t('wallet:history.type'),
            value: <HistoryKindMark row={row} />,
          },
          { label: t('wallet:history.yourCoins'), value: <Amount satoshis={row.amount} signed unit={coin} /> },
          ...(row.fee === null || row.state !== 'conflicted'
            ? []
            : [{ label: t('wallet:history.ofItFee'), value: `${plainAmount(row.fee)} ${coin}` }]),
          ...(row.addresses.length > 0 || row.label
            ? [{ label: t('wallet:history.with'), value: <Counterpart row={row} /> }]
            : []),
          ...(row.comment === '' || areFirstCoins(row)
            ? []
            : [{ label: t('wallet:note'), value: <SafeText text={row.comment} max={500} /> }]),
        ]}
      />
    </div>
  )
}
