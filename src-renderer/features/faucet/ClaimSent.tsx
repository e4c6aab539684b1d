import type { UseMutationResult } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { t } from '../../i18n/texts.ts'
import { SentStage } from '../../tasks/SentStage.tsx'
import { useTask, useTaskProgress } from '../../tasks/useTask.ts'
import { Button } from '../../ui/Button.tsx'
import { plainAmount } from '../../ui/format.ts'
import { claimTask } from './ClaimReview.tsx'
import type { FaucetClaim } from './claimStatus.ts'

export interface ClaimSentProps {
  readonly claim: FaucetClaim
  readonly coin: string
  readonly payout: bigint
  readonly start: UseMutationResult<FaucetClaim, Error, void>
  onTransaction(txid: string): void
}

/** From broadcast to its block. If it was lost or refused, a new search can be started. */
export function ClaimSent({ claim, coin, payout, start, onTransaction }: ClaimSentProps) {
  const task = useTask(claimTask(claim.txid ?? '', claim.hex ?? '', coin, payout))
  const { stage } = useTaskProgress(task)
  const stuck = stage === 'lost' || stage === 'refused'
  return (
    <SentStage
      task={task}
      done={t('faucet:claim.received', { amount: plainAmount(payout), coin })}
      actions={
        stuck ? (
          <Button
            busy={start.isPending}
            icon={<RotateCcw aria-hidden className="size-4" />}
            onClick={() => start.mutate()}
          >
            {t('faucet:searchAgain')}
          </Button>
        ) : (
          <Button onClick={() => onTransaction(task.txid)}>{t('faucet:show')}</Button>
        )
      }
    />
  )
}
