import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useRpc } from '../../../node/queries.ts'
import { CallSource, type ShownCall, shownCall } from '../../../parts/CallSource.tsx'
import { WaitingNote } from '../../../parts/WaitingNote.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import type { WalletSummary } from '../BalanceStrip.tsx'
import { CoinTable } from './CoinTable.tsx'
import { CostCard } from './CostCard.tsx'
import type { SendProblems, SendRequest } from './check.ts'
import type { SendDraft } from './draft.ts'
import { sendStory } from './errors.ts'
import { Recipients } from './Recipients.tsx'
import { usePayment } from './usePayment.ts'

export interface SendFormProps {
  readonly coin: string
  readonly summary: WalletSummary | undefined
  /** whoever comes back to it by a key goes on in its first field */
  readonly focused: boolean
  readonly building: boolean
  readonly error: unknown
  onReview(request: SendRequest): void
}

const EXAMPLE = { payment: { outputs: [{ address: 'R…', amount: '1.5' }] } }
const calls: readonly ShownCall[] = [
  shownCall('estimatesend', EXAMPLE),
  shownCall('preparesend', EXAMPLE),
  shownCall('sendprepared', { hex: '0400…' }),
]

/** The payment as it is written: whom, how much, from which coins, at which price. */
export function SendForm({ coin, summary, focused, building, error, onReview }: SendFormProps) {
  const { draft, change, clear, checked, estimate, available, total } = usePayment(summary)
  // Mistakes show after the first try, and go away as they are mended.
  const [tried, setTried] = useState(false)
  const problems: SendProblems = tried && !checked.ok ? checked.problems : NONE
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (focused) form.current?.querySelector('input')?.focus()
  }, [focused])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (checked.ok) onReview(checked.request)
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Payment"
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)_300px] items-start gap-4 max-[1079px]:grid-cols-1"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <Recipients draft={draft} problems={problems.recipients} coin={coin} available={available} onChange={change} />
        <Notes draft={draft} problems={problems} onChange={change} />
        <CoinChoice draft={draft} coin={coin} problem={problems.coins} onChange={change} />
      </div>
      <CostCard
        draft={draft}
        coin={coin}
        total={total}
        available={available}
        estimate={estimate}
        rateProblem={problems.rate}
        onChange={change}
      >
        <BuildRefused error={error} coin={coin} />
        <div className="flex items-center gap-2">
          <Button type="submit" variant="primary" busy={building}>
            Build and review
          </Button>
          <Button
            variant="ghost"
            onClick={() => {
              setTried(false)
              clear()
            }}
          >
            Clear
          </Button>
          <span className="ml-auto">
            <CallSource calls={calls} />
          </span>
        </div>
        <BeforeReview />
      </CostCard>
    </form>
  )
}

/** What the button does, and what it asks for. */
function BeforeReview() {
  const { data } = useRpc('getwalletstatus', {})
  return (
    <p className="text-12 text-muted">
      {data?.locked
        ? 'The wallet is locked: the passphrase is asked for next. Nothing is sent yet; you see the finished transaction first.'
        : 'Nothing is sent yet: you see the finished transaction first.'}
    </p>
  )
}

interface CoinChoiceProps {
  readonly draft: SendDraft
  readonly coin: string
  readonly problem: string | undefined
  onChange(change: Partial<SendDraft>): void
}

function CoinChoice({ draft, coin, problem, onChange }: CoinChoiceProps) {
  return (
    <div className="flex flex-col gap-2 border-t pt-3">
      <Switch
        label="Choose the coins myself"
        hint="Otherwise the wallet takes what fits best. Tokens and other coins with rules are never spent."
        checked={draft.choosing}
        onChange={(choosing) => onChange({ choosing })}
      />
      {draft.choosing ? (
        <CoinTable coin={coin} chosen={draft.coins} problem={problem} onChange={(coins) => onChange({ coins })} />
      ) : null}
    </div>
  )
}

const NONE: SendProblems = { recipients: [] }

interface NotesProps {
  readonly draft: SendDraft
  readonly problems: SendProblems
  onChange(change: Partial<SendDraft>): void
}

/** What the person wants to remember of it. */
function Notes({ draft, problems, onChange }: NotesProps) {
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <Field label="Who it is" optional error={problems.commentTo} hint="Kept in your wallet only.">
        <Input
          value={draft.commentTo}
          placeholder="The archive"
          onChange={({ target }) => onChange({ commentTo: target.value })}
        />
      </Field>
      <Field label="What it is for" optional error={problems.comment} hint="Kept in your wallet only.">
        <Input
          value={draft.comment}
          placeholder="Donation"
          onChange={({ target }) => onChange({ comment: target.value })}
        />
      </Field>
    </div>
  )
}

/** Why nothing could be built, and which coins merely wait. */
function BuildRefused({ error, coin }: { readonly error: unknown; readonly coin: string }) {
  if (!error) return null
  const story = sendStory(error)
  return (
    <>
      <ErrorState compact title={story.title} safe={story.safe} advice={story.advice} details={story.details} />
      <WaitingNote coin={coin} />
    </>
  )
}
