import type { UseMutationResult } from '@tanstack/react-query'
import { ClipboardCheck, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { BuiltReview, CostLine, useStory } from '../../components/transaction/BuiltReview.tsx'
import type { BuiltTransaction } from '../../components/transaction/built.ts'
import { t } from '../../i18n/texts.ts'
import type { NewTask } from '../../tasks/tasks.ts'
import { useSendTransaction } from '../../tasks/useTask.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { plainAmount } from '../../ui/format.ts'
import { ReviewSheet } from '../../ui/ReviewSheet.tsx'
import type { Eligibility, FaucetClaim } from './claimStatus.ts'
import { faucetStory } from './errors.ts'
import { useTakeApart } from './useClaim.ts'
import { claimMismatch } from './verify.ts'

export interface ClaimReviewProps {
  readonly claim: FaucetClaim
  readonly eligibility: Eligibility
  readonly coin: string
  readonly start: UseMutationResult<FaucetClaim, Error, void>
}

/** A claim as a task: its transaction on the way into a block. */
export function claimTask(txid: string, hex: string, coin: string, payout: bigint): NewTask {
  return {
    txid,
    title: t('faucet:claimAmount', { amount: plainAmount(payout), coin }),
    hex,
    startedAt: Date.now(),
    effect: { kind: 'faucet-claim', amount: String(payout) },
  }
}

/** The found claim, reviewed before it is sent. */
export function ClaimReview({ claim, eligibility, coin, start }: ClaimReviewProps) {
  const [open, setOpen] = useState(false)
  const decode = useTakeApart()
  const failure = decode.error ? faucetStory(decode.error) : undefined
  return (
    <>
      <Button
        variant="primary"
        busy={decode.isPending}
        icon={<ClipboardCheck aria-hidden className="size-4" />}
        onClick={() => decode.mutate(claim.hex ?? '', { onSuccess: () => setOpen(true) })}
      >
        {t('faucet:claim.review')}
      </Button>
      <Button
        once
        busy={start.isPending}
        disabled={!eligibility.eligible}
        icon={<RotateCcw aria-hidden className="size-4" />}
        onClick={() => start.mutate()}
      >
        {t('faucet:searchAgain')}
      </Button>
      {failure ? (
        <ErrorState
          compact
          className="w-full"
          title={failure.title}
          safe={t('faucet:nothingSent')}
          advice={failure.advice}
          details={failure.details}
        />
      ) : null}
      {open && decode.data ? (
        <ClaimSheet built={decode.data} eligibility={eligibility} coin={coin} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

interface ClaimSheetProps extends Pick<ClaimReviewProps, 'eligibility' | 'coin'> {
  readonly built: BuiltTransaction
  onClose(): void
}

function ClaimSheet({ built, eligibility, coin, onClose }: ClaimSheetProps) {
  const story = useStory(built)
  const send = useSendTransaction(built.told.txid)
  if (!story) return null
  const { payout, address } = eligibility
  const mismatch = claimMismatch(built.told, { payout, address: address ?? '' })
  return (
    <ReviewSheet
      open
      onOpenChange={onClose}
      title={t('faucet:claim.reviewTitle', { amount: plainAmount(payout), coin })}
      description={t('faucet:claim.reviewHint')}
      confirmLabel={t('faucet:claimAmount', { amount: plainAmount(payout), coin })}
      onConfirm={() => {
        onClose()
        // The reviewed claim, even if the node has found another since.
        send.mutate(claimTask(built.told.txid, built.hex, coin, payout))
      }}
      blocked={mismatch ? t('faucet:blocked') : undefined}
    >
      <BuiltReview
        built={built}
        story={story}
        coin={coin}
        mismatch={mismatch}
        advice={t('faucet:claim.mismatchAdvice')}
        cost={
          <CostLine
            satoshis={payout}
            sentence={t('faucet:claim.receive', { amount: plainAmount(payout), coin })}
            parts={t('faucet:claim.free', { fee: plainAmount(CONTRACT_FEE) })}
          />
        }
      />
    </ReviewSheet>
  )
}
