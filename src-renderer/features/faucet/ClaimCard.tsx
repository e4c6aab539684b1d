import { CircleCheck, CircleDot, CircleSlash, CircleX, Droplets, LoaderCircle, type LucideIcon } from 'lucide-react'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { plainAmount } from '../../ui/format.ts'
import { Skeleton, SkeletonLines } from '../../ui/Skeleton.tsx'
import { ClaimStages } from './ClaimStages.tsx'
import { type ClaimStage, eligibilityCheck } from './claimStatus.ts'
import { useClaim } from './useClaim.ts'

const marks: Record<ClaimStage, { readonly tone: Tone; readonly icon: LucideIcon }> = {
  closed: { tone: 'neutral', icon: CircleSlash },
  open: { tone: 'ok', icon: CircleDot },
  searching: { tone: 'accent', icon: LoaderCircle },
  found: { tone: 'warn', icon: CircleDot },
  sent: { tone: 'accent', icon: CircleCheck },
  claimed: { tone: 'ok', icon: CircleCheck },
  cancelled: { tone: 'neutral', icon: CircleSlash },
  failed: { tone: 'bad', icon: CircleX },
}

export interface ClaimCardProps {
  readonly coin: string
  readonly stage: ClaimStage | undefined
  onFund(): void
  onTransaction(txid: string): void
}

/** The claim of this node in whatever stage it is. The card keeps its place; only what can be done changes. */
export function ClaimCard({ coin, stage, onFund, onTransaction }: ClaimCardProps) {
  const eligibility = useRpc('fauceteligibility', {})
  const work = useClaim()
  const { data } = eligibility
  const failed = (!data && eligibility.error) || (!work.claim.data && work.claim.error)
  return (
    <Card
      title={data ? t('faucet:claimAmount', { amount: plainAmount(data.payout), coin }) : t('faucet:claim.title')}
      actions={stage ? <StageBadge stage={stage} /> : null}
      source={
        <CallSource
          calls={[
            shownCall('getfaucetclaim', {}),
            shownCall('startfaucetclaim', {}),
            shownCall('cancelfaucetclaim', {}),
            shownCall('faucetget', {}),
          ]}
        />
      }
    >
      {failed ? (
        <RpcErrorState
          error={failed}
          compact
          onRetry={() => {
            void eligibility.refetch()
            void work.claim.refetch()
          }}
        />
      ) : !data || !work.claim.data || !stage ? (
        <Loading />
      ) : eligibilityCheck(data, 'conditions')?.passed === false ? (
        <EmptyState icon={<Droplets />} title={t('faucet:claim.noFaucet')}>
          {t('faucet:claim.noFaucetHint')}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-4">
          <p className="max-w-200 text-muted">
            {t('faucet:claim.explanation', { amount: plainAmount(data.payout), coin })}
          </p>
          <ClaimStages
            stage={stage}
            claim={work.claim.data}
            eligibility={data}
            coin={coin}
            start={work.start}
            cancel={work.cancel}
            onFund={onFund}
            onTransaction={onTransaction}
          />
        </div>
      )}
    </Card>
  )
}

function StageBadge({ stage }: { readonly stage: ClaimStage }) {
  const { tone, icon: Icon } = marks[stage]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden className={stage === 'searching' ? 'size-3 animate-spin' : 'size-3'} />}>
      {t(`faucet:stage.${stage}`)}
    </Badge>
  )
}

function Loading() {
  return (
    <div className="flex flex-col gap-4">
      <SkeletonLines lines={3} />
      <Skeleton className="h-44 w-full" />
      <Skeleton className="h-8 w-36" />
    </div>
  )
}
