import { Link } from '@tanstack/react-router'
import { CircleArrowRight, CircleCheck, CircleDashed, X } from 'lucide-react'
import { t } from '../../i18n/texts.ts'
import { useCurrentChain } from '../../node/chains.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { cn } from '../../ui/cn.ts'
import { CallSource, shownCall } from '../CallSource.tsx'
import { PersonIcon } from '../people/PersonMark.tsx'
import { isToyChain, personOf } from '../people/persons.ts'
import { moduleRows, sentRows } from './StepsWatch.tsx'
import { type FirstStep, placeOfStep, STEPS, stepToDo } from './steps.ts'
import { listOf, NOTHING_DONE, useSteps } from './stepsStore.ts'
import { useStepPerson } from './useStepPerson.ts'

/** In the sandbox: what to try first. Ticks itself off, for both people, and goes when it is dismissed. */
export function FirstSteps() {
  const chain = useCurrentChain()
  const id = chain === undefined ? '' : listOf(chain)
  const hidden = useSteps(({ chains }) => chains[id]?.hidden === true)
  if (hidden) return null
  if (!isToyChain(chain)) return null
  return personOf(chain) === undefined ? <AloneNote chain={id} /> : <StepsCard chain={id} />
}

/** A sandbox that an option started has one wallet: Friend belongs to the app's own list of chains. */
function AloneNote({ chain }: { readonly chain: string }) {
  const keep = useSteps((state) => state.keep)
  return (
    <Card
      title={t('people:alone.title')}
      actions={
        <IconButton
          small
          label={t('people:alone.hide')}
          icon={<X aria-hidden className="size-3.5" />}
          onClick={() => keep(chain, { hidden: true })}
        />
      }
    >
      <p className="text-muted">{t('people:alone.hint')}</p>
    </Card>
  )
}

function StepsCard({ chain }: { readonly chain: string }) {
  const kept = useSteps(({ chains }) => chains[chain] ?? NOTHING_DONE)
  const done = new Set(kept.done)
  const keep = useSteps((state) => state.keep)
  const hide = () => keep(chain, { hidden: true })
  const next = stepToDo(kept.done)
  const complete = next === undefined
  return (
    <Card
      title={
        <span className="flex items-baseline gap-2">
          {t('people:steps.title')}
          <span className="font-normal text-12 text-muted" role="status">
            {complete ? t('people:steps.complete') : t('people:steps.count', { done: done.size, total: STEPS.length })}
          </span>
        </span>
      }
      actions={
        complete ? (
          <Button size="sm" onClick={hide}>
            {t('people:steps.hide')}
          </Button>
        ) : (
          <IconButton
            small
            label={t('people:steps.hide')}
            icon={<X aria-hidden className="size-3.5" />}
            onClick={hide}
          />
        )
      }
      source={
        <CallSource
          calls={[
            shownCall('listwallethistory', moduleRows),
            shownCall('listwallethistory', sentRows),
            shownCall('listbans', {}),
          ]}
        />
      }
      bodyClassName="pb-2 px-2"
    >
      <ol className="grid grid-cols-2 gap-x-2 gap-y-1 min-[1180px]:grid-cols-4">
        {STEPS.map((step) => (
          <StepItem key={step} step={step} done={done.has(step)} next={step === next} token={kept.token} />
        ))}
      </ol>
    </Card>
  )
}

interface StepItemProps {
  readonly step: FirstStep
  readonly done: boolean
  /** it is the one to do now */
  readonly next: boolean
  readonly token: string | undefined
}

function StepItem({ step, done, next, token }: StepItemProps) {
  const { to, search } = placeOfStep(step, token)
  const { needed, enter } = useStepPerson(step)
  const Icon = done ? CircleCheck : next ? CircleArrowRight : CircleDashed
  return (
    <li className="min-w-0">
      <Link
        to={to}
        search={search}
        onClick={enter}
        className={cn(
          'flex h-full gap-2.5 rounded-md border px-2 py-1.5 text-text no-underline hover:bg-hover',
          next ? 'border-accent bg-accent-soft' : 'border-transparent',
        )}
      >
        <Icon
          aria-hidden
          className={cn('mt-0.5 size-4 shrink-0', done ? 'text-ok' : next ? 'text-accent-text' : 'text-faint')}
        />
        <span className="min-w-0">
          <span className={cn('block font-medium', done && 'text-muted')}>
            {t(`people:steps.${step}.title`)}
            <span className="sr-only">
              {t(done ? 'people:steps.done' : next ? 'people:steps.next' : 'people:steps.open')}
            </span>
          </span>
          <span className="block text-12 text-muted">{t(`people:steps.${step}.hint`)}</span>
          {needed && !done ? (
            <span className="mt-0.5 inline-flex items-center gap-1 text-12 text-muted">
              <PersonIcon person={needed} className="size-3" />
              {t(`people:steps.as.${needed}`)}
            </span>
          ) : null}
        </span>
      </Link>
    </li>
  )
}
