import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { describeError } from '../../../parts/describeError.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { usePeerActions } from './usePeerActions.ts'

export interface AddNodeProps {
  readonly open: boolean
  onOpenChange(open: boolean): void
}

/** What is wrong with the name of a node before anybody is asked; undefined: nothing. */
function nodeProblem(node: string): string | undefined {
  if (node === '') return 'Where is it? An address or a name, with a port where it is not the usual one.'
  return /^[A-Za-z0-9.:[\]_-]{1,255}$/.test(node) ? undefined : 'That is neither an address nor a name.'
}

/** Tells this node of another: to keep connected to, or to try just once. */
export function AddNode({ open, onOpenChange }: AddNodeProps) {
  return (
    <Popover
      label="Add a node"
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden className="size-4" />}>
          Add node
        </Button>
      }
    >
      <AddNodeForm onDone={() => onOpenChange(false)} />
    </Popover>
  )
}

function AddNodeForm({ onDone }: { onDone(): void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { add, once } = usePeerActions()
  const node = text.trim()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = nodeProblem(node)
    if (wrong) return setProblem(wrong)
    setBusy(true)
    try {
      await add(node)
      onDone()
    } catch (error) {
      setBusy(false)
      const known = error instanceof RpcError && error.code === RPC_ERROR.NODE_ALREADY_ADDED
      setProblem(known ? 'It is on the list already.' : describeError(error).title)
    }
  }
  return (
    <form className="flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
      <Field
        label="Address of the node"
        error={problem}
        hint="host, host:port or [IPv6]:port. It must follow the same chain."
      >
        <Input
          mono
          autoFocus
          value={text}
          placeholder="203.0.113.9"
          onChange={({ target }) => {
            setText(target.value)
            setProblem(undefined)
          }}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          Keep connected
        </Button>
        <Button
          onClick={() => {
            const wrong = nodeProblem(node)
            if (wrong) return setProblem(wrong)
            void once(node)
            onDone()
          }}
        >
          Try once
        </Button>
      </div>
    </form>
  )
}
