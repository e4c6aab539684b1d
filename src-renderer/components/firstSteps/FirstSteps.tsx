import { Link } from '@tanstack/react-router'
import { ArrowRight, CircleArrowRight, CircleCheck, CircleDashed, X } from 'lucide-react'
import { useState } from 'react'
import { type FirstStep, STEPS } from '#shared/chains/index.ts'
import { t } from '../../i18n/texts.ts'
import { useCurrentChain } from '../../node/chains.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { cn } from '../../ui/cn.ts'
import { CallSource, shownCall } from '../CallSource.tsx'
import { PersonIcon } from '../people/PersonMark.tsx'
import { isToyChain, personFor } from '../people/persons.ts'
import { ClaimRuns } from './ClaimRuns.tsx'
import { placeOfStep } from './steps.ts'
import { useHidden, useNextStep } from './useNextStep.ts'
import { useStepPerson } from './useStepPerson.ts'

/**
 * Sandbox only: the next step to try, with the complete list on request. Steps of both wallets are checked off
 * automatically. Shown until dismissed.
 */
export function FirstSteps() {
  const chain = useCurrentChain()
  if (chain === undefined || !isToyChain(chain)) return null
  return personFor(chain) === undefined ? <AloneNote chain={chain.id} /> : <StepsCard />
}

/** A sandbox started by an option has only one wallet: Friend belongs to the app's own list of chains. */
function AloneNote({ chain }: { readonly chain: string }) {
  const { hidden, hide } = useHidden(chain)
  if (hidden) return null
  return (
    <Card
      title={t('people:alone.title')}
      actions={
        <IconButton small label={t('people:alone.hide')} icon={<X aria-hidden className="size-3.5" />} onClick={hide} />
      }
    >
      <p className="text-muted">{t('people:alone.hint')}</p>
    </Card>
  )
}

function StepsCard() {
  const { hide } = useHidden()
  const { step, listed, done, token } = useNextStep()
  const [open, setOpen] = useState(false)
  if (!listed) return null
  return (
    <Card
      title={
        <span className="flex items-baseline gap-2">
          {t('people:steps.title')}
          <span className="font-normal text-12 text-muted" role="status">
            {t('people:steps.count', { done: done.length, total: STEPS.length })}
          </span>
        </span>
      }
      actions={
        <IconButton small label={t('people:steps.hide')} icon={<X aria-hidden className="size-3.5" />} onClick={hide} />
      }
      source={<CallSource calls={[shownCall('getfirststeps', {})]} />}
      bodyClassName="flex flex-col gap-3"
    >
      <ClaimRuns />
      {step === undefined ? null : (
        <>
          <p className="text-muted">{t(`people:steps.${step}.hint`)}</p>
          <div className="flex flex-wrap items-center gap-2">
            <StepButton step={step} token={token} />
            <Button variant="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
              {t(open ? 'people:steps.fewer' : 'people:steps.all')}
            </Button>
          </div>
        </>
      )}
      {open || step === undefined ? (
        <ol>
          {STEPS.map((each) => (
            <StepItem key={each} step={each} done={done.includes(each)} next={each === step} token={token} />
          ))}
        </ol>
      ) : null}
    </Card>
  )
}

interface StepButtonProps {
  readonly step: FirstStep
  readonly token: string | undefined
}

function StepButton({ step, token }: StepButtonProps) {
  const { needed, busy, enter } = useStepPerson(step)
  const { to, search } = placeOfStep(step, token)
  return (
    <Button asChild variant="primary" busy={busy}>
      <Link to={to} search={search} onClick={enter}>
        {needed ? <PersonIcon person={needed} /> : null}
        {t(`people:steps.${step}.title`)}
        <ArrowRight aria-hidden className="size-4" />
      </Link>
    </Button>
  )
}

interface StepItemProps extends StepButtonProps {
  readonly done: boolean
  /** True for the step to do now. */
  readonly next: boolean
}

function StepItem({ step, done, next, token }: StepItemProps) {
  const { to, search } = placeOfStep(step, token)
  const { needed, enter } = useStepPerson(step)
  const Icon = done ? CircleCheck : next ? CircleArrowRight : CircleDashed
  return (
    <li>
      <Link
        to={to}
        search={search}
        onClick={enter}
        className="flex h-7 items-center gap-2 rounded-md px-1 text-text no-underline hover:bg-hover"
      >
        <Icon
          aria-hidden
          className={cn('size-4 shrink-0', done ? 'text-ok' : next ? 'text-accent-text' : 'text-faint')}
        />
        <span className={cn('min-w-0 truncate', done && 'text-muted')}>
          {t(`people:steps.${step}.title`)}
          <span className="sr-only">
            {t(done ? 'people:steps.done' : next ? 'people:steps.next' : 'people:steps.open')}
          </span>
        </span>
        {needed && !done ? (
          <span title={t(`people:steps.as.${needed}`)} className="ml-auto shrink-0 text-muted">
            <PersonIcon person={needed} className="size-3.5" />
          </span>
        ) : null}
      </Link>
    </li>
  )
}
