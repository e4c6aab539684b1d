import { CircleCheck, CircleDot, CircleSlash, CircleX, Droplets, LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRpc } from '../../node/queries.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { RpcErrorState } from '../../parts/RpcErrorState.tsx'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { plainAmount } from '../../ui/format.ts'
import { Skeleton, SkeletonLines } from '../../ui/Skeleton.tsx'
import { ClaimStages } from './ClaimStages.tsx'
import { type ClaimStage, eligibilityCheck } from './claimStatus.ts'
import { useClaim } from './useClaim.ts'

const marks: Record<ClaimStage, { readonly word: string; readonly tone: Tone; readonly icon: LucideIcon }> = {
  closed: { word: 'Not possible now', tone: 'neutral', icon: CircleSlash },
  open: { word: 'Possible', tone: 'ok', icon: CircleDot },
  searching: { word: 'Searching', tone: 'accent', icon: LoaderCircle },
  found: { word: 'Found, not sent', tone: 'warn', icon: CircleDot },
  sent: { word: 'Sent', tone: 'accent', icon: CircleCheck },
  claimed: { word: 'Claimed', tone: 'ok', icon: CircleCheck },
  cancelled: { word: 'Stopped', tone: 'neutral', icon: CircleSlash },
  failed: { word: 'Failed', tone: 'bad', icon: CircleX },
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
      title={data ? `Claim ${plainAmount(data.payout)} ${coin}` : 'Claim'}
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
        <EmptyState icon={<Droplets />} title="This chain has no faucet">
          Its founder left out the rules that faucets need (crypto-conditions). That cannot be changed later.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-4">
          <Explanation payout={plainAmount(data.payout)} coin={coin} />
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
  const { word, tone, icon: Icon } = marks[stage]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden className={stage === 'searching' ? 'size-3 animate-spin' : 'size-3'} />}>
      {word}
    </Badge>
  )
}

/** Explains a faucet. */
function Explanation({ payout, coin }: { readonly payout: string; readonly coin: string }): ReactNode {
  return (
    <p className="max-w-160 text-muted">
      The faucet gives newcomers their first coins. Anyone can pay into it; an address without any history can take{' '}
      {payout} {coin} out of it, once. So that nobody empties it by the thousand, a claim has to be searched for: your
      computer signs it again and again until its id happens to begin and end with zeros.
    </p>
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
