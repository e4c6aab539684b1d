import { useNavigate } from '@tanstack/react-router'
import { t } from '../../i18n/texts.ts'
import { useRpc } from '../../node/queries.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { MineButton } from '../../parts/mining/MineButton.tsx'
import { PageLayout } from '../../parts/PageLayout.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { RpcErrorState } from '../../parts/RpcErrorState.tsx'
import { BlockRiver } from '../../parts/river/BlockRiver.tsx'
import { RiverLegend } from '../../parts/river/Legend.tsx'
import { Card } from '../../ui/Card.tsx'
import { OwnBalanceCard, SupplyCard } from './charts/ChartCards.tsx'
import { LatestBlocks } from './LatestBlocks.tsx'

/** As many as the widest page shows. */
const RIVER = { count: 20 }

/** The chain as it grows: its blocks, the supply, and what the wallet has of it. */
export function ExplorerPage() {
  const navigate = useNavigate()
  const { data: status } = useRpc('getnodestatus', {})
  const { data: tip } = useRpc('getblockcount', {})
  const blocks = useRpc('getrecentblocks', RIVER)
  const coin = status?.name ?? ''
  const open = (hash: string) => void navigate({ to: '/block/$block', params: { block: hash } })
  return (
    <PageLayout title={t('explorer:title')} actions={status?.network === 'regtest' ? <MineButton /> : null}>
      <Panel name={t('explorer:panel.river')}>
        <Card
          title={t('explorer:river.title')}
          flush
          source={<CallSource calls={[shownCall('getrecentblocks', RIVER), shownCall('getmempoolsummary', {})]} />}
        >
          {blocks.error && !blocks.data ? (
            <RpcErrorState error={blocks.error} compact className="mx-4 mb-4" onRetry={() => void blocks.refetch()} />
          ) : (
            <>
              <BlockRiver
                blocks={blocks.data}
                how={status?.network === 'main' ? t('explorer:river.mined') : t('explorer:river.onDemand')}
                onOpen={open}
              />
              <RiverLegend />
            </>
          )}
        </Card>
      </Panel>
      <div className="grid grid-cols-1 gap-4 min-[1100px]:grid-cols-2">
        <Panel name={t('explorer:panel.supply')}>
          <SupplyCard coin={coin} tip={tip ?? 0} />
        </Panel>
        <Panel name={t('explorer:panel.balance')}>
          <OwnBalanceCard coin={coin} tip={tip ?? 0} />
        </Panel>
      </div>
      <Panel name={t('explorer:panel.latest')}>
        <LatestBlocks onOpen={open} />
      </Panel>
    </PageLayout>
  )
}
