import { useNavigate } from '@tanstack/react-router'
import { LatestBlocks } from '../../components/LatestBlocks.tsx'
import { MineButton } from '../../components/mining/MineButton.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { Panel } from '../../components/Panel.tsx'
import { RiverCard } from '../../components/river/RiverCard.tsx'
import { LookUpField } from '../../components/search/LookUpField.tsx'
import { t } from '../../i18n/texts.ts'
import { useCoinUnit } from '../../node/coin.ts'
import { useRpc } from '../../node/queries.ts'
import { OwnBalanceCard, SupplyCard } from './charts/ChartCards.tsx'

export function ExplorerPage() {
  const navigate = useNavigate()
  const { data: status } = useRpc('getnodestatus', {})
  const { data: tip } = useRpc('getblockcount', {})
  const coin = useCoinUnit()
  const open = (hash: string) => void navigate({ to: '/block/$block', params: { block: hash } })
  return (
    <PageLayout title={t('explorer:title')} actions={status?.network === 'regtest' ? <MineButton /> : null}>
      <LookUpField />
      <Panel name={t('explorer:panel.river')}>
        <RiverCard title={t('parts:river.title')} onOpen={open} />
      </Panel>
      <Panel name={t('parts:latestBlocks.title')}>
        <LatestBlocks onOpen={open} />
      </Panel>
      <div className="grid grid-cols-1 gap-4 min-[1100px]:grid-cols-2">
        <Panel name={t('explorer:panel.supply')}>
          <SupplyCard coin={coin} tip={tip ?? 0} />
        </Panel>
        <Panel name={t('explorer:panel.balance')}>
          <OwnBalanceCard coin={coin} tip={tip ?? 0} />
        </Panel>
      </div>
    </PageLayout>
  )
}
