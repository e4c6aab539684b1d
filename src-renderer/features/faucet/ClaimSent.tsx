import type { UseMutationResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, Droplets, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNextStep } from '../../components/firstSteps/useNextStep.ts'
import { t } from '../../i18n/texts.ts'
import { SentStage } from '../../tasks/SentStage.tsx'
import { useTask, useTaskProgress } from '../../tasks/useTask.ts'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { plainAmount } from '../../ui/format.ts'
import type { FaucetClaim } from './claimStatus.ts'
import { claimTask } from './FoundClaim.tsx'

export interface ClaimSentProps {
  readonly claim: FaucetClaim
  readonly coin: string
  readonly payout: bigint
  readonly start: UseMutationResult<FaucetClaim, Error, void>
  /** button next to a confirmed claim */
  readonly fund: ReactNode
  onTransaction(txid: string): void
}

/** Shows a claim from broadcast to its block. If it was lost or rejected, the user can start a new search. */
export function ClaimSent({ claim, coin, payout, start, fund, onTransaction }: ClaimSentProps) {
  const task = useTask(claimTask(claim.txid ?? '', claim.hex ?? '', coin, payout))
  const { stage } = useTaskProgress(task)
  const stuck = stage === 'lost' || stage === 'refused'
  return (
    <>
      {stage === 'confirmed' ? <Arrived coin={coin} payout={payout} /> : null}
      <SentStage
        task={task}
        done={t('faucet:claim.received', { amount: plainAmount(payout), coin })}
        actions={
          stuck ? (
            <Button
              once
              busy={start.isPending}
              icon={<RotateCcw aria-hidden className="size-4" />}
              onClick={() => start.mutate()}
            >
              {t('faucet:searchAgain')}
            </Button>
          ) : (
            <>
              <Button onClick={() => onTransaction(task.txid)}>{t('faucet:show')}</Button>
              {stage === 'confirmed' ? fund : null}
            </>
          )
        }
      />
    </>
  )
}

/** Shows the received coins, and where they are now. */
function Arrived({ coin, payout }: Pick<ClaimSentProps, 'coin' | 'payout'>) {
  const { step } = useNextStep()
  return (
    <div className="mb-4 flex animate-rise flex-wrap items-center gap-4 rounded-lg border border-accent bg-surface p-4 shadow-card">
      <span className="grid size-12 place-items-center rounded-full bg-accent-soft text-accent-text">
        <Droplets aria-hidden className="size-6" />
      </span>
      <div className="min-w-40 flex-1">
        <p className="font-semibold text-20">
          <Amount satoshis={payout} signed unit={coin} />
        </p>
        <p className="text-muted">{t('faucet:claim.arrived')}</p>
      </div>
      <Button asChild variant={step === undefined ? 'primary' : 'secondary'}>
        <Link to="/wallet">
          {t('faucet:claim.wallet')} <ArrowRight aria-hidden className="size-4" />
        </Link>
      </Button>
    </div>
  )
}
