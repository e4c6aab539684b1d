import { useState } from 'react'
import { useRpcMutation } from '../../../node/queries.ts'
import { describeError } from '../../../parts/describeError.ts'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { ReviewSheet } from '../../../ui/ReviewSheet.tsx'
import { SafeText } from '../../../ui/SafeText.tsx'
import { toast } from '../../../ui/toasts.ts'
import { visibleString } from '../../../ui/visibleText.ts'
import type { LeaveDialogProps } from './ForgetDialog.tsx'
import { isAtRest, StopFirst } from './StopFirst.tsx'

/** Deletes a chain with all its data: lists what is lost, and the name has to be typed. */
export function DeleteDialog({ chain, onClose, onDone }: LeaveDialogProps) {
  const [typed, setTyped] = useState('')
  const label = visibleString(chain.label, 60)
  const remove = useRpcMutation('deletechain', {
    onSuccess({ directory }) {
      toast({ tone: 'ok', title: `${label} is deleted`, detail: `${directory} is gone.` })
      onDone()
    },
    onError: (error) => toast({ tone: 'bad', title: `${label} was not deleted`, detail: describeError(error).title }),
  })
  const blocked = !isAtRest(chain)
    ? 'Stop it first.'
    : typed.trim() === chain.name
      ? undefined
      : `Type ${visibleString(chain.name, 40)} to go on.`
  return (
    <ReviewSheet
      open
      danger
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Delete ${label} for good?`}
      confirmLabel="Delete"
      busy={remove.isPending}
      blocked={blocked}
      onConfirm={() => remove.mutate({ id: chain.id, name: typed.trim() })}
    >
      <div className="flex flex-col gap-3">
        <ErrorState
          compact
          title="Its wallet goes too"
          advice="Coins and tokens of keys without a backup are lost for ever. The chain itself continues on its other nodes, if any."
        />
        <p>
          {chain.size === null ? 'Everything' : `All ${formatBytes(chain.size)}`} in this folder: blocks, indexes, log,
          settings and keys.
        </p>
        <CodeBlock text={chain.directory} label="folder" wrap />
        <StopFirst chain={chain} />
        <Field
          label={
            <>
              Type the name of the chain, <SafeText text={chain.name} max={64} className="font-mono" />
            </>
          }
        >
          <Input mono value={typed} onChange={({ target }) => setTyped(target.value)} />
        </Field>
      </div>
    </ReviewSheet>
  )
}
