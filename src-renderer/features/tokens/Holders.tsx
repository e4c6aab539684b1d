import { Flame, Users } from 'lucide-react'
import { useMemo } from 'react'
import { BURN_KEY } from '#shared/protocol/contractRules.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { KnownHash } from '../../components/people/KnownHash.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatPercent, groupDigits } from '../../ui/format.ts'
import type { Column } from '../../ui/table/columns.ts'
import { FramedTable } from '../../ui/table/FramedTable.tsx'

type Holder = Extract<MethodResult<'tokenholders'>, { result: 'success' }>['rows'][number]

/** Maximum number of holders listed, the largest first. */
export const SHOWN_HOLDERS = 1000

/** Formats a share in hundredths of a percent. A smaller share is not rounded to zero. */
function share(balance: bigint, supply: bigint): string {
  if (supply === 0n) return ''
  const hundredths = (balance * 10_000n) / supply
  return hundredths === 0n && balance > 0n ? t('tokens:holder.underOne') : formatPercent(Number(hundredths) / 100, 2)
}

function HolderName({ holder, ownKey }: { readonly holder: Holder; readonly ownKey: string | undefined }) {
  if (holder.pubkey === BURN_KEY) {
    return (
      <Badge tone="warn" icon={<Flame aria-hidden className="size-3" />}>
        {t('tokens:holder.burned')}
      </Badge>
    )
  }
  if (holder.pubkey !== undefined && holder.pubkey === ownKey) return <Badge tone="accent">{t('tokens:you')}</Badge>
  return <Stranger {...holder} />
}

function Stranger({ pubkey, address }: Pick<Holder, 'pubkey' | 'address'>) {
  if (pubkey === undefined)
    return <ChainLink to={{ kind: 'address', id: address }} label={t('tokens:holder.address')} inRow />
  return <KnownHash value={pubkey} label={t('tokens:holder.key')} inRow />
}

export function Holders({ tokenid, supply }: { readonly tokenid: string; readonly supply: bigint }) {
  const holders = useRpc('tokenholders', { tokenid, limit: SHOWN_HOLDERS }, { keepPrevious: false })
  const { data: info } = useRpc('getinfo', {})
  const data = holders.data?.result === 'success' ? holders.data : undefined
  const columns = useMemo<readonly Column<Holder>[]>(
    () => [
      {
        id: 'holder',
        header: t('tokens:holder.holder'),
        width: 'minmax(0, 1fr)',
        cell: (holder) => <HolderName holder={holder} ownKey={info?.pubkey} />,
      },
      {
        id: 'balance',
        header: t('tokens:holder.units'),
        align: 'right',
        width: 'minmax(96px, auto)',
        firstSort: 'descending',
        sortBy: (holder) => holder.balance,
        cell: (holder) => groupDigits(holder.balance),
      },
      {
        id: 'share',
        header: t('tokens:holder.share'),
        align: 'right',
        width: '72px',
        cell: (holder) => <span className="text-muted">{share(holder.balance, supply)}</span>,
      },
    ],
    [info?.pubkey, supply],
  )
  return (
    <FramedTable
      label={t('tokens:panel.holders')}
      columns={columns}
      rows={data?.rows}
      rowKey={(holder) => holder.address + (holder.pubkey ?? '')}
      maxRows={10}
      skeletonRows={4}
      error={holders.error && !data ? <RpcErrorState error={holders.error} /> : undefined}
      empty={<EmptyState icon={<Users />} title={t('tokens:holder.none')} className="py-6" />}
      foot={
        data && data.total > data.rows.length ? (
          <p className="border-t px-4 py-2 text-12 text-muted">
            {t('tokens:holder.largest', { shown: groupDigits(data.rows.length), total: groupDigits(data.total) })}
          </p>
        ) : null
      }
    />
  )
}
