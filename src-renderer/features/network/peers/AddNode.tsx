import { Plus } from 'lucide-react'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { describeError } from '../../../components/describeError.ts'
import { nodeProblem } from '../../../components/nodeAddress.ts'
import { useForm } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field, Input } from '../../../ui/Field.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { useAddedNodes } from './useAddedNodes.ts'

export interface AddNodeProps {
  readonly open: boolean
  onOpenChange(open: boolean): void
}

/** Adds a node, to stay connected or to try once. */
export function AddNode({ open, onOpenChange }: AddNodeProps) {
  return (
    <Popover
      label={t('network:add.title')}
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden className="size-4" />}>
          {t('network:add.button')}
        </Button>
      }
    >
      <AddNodeForm onDone={() => onOpenChange(false)} />
    </Popover>
  )
}

function AddNodeForm({ onDone }: { onDone(): void }) {
  const { add, tryOut } = useAddedNodes()
  const { register, problem, refuse, busy, onSubmit } = useForm({ defaultValues: { node: '' } })
  const keep = onSubmit(async ({ node }) => {
    try {
      await add(node.trim())
      onDone()
    } catch (error) {
      const known = error instanceof RpcError && error.code === RPC_ERROR.NODE_ALREADY_ADDED
      refuse('node', known ? t('network:add.known') : describeError(error).title)
    }
  })
  const tryOnce = onSubmit(async ({ node }) => {
    const failure = await tryOut(node.trim())
    if (failure === undefined) onDone()
    else refuse('node', failure)
  }, 'node')
  return (
    <form className="flex flex-col gap-3" onSubmit={keep}>
      <Field label={t('network:add.address')} error={problem('node')} hint={t('network:add.hint')}>
        <Input {...register('node', { validate: nodeProblem })} mono autoFocus placeholder="203.0.113.9" />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {t('network:add.keep')}
        </Button>
        <Button busy={busy} onClick={tryOnce}>
          {t('network:add.once')}
        </Button>
      </div>
    </form>
  )
}
