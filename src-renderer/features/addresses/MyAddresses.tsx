import { Link } from '@tanstack/react-router'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { SafeText } from '../../ui/SafeText.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'
import { MAX_OWN_ROWS, type OwnAddress, ownRows } from './ownRows.ts'

/** Lists addresses of the wallet with their coins: the main one first, then those with the largest balance. */
export function MyAddresses({ coin }: { readonly coin: string }) {
  const { data, error, refetch } = useRpc('listreceiveaddresses', {})
  const rows = data && ownRows(data)
  return (
    <Card
      title={t('addresses:mine.title')}
      flush
      className="shrink-0"
      actions={
        rows && rows.length > MAX_OWN_ROWS ? (
          <Button asChild size="sm" variant="ghost">
            <Link to="/wallet" search={{ tab: 'receive' }}>
              {t('addresses:mine.all', { count: rows.length })}
            </Link>
          </Button>
        ) : null
      }
      source={<CallSource calls={[shownCall('listreceiveaddresses', {})]} />}
    >
      {rows ? (
        <ul aria-label={t('addresses:mine.title')}>
          {rows.slice(0, MAX_OWN_ROWS).map((row) => (
            <Row key={row.address} row={row} coin={coin} />
          ))}
        </ul>
      ) : error ? (
        <RpcErrorState error={error} compact onRetry={() => void refetch()} />
      ) : (
        <div className="px-4 py-2">
          <SkeletonLines lines={2} />
        </div>
      )}
    </Card>
  )
}

function Row({
  row: { address, label, tokenkey, change, balance },
  coin,
}: {
  readonly row: OwnAddress
  readonly coin: string
}) {
  const unnamed = tokenkey
    ? t('addresses:mine.main')
    : change
      ? t('addresses:mine.change')
      : t('addresses:watch.noLabel')
  return (
    <li className="flex min-h-9 items-center gap-x-4 border-b px-4 last:border-b-0 max-[719px]:flex-wrap max-[719px]:py-1.5">
      <SafeText
        text={label}
        max={100}
        empty={unnamed}
        className={
          tokenkey || label !== '' ? 'min-w-24 flex-1 truncate font-medium' : 'min-w-24 flex-1 truncate text-muted'
        }
      />
      <ChainLink to={{ kind: 'address', id: address }} label={t('addresses:addressLabel')} copy unnamed />
      <Amount satoshis={balance} unit={coin} className="w-52 text-right max-[719px]:w-full max-[719px]:text-left" />
    </li>
  )
}
