import type { ListedChain } from '#shared/chains/index.ts'
import { useRpcMutation } from '../../../node/queries.ts'
import { describeError } from '../../../parts/describeError.ts'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { ReviewSheet } from '../../../ui/ReviewSheet.tsx'
import { toast } from '../../../ui/toasts.ts'
import { visibleString } from '../../../ui/visibleText.ts'
import { isAtRest, StopFirst } from './StopFirst.tsx'

export interface LeaveDialogProps {
  readonly chain: ListedChain
  onClose(): void
  onDone(): void
}

/** Takes a chain off the list; its data stays. */
export function ForgetDialog({ chain, onClose, onDone }: LeaveDialogProps) {
  const label = visibleString(chain.label, 60)
  const forget = useRpcMutation('forgetchain', {
    onSuccess({ directory }) {
      toast({ tone: 'ok', title: `${label} is off the list`, detail: `Its data stays in ${directory}.` })
      onDone()
    },
  })
  return (
    <ReviewSheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Forget ${label}?`}
      confirmLabel="Forget"
      busy={forget.isPending}
      blocked={isAtRest(chain) ? undefined : 'Stop it first.'}
      onConfirm={() => forget.mutate({ id: chain.id })}
    >
      <div className="flex flex-col gap-3">
        <p>
          It is removed from this list and no longer started. Its blocks and its wallet stay in their folder and are
          used again if you join the same chain.
        </p>
        <CodeBlock text={chain.directory} label="folder" wrap />
        <StopFirst chain={chain} />
        {forget.error ? (
          <ErrorState compact title={describeError(forget.error).title} safe="Nothing was changed." />
        ) : null}
      </div>
    </ReviewSheet>
  )
}
