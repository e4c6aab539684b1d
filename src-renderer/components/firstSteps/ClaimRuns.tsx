import { LoaderCircle } from 'lucide-react'
import { t } from '../../i18n/texts.ts'
import { usePerson } from '../people/persons.ts'
import { useNextStep } from './useNextStep.ts'

/** Sandbox only: shows which wallet is searching for a faucet claim. Renders nothing if no search is running. */
export function ClaimRuns() {
  const { person } = usePerson()
  const [who] = useNextStep().claiming
  if (who === undefined) return null
  return (
    <p role="status" className="flex items-center gap-2 text-muted">
      <LoaderCircle aria-hidden className="size-3.5 shrink-0 animate-spin text-accent-text" />
      {t(`frame:person.claims.${who === person ? 'you' : who}`)}
    </p>
  )
}
