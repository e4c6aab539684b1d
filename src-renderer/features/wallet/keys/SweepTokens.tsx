import { useMutation } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { describeError, isDeclined } from '../../../components/describeError.ts'
import { InCoins } from '../../../components/InCoins.tsx'
import { InlineTokenMark } from '../../../components/TokenMark.tsx'
import type { TokenKey } from '../../../components/tokenKey/tokenKeyWords.ts'
import { withUnlock } from '../../../components/unlock/unlock.ts'
import { t } from '../../../i18n/texts.ts'
import { useCurrentChain } from '../../../node/chains.ts'
import { useNode } from '../../../node/context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cn } from '../../../ui/cn.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { groupDigits, plainAmount } from '../../../ui/format.ts'
import { Hash } from '../../../ui/Hash.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { ReviewSheet } from '../../../ui/ReviewSheet.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { prepareStep, type SweepStep } from './tokenSweep.ts'
import { useTokenSweep } from './tokenSweepRun.ts'

export interface SweepTokensProps {
  readonly coin: string
  /** of the first account of the phrase */
  readonly destination: { readonly pubkey: string; readonly address: string }
  /** the keys that the phrase does not restore */
  readonly loose: readonly TokenKey[]
}

/** Moves the tokens of all these keys to the phrase: one review, then as many steps as it takes, with progress. */
export function SweepTokens({ coin, destination, loose }: SweepTokensProps) {
  const { client } = useNode()
  const chain = useCurrentChain()?.id ?? ''
  const run = useTokenSweep()
  const prepare = useMutation({
    mutationFn: () => withUnlock(() => prepareStep(client, destination.pubkey), 'sign'),
  })
  const busy = run.state === 'running' || run.state === 'stopping'
  const failure = prepare.error ?? (run.state === 'failed' ? run.error : null)
  const begin = (step: SweepStep) => {
    prepare.reset()
    void run.start({ client, chain, destination: destination.pubkey }, step)
  }
  return (
    <div className={cn('flex flex-col gap-3', (run.state !== 'none' || failure !== null) && 'basis-full')}>
      {busy ? <Progress /> : null}
      {run.state === 'sent' || run.state === 'stopped' ? (
        <p role="status" className="text-muted">
          {t(`wallet:sweep.${run.state}`, { moved: run.moved, total: run.total, fees: plainAmount(run.fees), coin })}
        </p>
      ) : null}
      {failure === null || isDeclined(failure) ? null : (
        <ErrorState
          compact
          title={t('wallet:sweep.notMoved')}
          safe={t('wallet:sweep.safe', { count: run.state === 'failed' ? run.moved : 0 })}
          details={describeError(failure).title}
        />
      )}
      {busy || run.state === 'sent' ? null : (
        <div>
          <Button busy={prepare.isPending} onClick={() => prepare.mutate()}>
            {t('wallet:sweep.tokenAction')}
          </Button>
        </div>
      )}
      {prepare.data ? (
        <Review
          step={prepare.data}
          {...{ coin, destination, loose }}
          onConfirm={begin}
          onClose={() => prepare.reset()}
        />
      ) : null}
    </div>
  )
}

function Progress() {
  const { state, moved, total, stop } = useTokenSweep()
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <ProgressBar
        className="min-w-60 flex-1"
        label={t('wallet:sweep.progress')}
        unit={t('wallet:sweep.unit')}
        done={moved}
        total={total}
      />
      <Button size="sm" disabled={state === 'stopping'} onClick={stop}>
        {t(state === 'stopping' ? 'wallet:sweep.stopping' : 'wallet:sweep.stop')}
      </Button>
    </div>
  )
}

interface ReviewProps extends SweepTokensProps {
  readonly step: SweepStep
  onConfirm(step: SweepStep): void
  onClose(): void
}

/** All that will be moved and what it costs; a question for each step follows where the app asks. */
function Review({ step, coin, destination, loose, onConfirm, onClose }: ReviewProps) {
  const total = step.moves.length + step.left
  const fees = step.fees + BigInt(step.left) * CONTRACT_FEE
  const steps = Math.ceil(total / step.moves.length)
  const parts = t('wallet:sweep.costParts', { count: total, fee: plainAmount(CONTRACT_FEE) })
  const tooSmall = fees - BigInt(total) * CONTRACT_FEE
  return (
    <ReviewSheet
      open
      onOpenChange={onClose}
      title={t('wallet:sweep.reviewTitle', { count: total })}
      description={t('wallet:sweep.reviewHint', { count: steps })}
      confirmLabel={t('wallet:sweep.confirm')}
      onConfirm={() => onConfirm(step)}
      blocked={step.mismatch}
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 rounded-md bg-accent-soft px-4 py-3">
          <div>
            <p className="font-medium">{t('wallet:sweep.cost', { fees: plainAmount(fees), coin })}</p>
            <InCoins satoshis={fees} />
          </div>
          <p className="text-12 text-muted">
            {tooSmall > 0n ? t('wallet:sweep.costTooSmall', { parts, amount: plainAmount(tooSmall) }) : parts}
          </p>
        </div>
        <ul aria-label={t('wallet:sweep.list')} className="divide-y rounded-md border">
          {loose
            .filter(({ tokencount }) => tokencount > 0)
            .map((key) => (
              <li key={key.pubkey} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2">
                <span className="wrap-anywhere min-w-40 flex-1">
                  <Owned owned={key} />
                </span>
                <span className="flex items-center gap-1.5 text-12 text-muted">
                  <Hash value={key.address} label={t('wallet:addressName')} head={6} tail={6} />
                  <ArrowRight aria-hidden className="size-3" />
                  <Hash value={destination.address} label={t('wallet:addressName')} head={6} tail={6} />
                </span>
              </li>
            ))}
        </ul>
        {step.unmovable > 0 ? (
          <p className="text-muted">{t('wallet:sweep.unmovable', { count: step.unmovable })}</p>
        ) : null}
      </div>
    </ReviewSheet>
  )
}

/** Every token that is named of a key, with its units. */
function Owned({ owned }: { readonly owned: TokenKey }) {
  const more = owned.tokencount - owned.tokens.length
  return (
    <>
      {owned.tokens.map(({ tokenid, name, units }, place) => (
        <span key={tokenid}>
          {place === 0 ? '' : ', '}
          {groupDigits(units)} <InlineTokenMark tokenid={tokenid} />
          <SafeText text={name} max={40} />
        </span>
      ))}
      {more > 0 ? `, ${t('parts:tokenKey.more', { count: more })}` : ''}
    </>
  )
}
