import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LatestBlocks } from '../../components/LatestBlocks.tsx'
import { MineButton } from '../../components/mining/MineButton.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { Panel } from '../../components/Panel.tsx'
import { RiverCard } from '../../components/river/RiverCard.tsx'
import { t } from '../../i18n/texts.ts'
import { useCoinUnit } from '../../node/coin.ts'
import { useConnection } from '../../node/context.tsx'
import { useRpc } from '../../node/queries.ts'
import { StaleBadge } from '../../ui/StaleBadge.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { FirstBlock } from './FirstBlock.tsx'
import { FoundBlocks } from './FoundBlocks.tsx'
import { MakeBlocks } from './MakeBlocks.tsx'
import { MinerButton } from './MinerButton.tsx'
import { MinerFigures } from './MinerFigures.tsx'
import { MinerSettings } from './MinerSettings.tsx'
import { MinerSpeed } from './MinerSpeed.tsx'
import { MinerState } from './MinerState.tsx'
import { OddsCard } from './OddsCard.tsx'
import { RegtestFigures } from './RegtestFigures.tsx'
import { RegtestSettings } from './RegtestSettings.tsx'
import { StakeButton } from './StakeButton.tsx'
import { StakingHalf } from './StakingHalf.tsx'
import type { MiningHalf } from './search.ts'

/**
 * Shows how blocks are made on this chain: by stakes if the rules allow them, else by proof of work on this computer.
 * On regtest they are made immediately.
 */
export function MiningPage() {
  const { data: status } = useRpc('getnodestatus', {})
  const { data: info } = useRpc('getinfo', {})
  const coin = useCoinUnit()
  const regtest = status?.network === 'regtest'
  if (status && (info?.staked ?? 0) > 0)
    return <InHalves coin={coin} automatic={regtest ? status.automaticMining : undefined} />
  return regtest ? (
    <MiningLayout actions={<MineButton />}>
      <OnRegtest automatic={status.automaticMining} />
    </MiningLayout>
  ) : (
    <MiningLayout actions={<MinerButton />}>
      <ByWork coin={coin} />
    </MiningLayout>
  )
}

function MiningLayout({ actions, children }: { readonly actions: ReactNode; readonly children: ReactNode }) {
  const info = useRpc('getmininginfo', {})
  const connection = useConnection()
  return (
    <PageLayout
      title={t('mining:title')}
      beside={<StaleBadge updatedAt={info.dataUpdatedAt} stale={info.isRefetchError || connection.state !== 'live'} />}
      actions={actions}
    >
      <NoStaking />
      {children}
    </PageLayout>
  )
}

/** Shown to a user who came for staking on a chain whose rules do not allow it. */
function NoStaking() {
  const { half } = useSearch({ from: '/mining' })
  const { data: info } = useRpc('getinfo', {})
  if (half !== 'stake' || info === undefined || (info.staked ?? 0) > 0) return null
  return <p className="rounded-lg border bg-raised px-4 py-3">{t('mining:noStaking')}</p>
}

/** @param automatic undefined if the chain is not a regtest chain */
function InHalves({ coin, automatic }: { readonly coin: string; readonly automatic: boolean | undefined }) {
  const { half = 'stake' } = useSearch({ from: '/mining' })
  const navigate = useNavigate({ from: '/mining' })
  const regtest = automatic !== undefined
  const byWork = regtest ? <MineButton /> : <MinerButton />
  return (
    <MiningLayout actions={half === 'work' ? byWork : regtest ? null : <StakeButton />}>
      <Tabs<MiningHalf>
        label={t('mining:halves.label')}
        value={half}
        onChange={(next) => void navigate({ search: { half: next }, replace: true })}
        tabs={[
          { id: 'stake', label: t('mining:halves.stake'), content: <StakingHalf coin={coin} /> },
          {
            id: 'work',
            label: t('mining:halves.work'),
            content: (
              <div className="flex flex-col gap-4">
                {regtest ? <OnRegtest automatic={automatic} /> : <ByWork coin={coin} />}
              </div>
            ),
          },
        ]}
      />
    </MiningLayout>
  )
}

function ByWork({ coin }: { readonly coin: string }) {
  return (
    <>
      <Panel name={t('mining:panel.figures')}>
        <MinerFigures />
      </Panel>
      <MinerState />
      <FirstBlock />
      <div className="grid grid-cols-1 items-start gap-4 min-[1180px]:grid-cols-5">
        <div className="flex min-w-0 flex-col gap-4 min-[1180px]:col-span-3">
          <Panel name={t('mining:panel.odds')}>
            <OddsCard />
          </Panel>
          <Panel name={t('mining:panel.found')}>
            <FoundBlocks coin={coin} />
          </Panel>
        </div>
        <div className="flex min-w-0 flex-col gap-4 max-[1179px]:-order-1 min-[1180px]:col-span-2">
          <Panel name={t('mining:panel.settings')}>
            <MinerSettings />
          </Panel>
          <Panel name={t('mining:panel.speed')}>
            <MinerSpeed />
          </Panel>
        </div>
      </div>
    </>
  )
}

function OnRegtest({ automatic }: { readonly automatic: boolean }) {
  const navigate = useNavigate()
  const open = (block: string) => void navigate({ to: '/block/$block', params: { block } })
  return (
    <>
      <Panel name={t('mining:panel.figures')}>
        <RegtestFigures automatic={automatic} />
      </Panel>
      <div className="grid grid-cols-2 gap-4 max-[719px]:grid-cols-1">
        <Panel name={t('mining:make.title')}>
          <MakeBlocks />
        </Panel>
        <Panel name={t('mining:regtest.automatic')}>
          <RegtestSettings automatic={automatic} />
        </Panel>
      </div>
      <Panel name={t('parts:river.title')}>
        <RiverCard title={t('parts:river.title')} onOpen={open} />
      </Panel>
      <Panel name={t('parts:latestBlocks.title')}>
        <LatestBlocks onOpen={open} />
      </Panel>
    </>
  )
}
