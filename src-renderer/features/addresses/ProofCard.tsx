import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, ShieldCheck } from 'lucide-react'
import type { MethodResult } from '#shared/rpc/index.ts'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { BlockLink } from '../../components/links/BlockLink.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/texts.ts'
import { useNode } from '../../node/context.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { groupDigits } from '../../ui/format.ts'
import { SkeletonLines } from '../../ui/Skeleton.tsx'
import type { AddressOverview, AddressScope } from './addressScope.ts'
import { proofVerdict } from './proof.ts'

type Audit = MethodResult<'auditaddressindex'>

/** Maximum number of balance changes up to which an address is checked automatically. */
const CHECKED_BY_ITSELF = 20_000

export interface ProofCardProps {
  readonly view: AddressScope
  readonly coin: string
  readonly summary: AddressOverview | undefined
  readonly revision: string | undefined
  /** True if the address could not be read. The page shows that error above. */
  readonly failed: boolean
  readonly className?: string
}

/** Compares three independently kept sums of one address at one block. */
export function ProofCard({ view, coin, summary, revision, failed, className }: ProofCardProps) {
  const { client } = useNode()
  const small = summary !== undefined && summary.deltas <= CHECKED_BY_ITSELF
  const proof = useQuery({
    queryKey: ['address-proof', view.address, view.ccvout, small ? revision : 'on demand'],
    queryFn: ({ signal }) => client.call('auditaddressindex', view, { signal }),
    enabled: small && revision !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return (
    <Card
      title={t('addresses:proof.title')}
      className={className}
      bodyClassName="overflow-y-auto"
      actions={
        <Button size="sm" variant="ghost" busy={proof.isFetching} onClick={() => void proof.refetch()}>
          {proof.data ? t('addresses:proof.again') : t('addresses:proof.go')}
        </Button>
      }
      source={<CallSource calls={[shownCall('auditaddressindex', view)]} />}
    >
      {proof.data ? (
        <Sums audit={proof.data} coin={coin} />
      ) : proof.error ? (
        <RpcErrorState compact error={proof.error} onRetry={() => void proof.refetch()} />
      ) : failed ? (
        <p className="text-muted">{t('addresses:unknownNow')}</p>
      ) : small || summary === undefined ? (
        <SkeletonLines lines={4} />
      ) : (
        <p className="flex gap-2 text-muted">
          <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
          {t('addresses:proof.explain', { changes: groupDigits(summary.deltas) })}
        </p>
      )}
    </Card>
  )
}

function Sums({ audit, coin }: { readonly audit: Audit; readonly coin: string }) {
  const equal = audit.ok
  const Icon = equal ? CircleCheck : CircleX
  return (
    <div role="status" className="flex flex-col gap-1.5">
      <p className={equal ? 'flex gap-2 font-medium text-ok' : 'flex gap-2 font-medium text-bad'}>
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>
          <Trans
            i18nKey={`addresses:proof.${proofVerdict(audit)}`}
            components={{ block: <BlockLink height={audit.height} /> }}
          />
        </span>
      </p>
      {audit.sums ? (
        <FactList
          facts={[
            {
              label: t('addresses:proof.changes', { count: audit.deltas }),
              value: <Amount satoshis={audit.sums.deltas} />,
            },
            {
              label: t('addresses:proof.unspent', { outputs: audit.utxos }),
              value: <Amount satoshis={audit.sums.unspent} />,
            },
            { label: t('addresses:proof.balance'), value: <Amount satoshis={audit.sums.balance} /> },
          ]}
        />
      ) : null}
      <p className="sr-only">{t('addresses:proof.coin', { coin })}</p>
    </div>
  )
}
