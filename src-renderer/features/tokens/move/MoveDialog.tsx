import { useState } from 'react'
import { t } from '../../../i18n/texts.ts'
import { useCoinUnit } from '../../../node/coin.ts'
import { useRpc } from '../../../node/queries.ts'
import { type Asked, BuiltSheet, SentDialog } from '../../../tasks/BuiltSheet.tsx'
import type { NewTask } from '../../../tasks/tasks.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { unitsText } from '../draft.ts'
import { MoveForm, type MoveOrder } from './MoveForm.tsx'
import { TokenCost } from './TokenCost.tsx'
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
  const info = useRpc('getinfo', {})
  const build = useBuild()
  const [order, setOrder] = useState<MoveOrder>()
  const [task, setTask] = useState<NewTask>()
  const coin = useCoinUnit()
  const name = visibleString(token.name, 40)
  const burning = kind === 'burn'

  const review = (next: MoveOrder) => {
    setOrder(next)
    build.mutate({
      method: 'tokentransfer',
      input: { tokenid: token.tokenid, destpubkey: next.receiver, amount: String(next.units) },
    })
  }

  if (task) {
    return (
      <SentDialog task={task} done={burning ? t('tokens:sent.burned') : t('tokens:sent.moved')} onClose={onClose} />
    )
  }
  if (build.data && order) {
    const words = { units: unitsText(order.units), name }
    const { receiver } = order
    const mismatch = moveMismatch(build.data.told, { tokenid: token.tokenid, receiver, units: order.units })
    const asked: Asked = {
      title: burning ? t('tokens:review.burn', words) : t('tokens:review.send', words),
      hint: burning ? t('tokens:review.burned') : t('tokens:review.one'),
      confirm: burning ? t('tokens:review.confirmBurn') : t('tokens:review.confirmSend'),
      danger: burning,
      cost: <TokenCost built={build.data} coin={coin} />,
      mismatch,
      blocked: mismatch && t('tokens:review.blocked'),
      task: burning ? t('tokens:task.burn', words) : t('tokens:task.send', words),
      effect: {
        kind: burning ? 'token-burn' : 'token-transfer',
        tokenid: token.tokenid,
        name: token.name,
        amount: String(order.units),
        balanceAfter: String(receiver === info.data?.pubkey ? units : units - order.units),
      },
    }
    return <BuiltSheet built={build.data} asked={asked} coin={coin} onBack={() => build.reset()} onSent={setTask} />
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
