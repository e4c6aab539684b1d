import type { ReactNode } from 'react'
import { t } from '../../i18n/texts.ts'
import { groupDigits } from '../../ui/format.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import type { ListProps } from './lists/listProps.ts'
import { Pending } from './lists/Pending.tsx'
import { Transactions } from './lists/Transactions.tsx'
import { Unspent } from './lists/Unspent.tsx'
import { ProofCard } from './ProofCard.tsx'
import type { AddressTab } from './search.ts'

/**
 * The lists of an address, and the check of its figures. Each list keeps its own sort. The filter applies to all lists.
 */
export function AddressTabs(props: ListProps) {
  const { summary, search, onSearch } = props
  return (
    <Tabs<AddressTab>
      label={t('addresses:tab.label')}
      className="h-full [&>[role=tablist]]:px-3 [&>[role=tablist]]:pt-1.5 [&>[role=tabpanel]]:pt-0"
      value={search.tab ?? 'transactions'}
      onChange={(tab) => onSearch({ tab: tab === 'transactions' ? undefined : tab, sort: undefined, kind: undefined })}
      tabs={[
        {
          id: 'transactions',
          label: counted(t('addresses:tab.transactions'), summary?.transactions),
          content: <Transactions {...props} />,
        },
        { id: 'unspent', label: counted(t('addresses:tab.unspent'), summary?.utxos), content: <Unspent {...props} /> },
        { id: 'pending', label: t('addresses:tab.pending'), content: <Pending {...props} /> },
        {
          id: 'check',
          label: t('addresses:proof.title'),
          content: <ProofCard {...props} failed={false} className="max-w-120 border-0 shadow-none" />,
        },
      ]}
    />
  )
}

function counted(word: string, count: number | undefined): ReactNode {
  return (
    <>
      {word}
      {count === undefined ? null : <span className="ml-1.5 font-normal text-12 text-faint">{groupDigits(count)}</span>}
    </>
  )
}
