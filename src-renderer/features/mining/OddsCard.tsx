import { useRpc } from '../../node/queries.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { LuckCurve } from '../../parts/luckCurve/LuckCurve.tsx'
import type { MinerStatus } from '../../parts/mining/minerWords.ts'
import { RpcErrorState } from '../../parts/RpcErrorState.tsx'
import { Card } from '../../ui/Card.tsx'
import { groupDigits } from '../../ui/format.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { oddsOf, waitWords } from './odds.ts'

/** How long the next block may take, as odds. */
export function OddsCard() {
  const miner = useRpc('getminerstatus', {})
  return (
    <Card
      title="Time to the next block of this computer"
      source={<CallSource calls={[shownCall('getminerstatus', {})]} />}
    >
      {miner.data ? (
        <Picture miner={miner.data} />
      ) : miner.error ? (
        <RpcErrorState error={miner.error} compact onRetry={() => void miner.refetch()} />
      ) : (
        <div className="flex flex-col gap-3">
          <Skeleton className="h-44" />
          <Skeleton className="h-16" />
        </div>
      )}
    </Card>
  )
}

function Picture({ miner }: { readonly miner: MinerStatus }) {
  const { chance, rate } = miner
  const { half, most, median, p95 } = oddsOf(miner)
  const [within, mostWithin] =
    rate > 0
      ? [waitWords(median), waitWords(p95)]
      : [half, most].map((solutions) => `${groupDigits(Math.ceil(solutions))} solutions`)
  return (
    <div className="flex flex-col gap-3">
      <LuckCurve
        label={`Share of blocks found over time: half within ${within}, 95 % within ${mostWithin}`}
        chance={chance}
        unit="solutions"
        attempts={undefined}
        rate={rate}
        median={half}
        p95={most}
        running={false}
      />
      <p>
        Half of all blocks are found within <strong className="font-semibold">{within}</strong>, 95 of 100 within{' '}
        <strong className="font-semibold">{mostWithin}</strong>.{' '}
        <span className="text-muted">
          It may take longer: each solution has the same chance, so the odds do not change, however long it has taken.
          {rate > 0 ? '' : ' The time is known after mining for a few seconds.'}
        </span>
      </p>
    </div>
  )
}
