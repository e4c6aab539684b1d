import { useNavigate, useSearch } from '@tanstack/react-router'
import { BannedNetworkNotice } from '../../components/BannedNetworkNotice.tsx'
import { MineButton } from '../../components/mining/MineButton.tsx'
import { OtherBranchNotice } from '../../components/OtherBranchNotice.tsx'
import { OtherChainNotice } from '../../components/OtherChainNotice.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { Panel } from '../../components/Panel.tsx'
import { RiverCard } from '../../components/river/RiverCard.tsx'
import { t } from '../../i18n/texts.ts'
import { useCoinUnit } from '../../node/coin.ts'
import { useRpc } from '../../node/queries.ts'
import { onDemand } from '../../ui/onDemand.tsx'
import { BalanceCard } from './BalanceCard.tsx'
import { MiningCard } from './MiningCard.tsx'
import { HomeStepCard } from './NextCard.tsx'
import { RecentCard } from './RecentCard.tsx'
import { StatusLine } from './StatusLine.tsx'
import { useHomeStep } from './useNext.ts'

const BlockDrawer = onDemand(() => import('./BlockDrawer.tsx').then((module) => module.BlockDrawer))
const TransactionDrawer = onDemand(() =>
  import('../../components/transaction/TransactionDrawer.tsx').then((module) => module.TransactionDrawer),
)

/** Home page: the wallet's balance, recent activity, and the next step. */
export function HomePage() {
  const { block, tx } = useSearch({ from: '/' })
  const navigate = useNavigate({ from: '/' })
  const { data: status } = useRpc('getnodestatus', {})
  const coin = useCoinUnit()
  const next = useHomeStep()
  const showBlock = (hash: string) => void navigate({ search: { block: hash } })
  const showTransaction = (txid: string) => void navigate({ search: { tx: txid } })
  const close = () => void navigate({ search: {} })

  return (
    <PageLayout title={t('frame:page.home')} actions={status?.network === 'regtest' ? <MineButton /> : null} tall>
      <OtherBranchNotice />
      <OtherChainNotice />
      <BannedNetworkNotice />
      <div className="grid shrink-0 grow grid-cols-[minmax(0,1fr)_260px] gap-4 min-[1180px]:grid-cols-[minmax(0,1fr)_340px] max-[719px]:grid-cols-1">
        <div className="flex min-w-0 flex-col gap-4">
          <Panel name={t('home:panel.balance')}>
            <BalanceCard coin={coin} quiet={next !== undefined && next !== 'stepsDone'} />
          </Panel>
          <Panel name={t('home:panel.recent')}>
            {/* As high as the card next to it allows. The list scrolls. */}
            <RecentCard coin={coin} openId={tx} onOpen={showTransaction} className="h-0 min-h-60 grow" />
          </Panel>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Panel name={t('home:panel.next')}>
            <HomeStepCard next={next} />
          </Panel>
          <Panel name={t('home:panel.mining')}>
            <MiningCard />
          </Panel>
          <StatusLine />
        </div>
      </div>
      <Panel name={t('home:panel.blocks')}>
        <RiverCard title={t('home:blocks.title')} openHash={block} low onOpen={showBlock} />
      </Panel>

      {block ? <BlockDrawer hash={block} onClose={close} onBlock={showBlock} onTransaction={showTransaction} /> : null}
      {tx ? <TransactionDrawer txid={tx} coin={coin} onClose={close} onBlock={showBlock} /> : null}
    </PageLayout>
  )
}
