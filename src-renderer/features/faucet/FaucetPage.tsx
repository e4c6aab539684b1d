import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PageLayout } from '../../components/PageLayout.tsx'
import { Panel } from '../../components/Panel.tsx'
import { t } from '../../i18n/texts.ts'
import { useCoinUnit } from '../../node/coin.ts'
import { useConnection } from '../../node/context.tsx'
import { useRpc } from '../../node/queries.ts'
import { isFinished } from '../../tasks/tasks.ts'
import { useChainTasks } from '../../tasks/useTask.ts'
import { onDemand } from '../../ui/onDemand.tsx'
import { StaleBadge } from '../../ui/StaleBadge.tsx'
import { ClaimCard } from './ClaimCard.tsx'
import { claimStage, faucetReads } from './claimStatus.ts'
import { HistoryCard } from './HistoryCard.tsx'

const FundDialog = onDemand(() => import('./FundDialog.tsx').then((module) => module.FundDialog))
const TransactionDrawer = onDemand(() =>
  import('../../components/transaction/TransactionDrawer.tsx').then((module) => module.TransactionDrawer),
)

export function FaucetPage() {
  const { act, tx } = useSearch({ from: '/faucet' })
  const navigate = useNavigate({ from: '/faucet' })
  const connection = useConnection()
  const eligibility = useRpc('fauceteligibility', {})
  const claim = useRpc('getfaucetclaim', {})
  const stage = claimStage(claim.data, eligibility.data, useSent())
  const coin = useCoinUnit()
  const fund = () => void navigate({ search: { act: 'fund' } })
  const show = (txid: string) => void navigate({ search: { tx: txid } })
  const close = () => void navigate({ search: {}, replace: act === 'claim' })

  return (
    <PageLayout
      title={t('frame:page.faucet')}
      beside={
        <StaleBadge
          updatedAt={Math.max(eligibility.dataUpdatedAt, claim.dataUpdatedAt)}
          stale={eligibility.isRefetchError || connection.state !== 'live'}
        />
      }
    >
      <Panel name={t('faucet:panel.claim')}>
        <ClaimCard
          coin={coin}
          stage={stage}
          begin={act === 'claim'}
          onBegun={close}
          onFund={fund}
          onTransaction={show}
        />
      </Panel>
      <Panel name={t('faucet:panel.history')}>
        <HistoryCard
          coin={coin}
          enabled={faucetReads(eligibility.data) || eligibility.data === undefined}
          openId={tx}
          onOpen={show}
        />
      </Panel>
      {act === 'fund' ? <FundDialog coin={coin} onClose={close} /> : null}
      {tx ? <TransactionDrawer key={tx} txid={tx} coin={coin} onClose={close} /> : null}
    </PageLayout>
  )
}

/** Returns the claims that this window has sent, each with true if it is confirmed. */
function useSent(): ReadonlyMap<string, boolean> {
  const tasks = useChainTasks()
  return useMemo(
    () =>
      new Map(
        tasks.filter(({ effect }) => effect.kind === 'faucet-claim').map((task) => [task.txid, isFinished(task)]),
      ),
    [tasks],
  )
}
