import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { STEPS } from '#shared/chains/index.ts'
import { t } from '../../i18n/texts.ts'
import { useCurrentChain } from '../../node/chains.ts'
import { Button } from '../../ui/Button.tsx'
import { PersonIcon } from '../people/PersonMark.tsx'
import { personFor, useSwitchPerson } from '../people/persons.ts'
import { ClaimRuns } from './ClaimRuns.tsx'
import { PERSON_OF_STEP, placeOfStep } from './steps.ts'
import { useNextStep } from './useNextStep.ts'
import { useStepPerson } from './useStepPerson.ts'

/**
 * Sandbox only, shown after a sent transaction is confirmed: the next of the first steps, and a button back to Me for
 * Friend.
 */
export function NextStep() {
  const chain = useCurrentChain()
  const person = personFor(chain)
  const { step, listed, done, token } = useNextStep()
  const { needed, busy, enter } = useStepPerson(step)
  const { becoming, become } = useSwitchPerson()
  const leave = person === 'friend' && (step === undefined || PERSON_OF_STEP[step] !== 'me')
  if (person === undefined || (step === undefined && !leave)) return null
  const title = step && t(`people:steps.${step}.title`)
  const allDone = listed && done.length === STEPS.length
  return (
    <section
      aria-label={t('people:steps.title')}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-accent bg-accent-soft p-3"
    >
      {title || allDone ? (
        <p className="min-w-40 flex-1">
          <span className="block font-medium">{t('people:steps.title')}</span>
          <span className="block text-12 text-muted">
            {t('people:steps.count', { done: done.length, total: STEPS.length })}
          </span>
          <ClaimRuns />
        </p>
      ) : null}
      {step && title ? (
        <Button asChild variant="primary" busy={busy}>
          <Link to={placeOfStep(step, token).to} search={placeOfStep(step, token).search} onClick={enter}>
            {needed ? <PersonIcon person={needed} /> : null}
            {t(needed === 'me' ? 'people:steps.backTo' : 'people:steps.goOn', { title })}
            <ArrowRight aria-hidden className="size-4" />
          </Link>
        </Button>
      ) : null}
      {leave ? (
        <Button busy={becoming !== undefined} icon={<PersonIcon person="me" />} onClick={() => void become('me')}>
          {t('people:steps.back')}
        </Button>
      ) : null}
    </section>
  )
}
