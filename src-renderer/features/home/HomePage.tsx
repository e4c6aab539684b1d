import { useNavigate, useSearch } from '@tanstack/react-router'
import { BannedNetworkNotice } from '../../components/BannedNetworkNotice.tsx'
import { JoinedCard } from '../../components/joined/JoinedCard.tsx'
import { MineButton } from '../../components/mining/MineButton.tsx'
import { OtherBranchNotice } from '../../components/OtherBranchNotice.tsx'
import { OtherChainNotice } from '../../components/OtherChainNotice.tsx'
import { PageLayout } from '../../components/PageLayout.tsx'
import { Panel } from '../../components/Panel.tsx'
import { t, withTexts } from '../../i18n/texts.ts'
import { useCoinUnit } from '../../node/coin.ts'
import { useRpc } from '../../node/queries.ts'
import { onDemand } from '../../ui/onDemand.tsx'
import { BalanceCard } from './BalanceCard.tsx'
import { BlocksCard } from './BlocksCard.tsx'
import { ChainFigures } from './ChainFigures.tsx'
import { MempoolCard } from './MempoolCard.tsx'
import { MiningCard } from './MiningCard.tsx'
import { NodeCard } from './NodeCard.tsx'
import { PhraseOffer } from './PhraseOffer.tsx'
import { RecentCard } from './RecentCard.tsx'

const BlockDrawer = onDemand(() => import('./BlockDrawer.tsx').then((module) => module.BlockDrawer))
const FirstSteps = onDemand(
  withTexts(['people'], () => import('../../components/firstSteps/FirstSteps.tsx').then((module) => module.FirstSteps)),
)
const TransactionDrawer = onDemand(() =>
  import('../../components/transaction/TransactionDrawer.tsx').then((module) => module.TransactionDrawer),
)

/** Home: node, recent activity, balance. */
export function HomePage() {
  const { block, tx } = useSearch({ from: '/' })
  const navigate = useNavigate({ from: '/' })
  const { data: status } = useRpc('getnodestatus', {})
  const coin = useCoinUnit()
  const showBlock = (hash: string) => void navigate({ search: { block: hash } })
  const showTransaction = (txid: string) => void navigate({ search: { tx: txid } })
  const close = () => void navigate({ search: {} })

  return (
    <PageLayout title={t('frame:page.home')} actions={status?.network === 'regtest' ? <MineButton /> : null}>
      <OtherBranchNotice />
      <OtherChainNotice />
      <BannedNetworkNotice />
      <JoinedCard />
      {/* First what to try: the backup is the last of these steps. */}
      <FirstSteps />
      <PhraseOffer />
      <Panel name={t('home:panel.figures')}>
        <ChainFigures />
      </Panel>
      <Panel name={t('home:panel.blocks')}>
        <BlocksCard openHash={block} onOpen={showBlock} />
      </Panel>
      <div className="grid grid-cols-2 gap-4 min-[1180px]:grid-cols-3">
        <Panel name={t('home:panel.balance')}>
          <BalanceCard coin={coin} />
        </Panel>
        <Panel name={t('home:panel.mining')}>
          <MiningCard />
        </Panel>
        <Panel name={t('home:panel.mempool')}>
          <MempoolCard coin={coin} onOpen={showTransaction} className="max-[1179px]:col-span-2" />
        </Panel>
      </div>
      <div className="grid grid-cols-1 gap-4 min-[1180px]:grid-cols-3">
        <Panel name={t('home:panel.recent')}>
          <RecentCard coin={coin} openId={tx} onOpen={showTransaction} className="min-[1180px]:col-span-2" />
        </Panel>
        <Panel name={t('home:panel.node')}>
          <NodeCard />
        </Panel>
      </div>

      {block ? <BlockDrawer hash={block} onClose={close} onBlock={showBlock} onTransaction={showTransaction} /> : null}
      {tx ? <TransactionDrawer txid={tx} coin={coin} onClose={close} onBlock={showBlock} /> : null}
    </PageLayout>
  )
}
