import { Link } from '@tanstack/react-router'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { spreadWords } from '../../components/spread.ts'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Shows } from '../../ui/Shows.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

interface PartProps {
  readonly label: string
  readonly hint: string
  readonly satoshis: bigint | undefined
}

function Part({ label, hint, satoshis }: PartProps) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t py-1.5">
      <dt className="truncate">
        {label}
        <span className="ml-2 text-12 text-faint">{hint}</span>
      </dt>
      <dd className="shrink-0 whitespace-nowrap">
        {satoshis === undefined ? (
          <Skeleton className="inline-block h-4 w-28 align-middle" />
        ) : (
          <Amount satoshis={satoshis} />
        )}
      </dd>
    </div>
  )
}

/** The one balance, and how it is spread. Pending change counts, so that the sum never dips after a payment. */
export function BalanceCard({ coin }: { readonly coin: string }) {
  const wallet = useRpc('getwalletsummary', {})
  const { data } = wallet
  return (
    <Card
      title={t('home:balance.title')}
      actions={
        <Button asChild size="sm" variant="ghost">
          <Link to="/wallet">{t('home:balance.open')}</Link>
        </Button>
      }
      source={<CallSource calls={[shownCall('getwalletsummary', {})]} />}
    >
      {wallet.error && !data ? (
        <RpcErrorState error={wallet.error} compact onRetry={() => void wallet.refetch()} />
      ) : (
        <>
          <p className="flex min-h-9 flex-wrap items-baseline gap-x-1.5 font-semibold text-20">
            {data ? (
              <>
                <Shows figure="balance">
                  <Amount satoshis={data.total} />
                </Shows>
                <span className="font-normal text-13 text-muted">{coin}</span>
              </>
            ) : (
              <Skeleton className="mt-2 h-6 w-52" />
            )}
          </p>
          <p className="mb-3 min-h-4 text-12 text-muted first-letter:uppercase">{data ? spreadWords(data) : null}</p>
          <dl>
            <Part
              label={t('home:balance.confirmed')}
              hint={t('home:balance.confirmedHint')}
              satoshis={data?.confirmed}
            />
            <Part label={t('home:balance.pending')} hint={t('home:balance.pendingHint')} satoshis={data?.pending} />
            <Part label={t('home:balance.immature')} hint={t('home:balance.immatureHint')} satoshis={data?.immature} />
          </dl>
        </>
      )}
    </Card>
  )
}
