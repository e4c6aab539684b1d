import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { RewardTo } from '../../components/mining/RewardTo.tsx'
import { useRpcSwitch } from '../../components/useRpcSwitch.ts'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import type { StakingStatus } from './stakeOdds.ts'

/** Settings for how staking works here, for restarts, and for the reward. */
export function StakeSettings() {
  const { data: status } = useRpc('getstakingstatus', {})
  const { data: miner } = useRpc('getminerstatus', {})
  return (
    <Card
      title={t('mining:stake.settings.title')}
      source={<CallSource calls={[shownCall('setminerresume', { atstart: true })]} />}
    >
      {status && miner ? (
        <div className="flex flex-col gap-4">
          <p className="text-muted">{t('mining:stake.settings.how')}</p>
          <Resume status={status} />
          <FactList
            className="border-t"
            facts={[
              { label: t('mining:settings.rewards'), value: <RewardTo reward={miner.reward} /> },
              { label: t('mining:stake.settings.coin'), value: splitText(status.split) },
            ]}
          />
        </div>
      ) : (
        <Skeleton className="h-52" />
      )}
    </Card>
  )
}

const splitText = (split: number): string =>
  split === 0 ? t('mining:stake.settings.whole') : t('mining:stake.settings.split', { split })

function Resume({ status }: { readonly status: StakingStatus }) {
  const position = useRpcSwitch('setminerresume', status.resumeatstart, (atstart) => ({ atstart }))
  return <Switch label={t('mining:settings.resume')} hint={t('mining:stake.settings.resumeHint')} {...position} />
}
