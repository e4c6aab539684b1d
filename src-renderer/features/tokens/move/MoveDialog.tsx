import { useState } from 'react'
import { t } from '../../../i18n/texts.ts'
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
    const words = { units: unitsText(order.units), name }
    const next: NewTask = {
      txid: build.data.told.txid,
      title: burning ? t('tokens:task.burn', words) : t('tokens:task.send', words),
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
          done={burning ? t('tokens:sent.burned') : t('tokens:sent.moved')}
          actions={<Button onClick={onClose}>{t('ui:close')}</Button>}
        />
      </Dialog>
    )
  }
  if (build.data && story && order) {
    const words = { units: unitsText(order.units), name }
    const mismatch = moveMismatch(build.data.told, {
      tokenid: token.tokenid,
      receiver: order.receiver,
      units: order.units,
    })
    return (
      <ReviewSheet
        open
        onOpenChange={() => build.reset()}
        title={burning ? t('tokens:review.burn', words) : t('tokens:review.send', words)}
        description={burning ? t('tokens:review.burned') : t('tokens:review.one')}
        confirmLabel={burning ? t('tokens:review.confirmBurn') : t('tokens:review.confirmSend')}
        danger={burning}
        onConfirm={confirm}
        blocked={mismatch ? t('tokens:review.blocked') : undefined}
      >
        <Review built={build.data} story={story} coin={coin} mismatch={mismatch} />
      </ReviewSheet>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={burning ? t('tokens:dialog.burn', { name }) : t('tokens:dialog.send', { name })}
      description={t('tokens:dialog.held', { units: unitsText(units) })}
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
