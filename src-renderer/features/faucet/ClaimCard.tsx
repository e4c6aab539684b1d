import { Droplets } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { usePerson } from '../../components/people/persons.ts'
import { RpcErrorState } from '../../components/RpcErrorState.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton, SkeletonLines } from '../../ui/Skeleton.tsx'
import { ClaimStages } from './ClaimStages.tsx'
import { type ClaimStage, claimsLeft, type Eligibility, eligibilityCheck, poolIsWaiting } from './claimStatus.ts'
import { HowItWorks } from './HowItWorks.tsx'
import { useClaim } from './useClaim.ts'

export interface ClaimCardProps {
  readonly coin: string
  readonly stage: ClaimStage | undefined
  /** True if Friend's claim was requested: its search starts as soon as possible. */
  readonly begin: boolean
  onBegun(): void
  onFund(): void
  onTransaction(txid: string): void
}

/** The claim of this node in any stage. The card stays in place, and only the actions change. */
export function ClaimCard({ coin, stage, begin, onBegun, onFund, onTransaction }: ClaimCardProps) {
  const eligibility = useRpc('fauceteligibility', {})
  const work = useClaim()
  const { data } = eligibility
  const { person } = usePerson()
  const ready = begin && person === 'friend' && stage === 'open' && data?.eligible === true
  const start = useEffectEvent(() => {
    work.start.mutate()
    onBegun()
  })
  useEffect(() => {
    if (ready) start()
  }, [ready])
  const failed = (!data && eligibility.error) || (!work.claim.data && work.claim.error)
  return (
    <Card
      title={<span className="text-16">{data ? formatClaimsLeft(data) : t('faucet:claim.title')}</span>}
      source={
        <CallSource
          calls={[
            shownCall('fauceteligibility', {}),
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
          <HowItWorks claim={work.claim.data} eligibility={data} coin={coin} onTransaction={onTransaction} />
        </div>
      )}
    </Card>
  )
}

function formatClaimsLeft(eligibility: Eligibility): string {
  const pool = eligibilityCheck(eligibility, 'pool')?.amount
  if (pool === undefined) return t('faucet:claim.title')
  const left = Number(claimsLeft(pool, eligibility.payout, CONTRACT_FEE))
  if (left > 0) return t('faucet:left', { count: left })
  return t(poolIsWaiting(eligibility) ? 'faucet:moreWithBlock' : 'faucet:empty')
}

function Loading() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-8 w-36" />
      <SkeletonLines lines={2} />
    </div>
  )
}
