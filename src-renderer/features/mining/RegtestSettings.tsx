import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { AutoMineSwitch } from '../../components/mining/AutoMineSwitch.tsx'
import { RewardTo } from '../../components/mining/RewardTo.tsx'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** Settings for automatic blocks and their reward key. */
export function RegtestSettings({ automatic }: { readonly automatic: boolean }) {
  const miner = useRpc('getminerstatus', {})
  return (
    <Card
      title={t('mining:regtest.settings')}
      source={
        <CallSource calls={[shownCall('setautomine', { enabled: !automatic }), shownCall('getminerstatus', {})]} />
      }
    >
      <div className="flex flex-col gap-3">
        <AutoMineSwitch on={automatic} hint={t('mining:regtest.hint')} />
        <FactList
          className="border-t"
          facts={[
            {
              label: t('mining:settings.rewards'),
              value: miner.data ? (
                <RewardTo reward={miner.data.reward} />
              ) : miner.error ? (
                <span className="text-faint">{t('ui:unknownNow')}</span>
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
