import type { UseMutationResult } from '@tanstack/react-query'
import { Droplets, HandCoins, Square } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNextStep } from '../../components/firstSteps/useNextStep.ts'
import { formatSeconds, formatShare, timeFor } from '../../components/luck.ts'
import { type Person, usePerson } from '../../components/people/persons.ts'
import { t } from '../../i18n/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { plainAmount } from '../../ui/format.ts'
import { visibleString } from '../../ui/visibleText.ts'
import { ClaimSearchBar } from './ClaimSearchBar.tsx'
import { ClaimSent } from './ClaimSent.tsx'
import {
  type ClaimStage,
  claimedCheck,
  type Eligibility,
  eligibilityCheck,
  type FaucetClaim,
  faucetWorks,
  freshKeyHelps,
  poolIsWaiting,
} from './claimStatus.ts'
import { describeFaucetError } from './errors.ts'
import { FoundClaim } from './FoundClaim.tsx'
import { FreshKeyOffer, PreviousKeyNote } from './FreshKey.tsx'
import { SandboxFaucetHint } from './SandboxFaucetHint.tsx'

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

/** Content and actions for each stage of a claim. */
export function ClaimStages(props: ClaimStagesProps) {
  const { stage, claim, eligibility, coin, start, onTransaction } = props
  const place = useStageFocus(stage)
  const way = useWay(props)
  const had = claimedCheck(eligibility)
  const ours = stage === 'claimed' && (had === undefined || had.txid === claim.txid)
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      {stage === 'sent' || ours ? (
        <ClaimSent
          {...{ claim, coin, start, onTransaction }}
          payout={eligibility.payout}
          fund={<FundButton {...props} />}
        />
      ) : stage === 'claimed' ? (
        <Claimed {...props} />
      ) : (
        <Search {...props} />
      )}
      {stage === 'closed' && freshKeyHelps(eligibility) ? <FreshKeyOffer second={way !== undefined} /> : null}
      {stage === 'searching' || stage === 'found' || stage === 'sent' ? null : <PreviousKeyNote coin={coin} />}
    </div>
  )
}

/**
 * Keeps the focus on this card. The pressed button is replaced by the next stage's, so the focus would move to the top
 * of the page.
 */
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
      // The focus also leaves if the button is removed or a review opens its sheet. In both cases the user has not left
      // the card.
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

/**
 * Returns the displayed user of the sandbox, Me or Friend, if a claim needs the other user's help. Returns `undefined`
 * outside the sandbox, if no help is needed, or once both steps are done.
 */
function useWay({ stage, eligibility }: Pick<ClaimStagesProps, 'stage' | 'eligibility'>): Person | undefined {
  const { person } = usePerson()
  const { done } = useNextStep()
  if (stage !== 'closed' || person === undefined || !faucetWorks(eligibility) || poolIsWaiting(eligibility))
    return undefined
  const empty = eligibilityCheck(eligibility, 'pool')?.passed === false
  if (person === 'friend') return empty ? person : undefined
  return done.includes('fund') && done.includes('claim') ? undefined : person
}

/** Button to fund the faucet. While the faucet is empty it is the only possible action. */
function FundButton({ eligibility, primary, onFund }: FundButtonProps) {
  return (
    <Button
      variant={primary ? 'primary' : 'secondary'}
      disabled={!faucetWorks(eligibility)}
      icon={<Droplets aria-hidden className="size-4" />}
      onClick={onFund}
    >
      {t('faucet:fund.title')}
    </Button>
  )
}

interface FundButtonProps extends Pick<ClaimStagesProps, 'eligibility' | 'onFund'> {
  readonly primary?: boolean
}

function Search({ stage, claim, eligibility, coin, start, cancel, onFund }: ClaimStagesProps) {
  const way = useWay({ stage, eligibility })
  const funded = eligibilityCheck(eligibility, 'pool')?.passed === true
  if (way) return <SandboxFaucetHint person={way} funded={funded} onFund={onFund} />
  const needsFund = !funded && !poolIsWaiting(eligibility) && faucetWorks(eligibility)
  const story = start.error ? describeFaucetError(start.error) : undefined
  const begin = (
    // Keys distinguish the two buttons: the second click of a double click must not stop the search that the first one
    // started.
    <Button
      key="start"
      variant={needsFund ? 'secondary' : 'primary'}
      once
      disabled={!eligibility.eligible}
      busy={start.isPending}
      icon={<HandCoins aria-hidden className="size-4" />}
      onClick={() => start.mutate()}
    >
      {claim.state === 'cancelled' || claim.state === 'failed'
        ? t('faucet:claim.tryAgain')
        : t('faucet:claimAmount', { amount: plainAmount(eligibility.payout), coin })}
    </Button>
  )
  return (
    <>
      {stage === 'searching' ? <ClaimSearchBar claim={claim} /> : null}
      <div className="flex flex-wrap items-center gap-2">
        {stage === 'searching' ? (
          <Button
            key="stop"
            busy={cancel.isPending}
            icon={<Square aria-hidden className="size-3.5" />}
            onClick={() => cancel.mutate()}
          >
            {t('faucet:claim.stop')}
          </Button>
        ) : stage === 'found' ? (
          <FoundClaim claim={claim} eligibility={eligibility} coin={coin} start={start} />
        ) : (
          <>
            {begin}
            {eligibility.eligible ? <span className="text-muted">{duration(claim)}</span> : null}
            <FundButton eligibility={eligibility} primary={needsFund} onFund={onFund} />
          </>
        )}
      </div>
      <Outcome stage={stage} claim={claim} eligibility={eligibility} />
      {story ? (
        <ErrorState
          compact
          title={visibleString(story.title, 200)}
          safe={story.safe ?? t('faucet:claim.notStarted')}
          advice={story.advice}
          details={story.details}
        />
      ) : null}
    </>
  )
}

/** Formats the mean duration at this computer's last rate: "about 30 s". */
function duration({ expected, rate }: FaucetClaim): string {
  const time = timeFor(expected, rate)
  return time === undefined ? t('faucet:claim.unknownTime') : t('faucet:claim.about', { time })
}

/** Explains the state of the claim in one or two sentences below the buttons. */
function Outcome({ stage, claim, eligibility }: Pick<ClaimStagesProps, 'stage' | 'claim' | 'eligibility'>): ReactNode {
  const tried = t('faucet:claim.tried', { count: claim.attempts, time: formatSeconds(claim.elapsed) })
  switch (stage) {
    case 'searching':
      return <p className="text-muted">{t('faucet:claim.leave')}</p>
    case 'found':
      return (
        <p role="status" className="font-medium text-14">
          {t('faucet:claim.foundAfter', { tried, share: formatShare(1 - claim.probability) })}
        </p>
      )
    case 'cancelled':
      return (
        <p role="status" className="text-muted">
          {t('faucet:claim.stoppedAfter', { tried })}
        </p>
      )
    case 'failed':
      return (
        <ErrorState
          compact
          title={t('faucet:claim.failed')}
          safe={t('faucet:claim.failedAfter', { tried })}
          advice={t('faucet:claim.failedAdvice')}
          details={claim.error ? visibleString(claim.error, 400) : undefined}
        />
      )
    case 'closed':
      return <p className="text-muted">{closedReason(eligibility)}</p>
    default:
      return <p className="text-muted">{t('faucet:claim.who')}</p>
  }
}

function closedReason(eligibility: Eligibility): string {
  if (eligibilityCheck(eligibility, 'pubkey')?.passed === false) return t('faucet:closed.pubkey')
  if (eligibilityCheck(eligibility, 'index')?.passed === false) return t('faucet:closed.index')
  if (poolIsWaiting(eligibility)) return t('faucet:closed.waiting')
  // Check the pool first: a fresh key does not help while the faucet is empty.
  if (eligibilityCheck(eligibility, 'pool')?.passed === false) return t('faucet:closed.pool')
  if (eligibilityCheck(eligibility, 'history')?.passed === false) return t('faucet:closed.history')
  return t('faucet:closed.other')
}

function Claimed({ eligibility, coin, onFund, onTransaction }: ClaimStagesProps) {
  const txid = claimedCheck(eligibility)?.txid
  return (
    <>
      <p className="font-medium text-14">{t('faucet:had.title', { amount: plainAmount(eligibility.payout), coin })}</p>
      <p className="text-muted">{t('faucet:had.hint')}</p>
      <div className="flex flex-wrap gap-2">
        {txid === undefined ? null : <Button onClick={() => onTransaction(txid)}>{t('faucet:had.show')}</Button>}
        <FundButton eligibility={eligibility} onFund={onFund} />
      </div>
    </>
  )
}
