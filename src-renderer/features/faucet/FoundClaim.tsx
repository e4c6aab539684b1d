import type { UseMutationResult } from '@tanstack/react-query'
import { HandCoins, RotateCcw } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { explainBuilt } from '../../components/transaction/built.ts'
import { t } from '../../i18n/texts.ts'
import { useNode } from '../../node/context.tsx'
import { ConfirmNote } from '../../tasks/ConfirmNote.tsx'
import type { NewTask } from '../../tasks/tasks.ts'
import { useConfirmation } from '../../tasks/useConfirmation.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { plainAmount } from '../../ui/format.ts'
import type { Eligibility, FaucetClaim } from './claimStatus.ts'
import { describeFaucetError } from './errors.ts'
import { claimMismatch } from './verify.ts'

export interface FoundClaimProps {
  readonly claim: FaucetClaim
  readonly eligibility: Eligibility
  readonly coin: string
  readonly start: UseMutationResult<FaucetClaim, Error, void>
}

/** Returns a claim as a task that tracks its transaction until it is confirmed. */
export function claimTask(txid: string, hex: string, coin: string, payout: bigint): NewTask {
  return {
    txid,
    title: t('faucet:claimAmount', { amount: plainAmount(payout), coin }),
    hex,
    startedAt: Date.now(),
    effect: { kind: 'faucet-claim', amount: String(payout) },
  }
}

/**
 * The found claim. It is verified and sent on mount, without a confirmation, because receiving takes nothing from the
 * wallet. The button retries a failure.
 */
export function FoundClaim({ claim, eligibility, coin, start }: FoundClaimProps) {
  const { client } = useNode()
  const { payout, address } = eligibility
  const title = t('faucet:claimAmount', { amount: plainAmount(payout), coin })
  // Uses the claim at the time of the click, even if the node has found another since.
  const flow = useConfirmation<string>({
    receives: true,
    build: (hex) => explainBuilt(client, hex),
    describe: ({ told: txExplanation }) => ({
      ...{ title, confirm: title, task: title },
      mismatch: claimMismatch(txExplanation, { payout, address: address ?? '' }),
      advice: t('faucet:claim.mismatchAdvice'),
      effect: { kind: 'faucet-claim', amount: String(payout) },
    }),
  })
  const hex = claim.hex ?? ''
  const send = useEffectEvent(() => {
    if (hex !== '') flow.start(hex)
  })
  useEffect(() => send(), [])
  const failure = flow.error ? describeFaucetError(flow.error) : undefined
  return (
    <>
      <Button
        variant="primary"
        once
        busy={flow.busy}
        icon={<HandCoins aria-hidden className="size-4" />}
        onClick={() => flow.start(hex)}
      >
        {t('faucet:claim.send')}
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
      <div className="w-full empty:hidden">
        <ConfirmNote flow={flow} coin={coin} />
      </div>
    </>
  )
}
