import { useNavigate, useSearch } from '@tanstack/react-router'
import { Droplets } from 'lucide-react'
import { useMemo } from 'react'
import { PageLayout } from '../../components/PageLayout.tsx'
import { Panel } from '../../components/Panel.tsx'
import { t } from '../../i18n/texts.ts'
import { useCoinUnit } from '../../node/coin.ts'
import { useConnection } from '../../node/context.tsx'
import { useRpc } from '../../node/queries.ts'
import { isFinished } from '../../tasks/tasks.ts'
import { useChainTasks } from '../../tasks/useTask.ts'
import { Button } from '../../ui/Button.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { StaleBadge } from '../../ui/StaleBadge.tsx'
import { Checklist } from './Checklist.tsx'
import { ClaimCard } from './ClaimCard.tsx'
import { claimStage, faucetReads, faucetWorks } from './claimStatus.ts'
import { FaucetFigures } from './FaucetFigures.tsx'
import { HistoryCard } from './HistoryCard.tsx'

const FundDialog = onDemand(() => import('./FundDialog.tsx').then((module) => module.FundDialog))
const TransactionDrawer = onDemand(() =>
  import('../../components/transaction/TransactionDrawer.tsx').then((module) => module.TransactionDrawer),
)

/** The faucet: its pool, whether this node may claim, the search for a claim, and its history. */
export function FaucetPage() {
  const { act, tx } = useSearch({ from: '/faucet' })
  const navigate = useNavigate({ from: '/faucet' })
  const connection = useConnection()
  const eligibility = useRpc('fauceteligibility', {})
  const claim = useRpc('getfaucetclaim', {})
  const stage = claimStage(claim.data, eligibility.data, useSent())
  const works = faucetWorks(eligibility.data)
  const coin = useCoinUnit()
  const fund = () => void navigate({ search: { act: 'fund' } })
  const show = (txid: string) => void navigate({ search: { tx: txid } })
  const close = () => void navigate({ search: {} })

  return (
    <PageLayout
      title={t('frame:page.faucet')}
      beside={
        <StaleBadge
          updatedAt={Math.max(eligibility.dataUpdatedAt, claim.dataUpdatedAt)}
          stale={eligibility.isRefetchError || connection.state !== 'live'}
        />
      }
      actions={
        <Button disabled={!works} icon={<Droplets aria-hidden className="size-4" />} onClick={fund}>
          {t('faucet:fund.title')}
        </Button>
      }
    >
      <Panel name={t('faucet:panel.figures')}>
        <FaucetFigures coin={coin} stage={stage} />
      </Panel>
      <div className="grid grid-cols-1 items-start gap-4 min-[1180px]:grid-cols-5">
        <div className="flex min-w-0 flex-col gap-4 min-[1180px]:col-span-3">
          <Panel name={t('faucet:panel.claim')}>
            <ClaimCard coin={coin} stage={stage} onFund={fund} onTransaction={show} />
          </Panel>
          <Panel name={t('faucet:panel.history')}>
            <HistoryCard
              coin={coin}
              enabled={faucetReads(eligibility.data) || eligibility.data === undefined}
              openId={tx}
              onOpen={show}
            />
          </Panel>
        </div>
        <Panel name={t('faucet:panel.conditions')}>
          <Checklist onTransaction={show} className="min-[1180px]:col-span-2" />
        </Panel>
      </div>

      {act === 'fund' ? <FundDialog coin={coin} onClose={close} /> : null}
      {tx ? <TransactionDrawer key={tx} txid={tx} coin={coin} onClose={close} /> : null}
    </PageLayout>
  )
}

/** Claims that this window has sent, and whether each is in a block. */
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
