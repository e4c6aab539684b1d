import { Flame, Users } from 'lucide-react'
import { useMemo } from 'react'
import { BURN_KEY } from '#shared/protocol/moduleRules.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { useRpc } from '../../node/queries.ts'
import { ChainLink } from '../../parts/links/ChainLink.tsx'
import { RpcErrorState } from '../../parts/RpcErrorState.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { groupDigits } from '../../ui/format.ts'
import { Hash } from '../../ui/Hash.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { FramedTable } from '../../ui/table/FramedTable.tsx'

type Holder = Extract<MethodResult<'tokenholders'>, { result: 'success' }>['rows'][number]

const SHOWN = 1000

/** Hundredths of a percent are enough; shares below that are not rounded to nothing. */
function share(balance: bigint, supply: bigint): string {
  if (supply === 0n) return ''
  const hundredths = (balance * 10_000n) / supply
  return hundredths === 0n && balance > 0n ? '< 0.01 %' : `${(Number(hundredths) / 100).toFixed(2)} %`
}

function HolderName({ holder, ownKey }: { readonly holder: Holder; readonly ownKey: string | undefined }) {
  if (holder.pubkey === BURN_KEY) {
    return (
      <Badge tone="warn" icon={<Flame aria-hidden className="size-3" />}>
        burned
      </Badge>
    )
  }
  if (holder.pubkey !== undefined && holder.pubkey === ownKey) return <Badge tone="accent">you</Badge>
  return holder.pubkey === undefined ? (
    <ChainLink to={{ kind: 'address', id: holder.address }} label="token address" inRow />
  ) : (
    <Hash value={holder.pubkey} label="public key" inRow />
  )
}

export function Holders({ tokenid, supply }: { readonly tokenid: string; readonly supply: bigint }) {
  const holders = useRpc('tokenholders', { tokenid, limit: SHOWN }, { keepPrevious: false })
  const { data: info } = useRpc('getinfo', {})
  const data = holders.data?.result === 'success' ? holders.data : undefined
  const columns = useMemo<readonly Column<Holder>[]>(
    () => [
      {
        id: 'holder',
        header: 'Holder',
        width: 'minmax(0, 1fr)',
        cell: (holder) => <HolderName holder={holder} ownKey={info?.pubkey} />,
      },
      {
        id: 'balance',
        header: 'Units',
        align: 'right',
        width: 'minmax(96px, auto)',
        firstSort: 'descending',
        sortBy: (holder) => holder.balance,
        cell: (holder) => groupDigits(holder.balance),
      },
      {
        id: 'share',
        header: 'Share',
        align: 'right',
        width: '72px',
        cell: (holder) => <span className="text-muted">{share(holder.balance, supply)}</span>,
      },
    ],
    [info?.pubkey, supply],
  )
  return (
    <FramedTable
      label="Holders"
      columns={columns}
      rows={data?.rows}
      rowKey={(holder) => holder.address + (holder.pubkey ?? '')}
      maxRows={10}
      skeletonRows={4}
      error={holders.error && !data ? <RpcErrorState error={holders.error} /> : undefined}
      empty={<EmptyState icon={<Users />} title="Nobody holds any" className="py-6" />}
      foot={
        data && data.total > data.rows.length ? (
          <p className="border-t px-4 py-2 text-12 text-muted">
            The largest {groupDigits(data.rows.length)} of {groupDigits(data.total)} holders.
          </p>
        ) : null
      }
    />
  )
}
