import type { UseMutationResult } from '@tanstack/react-query'
import { Droplets, HandCoins, Square } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { CLAIM_CHANCE, formatSeconds, formatShare } from '../../parts/luck.ts'
import { LuckCurve } from '../../parts/luckCurve/LuckCurve.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { groupDigits, plainAmount } from '../../ui/format.ts'
import { visibleString } from '../../ui/visibleText.ts'
import { ClaimReview } from './ClaimReview.tsx'
import { ClaimSearchProgress } from './ClaimSearchProgress.tsx'
import { ClaimSent } from './ClaimSent.tsx'
import { claimCurveLabel } from './claimCurveLabel.ts'
import {
  type ClaimStage,
  claimedCheck,
  type Eligibility,
  eligibilityCheck,
  type FaucetClaim,
  poolIsWaiting,
} from './claimStatus.ts'
import { faucetStory } from './errors.ts'

export interface ClaimStagesProps {
  readonly stage: ClaimStage
  readonly claim: FaucetClaim
  readonly eligibility: Eligibility
  readonly coin: string
  readonly start: UseMutationResult<FaucetClaim, Error, void>
  readonly cancel: UseMutationResult<FaucetClaim, Error, void>
  onFund(): void
  onTransaction(txid: string): void
}

/** Content and actions of each stage of a claim. */
export function ClaimStages(props: ClaimStagesProps) {
  const { stage, claim, eligibility, coin, start, onTransaction } = props
  const place = useStageFocus(stage)
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      {stage === 'sent' || (stage === 'claimed' && claimedCheck(eligibility)?.txid === claim.txid) ? (
        <ClaimSent claim={claim} coin={coin} payout={eligibility.payout} start={start} onTransaction={onTransaction} />
      ) : stage === 'claimed' ? (
        <Claimed eligibility={eligibility} coin={coin} onTransaction={onTransaction} />
      ) : (
        <Search {...props} />
      )}
    </div>
  )
}

/** The pressed button is replaced by the next stage's: keeps the focus here instead of at the top of the page. */
function useStageFocus(stage: ClaimStage) {
  const place = useRef<HTMLDivElement>(null)
  const inside = useRef(false)
  const last = useRef(stage)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const enter = () => {
      inside.current = true
    }
    const leave = (event: FocusEvent) => {
      // A removed button loses the focus, a review moves it to its sheet: neither means leaving.
      const next = event.relatedTarget
      if (next instanceof Element && !next.closest('[role="dialog"]')) inside.current = element.contains(next)
    }
    element.addEventListener('focusin', enter)
    element.addEventListener('focusout', leave)
    return () => {
      element.removeEventListener('focusin', enter)
      element.removeEventListener('focusout', leave)
    }
  }, [])
  useEffect(() => {
    if (last.current === stage) return
    last.current = stage
    const lost = document.activeElement === null || document.activeElement === document.body
    if (inside.current && lost) place.current?.focus()
  }, [stage])
  return place
}

function Search({ stage, claim, eligibility, coin, start, cancel, onFund }: ClaimStagesProps) {
  const story = start.error ? faucetStory(start.error) : undefined
  const begin = (
    // Keys keep the two apart: the second click of a double click must not stop what the first one started.
    <Button
      key="start"
      variant="primary"
      disabled={!eligibility.eligible}
      busy={start.isPending}
      icon={<HandCoins aria-hidden className="size-4" />}
      onClick={() => start.mutate()}
    >
      {claim.state === 'cancelled' || claim.state === 'failed'
        ? 'Try again'
        : `Claim ${plainAmount(eligibility.payout)} ${coin}`}
    </Button>
  )
  return (
    <>
      {claim.state === 'none' || stage === 'closed' ? (
        <LuckCurve
          label={claimCurveLabel(0)}
          chance={CLAIM_CHANCE}
          attempts={0}
          rate={0}
          median={claim.median}
          p95={claim.p95}
          running={false}
        />
      ) : (
        <ClaimSearchProgress claim={claim} />
      )}
      <Outcome stage={stage} claim={claim} eligibility={eligibility} />
      {story ? (
        <ErrorState
          compact
          title={visibleString(story.title, 200)}
          safe={story.safe ?? 'No search was started.'}
          advice={story.advice}
          details={story.details}
        />
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        {stage === 'searching' ? (
          <Button
            key="stop"
            busy={cancel.isPending}
            icon={<Square aria-hidden className="size-3.5" />}
            onClick={() => cancel.mutate()}
          >
            Stop the search
          </Button>
        ) : stage === 'found' ? (
          <ClaimReview claim={claim} eligibility={eligibility} coin={coin} start={start} />
        ) : (
          begin
        )}
        {eligibilityCheck(eligibility, 'pool')?.passed === false && stage !== 'searching' ? (
          <Button icon={<Droplets aria-hidden className="size-4" />} onClick={onFund}>
            Fund the faucet
          </Button>
        ) : null}
      </div>
    </>
  )
}

/** One or two sentences below the picture: where it stands, and what that means. */
function Outcome({ stage, claim, eligibility }: Pick<ClaimStagesProps, 'stage' | 'claim' | 'eligibility'>): ReactNode {
  const tried = `${groupDigits(claim.attempts)} attempts in ${formatSeconds(claim.elapsed)}`
  switch (stage) {
    case 'searching':
      return (
        <p className="text-12 text-muted">
          Luck has no memory: what was tried in vain brings the end no nearer. You can leave this page; the search goes
          on, and the task tray below shows it.
        </p>
      )
    case 'found':
      return (
        <p role="status" className="font-medium text-14">
          Found after {tried}. {formatShare(claim.probability)} of claims end sooner.
        </p>
      )
    case 'cancelled':
      return (
        <p role="status" className="text-muted">
          You stopped it after {tried}. Nothing was sent, and nothing is lost: each attempt of a new search has the same
          chance.
        </p>
      )
    case 'failed':
      return (
        <ErrorState
          compact
          title="The search failed"
          safe={`It ended after ${tried}. Nothing was sent.`}
          advice="Check the conditions: a new block may have changed them."
          details={claim.error ? visibleString(claim.error, 400) : undefined}
        />
      )
    case 'closed':
      return <p className="text-muted">{closedReason(eligibility)}</p>
    default:
      return (
        <p className="text-muted">
          Each attempt succeeds with a chance of 1 in {groupDigits(claim.expected)}. Half of all searches need at most{' '}
          {groupDigits(claim.median)} attempts, 95 of 100 at most {groupDigits(claim.p95)}.
        </p>
      )
  }
}

function closedReason(eligibility: Eligibility): string {
  if (eligibilityCheck(eligibility, 'pubkey')?.passed === false)
    return 'No claim is possible: there is no token key, because this node runs without a wallet.'
  if (eligibilityCheck(eligibility, 'index')?.passed === false)
    return 'Without the address index the node cannot tell who is new.'
  if (eligibilityCheck(eligibility, 'history')?.passed === false) {
    return 'The address of your token key was used on this chain. A claim needs a new one.'
  }
  if (poolIsWaiting(eligibility))
    return 'A claim that waits for a block holds the faucet’s coins. Try again after that block.'
  if (eligibilityCheck(eligibility, 'pool')?.passed === false)
    return 'The faucet has too little for a claim. Anyone can fund it.'
  return 'Not every condition is met: see the list.'
}

function Claimed({
  eligibility,
  coin,
  onTransaction,
}: Pick<ClaimStagesProps, 'eligibility' | 'coin' | 'onTransaction'>) {
  const txid = claimedCheck(eligibility)?.txid
  return (
    <>
      <p className="font-medium text-14">
        This address has had its {plainAmount(eligibility.payout)} {coin}.
      </p>
      <p className="text-muted">Each address can claim once. You can give back what you no longer need.</p>
      {txid === undefined ? null : (
        <div>
          <Button onClick={() => onTransaction(txid)}>Show the claim</Button>
        </div>
      )}
    </>
  )
}
