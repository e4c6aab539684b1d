import { Panel } from '../../components/Panel.tsx'
import { t } from '../../i18n/texts.ts'
import { FoundBlocks } from './FoundBlocks.tsx'
import { StakeCoins } from './StakeCoins.tsx'
import { StakeFigures } from './StakeFigures.tsx'
import { StakeOdds } from './StakeOdds.tsx'
import { StakeSettings } from './StakeSettings.tsx'
import { StakeState } from './StakeState.tsx'

/** The staking half of the mining page: the staking coins, their age, the odds, and the blocks won. */
export function StakingHalf({ coin }: { readonly coin: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Panel name={t('mining:panel.stakeFigures')}>
        <StakeFigures />
      </Panel>
      <StakeState />
      <div className="grid grid-cols-1 items-start gap-4 min-[1180px]:grid-cols-5">
        <div className="flex min-w-0 flex-col gap-4 min-[1180px]:col-span-3">
          <Panel name={t('mining:panel.coins')}>
            <StakeCoins coin={coin} />
          </Panel>
          <Panel name={t('mining:panel.found')}>
            <FoundBlocks coin={coin} staked />
          </Panel>
        </div>
        <div className="flex min-w-0 flex-col gap-4 min-[1180px]:col-span-2">
          <Panel name={t('mining:panel.stakeOdds')}>
            <StakeOdds />
          </Panel>
          <Panel name={t('mining:panel.stakeSettings')}>
            <StakeSettings />
          </Panel>
        </div>
      </div>
    </div>
  )
}
