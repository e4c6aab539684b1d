import { type FormEvent, useState } from 'react'
import type { ListedChain } from '#shared/chains/index.ts'
import { useRpcMutation } from '../../../node/queries.ts'
import { describeError } from '../../../parts/describeError.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { visibleString } from '../../../ui/visibleText.ts'

export function RenameDialog({ chain, onClose }: { readonly chain: ListedChain; onClose(): void }) {
  const [label, setLabel] = useState(chain.label)
  const rename = useRpcMutation('renamechain', { onSuccess: onClose })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate({ id: chain.id, label: label.trim() })
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Rename"
      description="Only this computer’s list changes. The name of the chain is part of its rules and stays."
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Label"
          hint={`Empty: the chain’s name, ${visibleString(chain.name, 64)}.`}
          error={rename.error ? describeError(rename.error).title : undefined}
        >
          <Input value={label} maxLength={60} onChange={({ target }) => setLabel(target.value)} />
        </Field>
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={rename.isPending}>
            Rename
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
