import { useNavigate } from '@tanstack/react-router'
import { Droplets } from 'lucide-react'
import type { ReactNode } from 'react'
import { FAUCET_SIZE } from '#shared/protocol/contractRules.ts'
import { ClaimRuns } from '../../components/firstSteps/ClaimRuns.tsx'
import { useNextStep } from '../../components/firstSteps/useNextStep.ts'
import { PersonIcon } from '../../components/people/PersonMark.tsx'
import { type Person, useSwitchPerson } from '../../components/people/persons.ts'
import { t } from '../../i18n/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { cn } from '../../ui/cn.ts'
import { amountAlone } from '../../ui/format.ts'

export interface SandboxWayProps {
  readonly person: Person
  /** True if the faucet has enough coins for a claim. */
  readonly funded: boolean
  onFund(): void
}

/**
 * Shown in the sandbox while the displayed user cannot claim: Me funds the faucet, Friend claims, each with one click.
 */
export function SandboxFaucetHint({ person, funded, onFund }: SandboxWayProps) {
  const navigate = useNavigate()
  const { becoming, become } = useSwitchPerson()
  const { done, claiming } = useNextStep()
  const claimed = done.includes('claim')
  const fund = () => {
    onFund()
    // Switch to Me: with a history, Friend's address could not claim.
    if (person === 'friend') void become('me')
  }
  const claim = () => {
    void navigate({ to: '/faucet', search: { act: 'claim' } })
    void become('friend')
  }
  return (
    <section
      aria-label={t('faucet:way.title')}
      className="flex flex-col gap-3 rounded-md border border-accent bg-accent-soft p-4"
    >
      <h3 className="font-medium text-14">{t('faucet:way.title')}</h3>
      <ol className="flex flex-col gap-2">
        <Step place={1} text={t('faucet:way.fund')} done={funded}>
          <Button
            variant={funded ? 'secondary' : 'primary'}
            busy={becoming === 'me'}
            icon={person === 'me' ? <Droplets aria-hidden className="size-4" /> : <PersonIcon person="me" />}
            onClick={fund}
          >
            {t(person === 'me' ? 'faucet:fund.title' : 'faucet:way.fundAsMe')}
          </Button>
        </Step>
        <Step place={2} text={t('faucet:way.claim', { amount: amountAlone(FAUCET_SIZE) })} done={claimed}>
          {person === 'me' && !claimed && claiming.length === 0 ? (
            <Button
              variant={funded ? 'primary' : 'secondary'}
              busy={becoming === 'friend'}
              icon={<PersonIcon person="friend" />}
              onClick={claim}
            >
              {t('faucet:fresh.friend')}
            </Button>
          ) : null}
        </Step>
      </ol>
      <ClaimRuns />
    </section>
  )
}

interface StepProps {
  readonly place: number
  readonly text: string
  readonly done: boolean
  readonly children: ReactNode
}

function Step({ place, text, done, children }: StepProps) {
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
      <span aria-hidden className="w-4 text-right text-muted">
        {place}.
      </span>
      <span className={cn('min-w-48 flex-1', done && 'text-muted')}>
        {text}
        {done ? ` ${t('faucet:way.done')}` : null}
      </span>
      {children}
    </li>
  )
}
