import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX, LoaderCircle, ShieldQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNode } from '../../../node/context.tsx'
import { CallSource, shownCall } from '../../../parts/CallSource.tsx'
import { describeError } from '../../../parts/describeError.ts'
import { Button } from '../../../ui/Button.tsx'
import { groupDigits, plural } from '../../../ui/format.ts'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { type AuditRun, useAuditRun } from './auditRun.ts'

/** Checks every address of the index. One line: there is one result. */
export function AuditCard() {
  const { client } = useNode()
  const queries = useQueryClient()
  const { running, progress, outcome, error, start, cancel } = useAuditRun()
  // The node's status carries what a check found.
  const run = () => void start(client).then(() => queries.invalidateQueries({ queryKey: ['rpc', 'getnodestatus'] }))
  return (
    <section
      aria-label="Proof of the whole index"
      className="flex min-h-12 shrink-0 items-center gap-3 rounded-lg border bg-surface py-2 pr-2 pl-4 shadow-card"
    >
      {/* The bar is not announced to screen readers: it moves four times a second. */}
      {running && progress ? (
        <ProgressBar className="min-w-0 flex-1" label="Checking every address" {...progress} />
      ) : null}
      <div role="status" className={running && progress ? 'sr-only' : 'flex min-w-0 flex-1 items-start gap-2'}>
        <AuditState running={running} outcome={outcome} error={error} />
      </div>
      {running ? (
        <Button size="sm" onClick={cancel}>
          Cancel
        </Button>
      ) : (
        <Button size="sm" onClick={run}>
          {outcome ? 'Check again' : 'Check every address'}
        </Button>
      )}
      <CallSource calls={[shownCall('auditaddressindex', {})]} />
    </section>
  )
}

type AuditStateProps = Pick<AuditRun, 'running' | 'outcome' | 'error'>

/** What the last check found, or what the next one would do. */
function AuditState({ running, outcome, error }: AuditStateProps) {
  if (running) {
    return (
      <Said icon={<LoaderCircle aria-hidden className="size-4 animate-spin text-muted" />}>
        Checking every address … Other work goes on meanwhile.
      </Said>
    )
  }
  if (error) {
    return (
      <Said icon={<CircleX aria-hidden className="size-4 text-bad" />}>
        The check could not be finished: {describeError(error).title}.
      </Said>
    )
  }
  if (!outcome) {
    return (
      <Said icon={<ShieldQuestion aria-hidden className="size-4 text-faint" />}>
        Checks for each address that its changes, unspent outputs and balance agree.
      </Said>
    )
  }
  if (outcome.ok) {
    return (
      <Said icon={<CircleCheck aria-hidden className="size-4 text-ok" />}>
        <span className="font-medium text-ok">Everything adds up</span> at block {groupDigits(outcome.height)}:{' '}
        {plural(outcome.deltas, 'change')}, {plural(outcome.utxos, 'unspent output')} and the balances of{' '}
        {plural(outcome.addresses, 'address', 'addresses')} agree.
      </Said>
    )
  }
  return (
    <Said icon={<CircleX aria-hidden className="size-4 text-bad" />}>
      <span className="font-medium text-bad">
        {outcome.count > 0
          ? `${groupDigits(outcome.count)} of ${plural(outcome.addresses, 'address', 'addresses')} do not add up`
          : 'The totals do not add up'}
      </span>{' '}
      at block {groupDigits(outcome.height)}.
    </Said>
  )
}

function Said({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      <span className="mt-0.5 shrink-0">{icon}</span>
      <p className="min-w-0">{children}</p>
    </>
  )
}
