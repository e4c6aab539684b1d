import { useState } from 'react'
import { useRpc } from '../../../node/queries.ts'
import { useStory } from '../../../parts/transaction/BuiltReview.tsx'
import { SentStage } from '../../../tasks/SentStage.tsx'
import type { NewTask } from '../../../tasks/tasks.ts'
import { useSendTransaction } from '../../../tasks/useTask.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ReviewSheet } from '../../../ui/ReviewSheet.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { unitsText } from '../draft.ts'
import { MoveForm, type MoveOrder } from './MoveForm.tsx'
import { Review } from './Review.tsx'
import { useBuild } from './useBuild.ts'
import { moveMismatch } from './verify.ts'

export interface MoveDialogProps {
  readonly kind: 'transfer' | 'burn'
  readonly token: { readonly tokenid: string; readonly name: string }
  /** units that can be moved */
  readonly units: bigint
  onClose(): void
}

/** Sends or burns units: fill in → review what was built → broadcast → confirmed, in one dialog. */
export function MoveDialog({ kind, token, units, onClose }: MoveDialogProps) {
  const status = useRpc('getnodestatus', {})
  const info = useRpc('getinfo', {})
  const build = useBuild()
  const story = useStory(build.data)
  const send = useSendTransaction(build.data?.told.txid ?? '')
  const [order, setOrder] = useState<MoveOrder>()
  const [task, setTask] = useState<NewTask>()
  const coin = status.data?.name ?? ''
  const name = visibleString(token.name, 40)
  const burning = kind === 'burn'

  const review = (next: MoveOrder) => {
    setOrder(next)
    build.mutate({
      method: 'tokentransfer',
      input: { tokenid: token.tokenid, destpubkey: next.receiver, amount: String(next.units) },
    })
  }

  const confirm = () => {
    if (!build.data || !order) return
    const next: NewTask = {
      txid: build.data.told.txid,
      title: `${burning ? 'Burn' : 'Send'} ${unitsText(order.units)} of ${name}`,
      hex: build.data.hex,
      startedAt: Date.now(),
      effect: {
        kind: burning ? 'token-burn' : 'token-transfer',
        tokenid: token.tokenid,
        name: token.name,
        amount: String(order.units),
        balanceAfter: String(order.receiver === info.data?.pubkey ? units : units - order.units),
      },
    }
    send.mutate(next)
    setTask(next)
  }

  if (task) {
    return (
      <Dialog open onOpenChange={onClose} title={task.title} size="lg">
        <SentStage
          task={task}
          done={burning ? 'The units are gone for good.' : 'The units belong to the receiver.'}
          actions={<Button onClick={onClose}>Close</Button>}
        />
      </Dialog>
    )
  }
  if (build.data && story && order) {
    const mismatch = moveMismatch(build.data.told, {
      tokenid: token.tokenid,
      receiver: order.receiver,
      units: order.units,
    })
    return (
      <ReviewSheet
        open
        onOpenChange={() => build.reset()}
        title={`${burning ? 'Burn' : 'Send'} ${unitsText(order.units)} of ${name}?`}
        description={
          burning
            ? 'Burned units and the coins locked in them are gone for good.'
            : 'The node has built and signed this transaction. It is sent only when you confirm, and cannot be undone.'
        }
        confirmLabel={burning ? 'Burn units' : 'Send units'}
        danger={burning}
        onConfirm={confirm}
        blocked={mismatch ? 'This transaction cannot be confirmed.' : undefined}
      >
        <Review built={build.data} story={story} coin={coin} mismatch={mismatch} />
      </ReviewSheet>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${burning ? 'Burn' : 'Send'} ${name}`}
      description={`You hold ${unitsText(units)}.`}
    >
      <MoveForm
        burning={burning}
        name={token.name}
        units={units}
        ownKey={info.data?.pubkey}
        initial={order}
        coin={coin}
        building={build.isPending}
        error={build.error}
        onSubmit={review}
      />
    </Dialog>
  )
}
