import { useRpc } from '../../node/queries.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { AutoMineSwitch } from '../../parts/mining/AutoMineSwitch.tsx'
import { RewardTo } from '../../parts/mining/RewardTo.tsx'
import { Card } from '../../ui/Card.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** Automatic blocks and their reward key. */
export function RegtestSettings({ automatic }: { readonly automatic: boolean }) {
  const miner = useRpc('getminerstatus', {})
  return (
    <Card
      title="Make blocks automatically"
      source={
        <CallSource calls={[shownCall('setautomine', { enabled: !automatic }), shownCall('getminerstatus', {})]} />
      }
    >
      <div className="flex flex-col gap-3">
        <AutoMineSwitch on={automatic} hint="Mines a block whenever a transaction is waiting." />
        <FactList
          className="border-t"
          facts={[
            {
              label: 'Rewards go to',
              value: miner.data ? (
                <RewardTo reward={miner.data.reward} />
              ) : miner.error ? (
                <span className="text-faint">not known now</span>
              ) : (
                <Skeleton className="ml-auto h-4 w-24" />
              ),
            },
          ]}
        />
      </div>
    </Card>
  )
}
