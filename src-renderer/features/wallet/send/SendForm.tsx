import { useMemo, useRef, useState } from 'react'
import { useRpc } from '../../../node/queries.ts'
import { CallSource, type ShownCall, shownCall } from '../../../parts/CallSource.tsx'
import { WaitingNote } from '../../../parts/WaitingNote.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { readAmount } from '../../../ui/format.ts'
import { Switch } from '../../../ui/Switch.tsx'
import type { WalletSummary } from '../BalanceStrip.tsx'
import { CoinTable } from './CoinTable.tsx'
import { CostCard } from './CostCard.tsx'
import { availableFor, checkSend, type SendProblems, type SendRequest } from './check.ts'
import type { SendDraft } from './draft.ts'
import { useSendDraft } from './draftStore.ts'
import { sendStory } from './errors.ts'
import { Recipients } from './Recipients.tsx'
import { useEstimate } from './useEstimate.ts'

export interface SendFormProps {
  readonly coin: string
  readonly summary: WalletSummary | undefined
  readonly building: boolean
  readonly error: unknown
  onReview(request: SendRequest): void
}

const calls: readonly ShownCall[] = [
  shownCall('preparesend', { payment: { outputs: [{ address: 'R…', amount: '1.5' }] } }),
  shownCall('sendprepared', { hex: '0400…' }),
]

/** The payment as it is written: whom, how much, from which coins, at which price. */
export function SendForm({ coin, summary, building, error, onReview }: SendFormProps) {
  const { draft, change, clear } = useSendDraft()
  const { data: network } = useRpc('getnetworkinfo', {})
  const limits = {
    spendable: summary && summary.confirmed - summary.locked,
    leastRate: network?.relayfee,
  }
  const checked = checkSend(draft, limits)
  const request = checked.ok ? checked.request : undefined
  const key = useMemo(
    () => JSON.stringify([draft, String(summary?.total), summary?.hash]),
    [draft, summary?.total, summary?.hash],
  )
  const estimate = useEstimate(request, key)
  // Mistakes show after the first try, and go away as they are mended.
  const [tried, setTried] = useState(false)
  const problems: SendProblems = tried && !checked.ok ? checked.problems : NONE
  const form = useRef<HTMLFormElement>(null)
  const edit = (next: Partial<SendDraft>) => change(next)
  const submit = () => {
    setTried(true)
    if (checked.ok) onReview(checked.request)
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  const available = availableFor(draft, limits)
  const typed = draft.recipients.map(({ amount }) => readAmount(amount))
  const total = draft.everything
    ? available
    : typed.every((amount) => amount !== undefined)
      ? typed.reduce((sum, amount) => sum + amount, 0n)
      : undefined
  return (
    <form
      ref={form}
      noValidate
      aria-label="Payment"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="grid grid-cols-[minmax(0,1fr)_300px] items-start gap-4 max-[1079px]:grid-cols-[minmax(0,1fr)_252px]"
    >
      <div className="flex min-w-0 flex-col gap-4">
        <Recipients draft={draft} problems={problems.recipients} coin={coin} available={available} onChange={edit} />
        <Notes draft={draft} problems={problems} onChange={edit} />
        <div className="flex flex-col gap-2 border-t pt-3">
          <Switch
            label="Choose the coins myself"
            hint="Otherwise the wallet takes what fits best. Tokens and other coins with rules are never spent."
            checked={draft.choosing}
            onChange={(choosing) => edit({ choosing })}
          />
          {draft.choosing ? (
            <CoinTable
              coin={coin}
              chosen={draft.coins}
              problem={problems.coins}
              onChange={(coins) => edit({ coins })}
            />
          ) : null}
        </div>
      </div>
      <CostCard
        draft={draft}
        coin={coin}
        total={total}
        available={available}
        estimate={estimate}
        rateProblem={problems.rate}
        onChange={edit}
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
        <p className="text-12 text-muted">Nothing is sent yet: you see the finished transaction first.</p>
      </CostCard>
    </form>
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
