import type { RpcClient } from '#shared/rpc/client.ts'
import type { MethodInput } from '#shared/rpc/index.ts'
import { ContractRefusal } from '../../../components/contractRefusal.ts'
import { useKnownName } from '../../../components/people/names.ts'
import { type BuiltTransaction, explainBuilt } from '../../../components/transaction/built.ts'
import { t } from '../../../i18n/texts.ts'
import { useCoinUnit } from '../../../node/coin.ts'
import { useNode } from '../../../node/context.tsx'
import { useRpc } from '../../../node/queries.ts'
import { ConfirmSheet } from '../../../tasks/ConfirmSheet.tsx'
import { SentDialog } from '../../../tasks/SentDialog.tsx'
import { useConfirmation } from '../../../tasks/useConfirmation.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { groupDigits } from '../../../ui/format.ts'
import { middleTruncated } from '../../../ui/Hash.tsx'
import { visibleString } from '../../../ui/visibleText.ts'
import { unitsText } from '../draft.ts'
import { MoveForm, type MoveOrder } from './MoveForm.tsx'
import { moveMismatch } from './verify.ts'

export interface MoveDialogProps {
  readonly kind: 'transfer' | 'burn'
  readonly token: { readonly tokenid: string; readonly name: string }
  /** units that can be transferred */
  readonly units: bigint
  onClose(): void
}

/** Sends or burns units in one dialog: form → confirmation → broadcast → confirmed. */
export function MoveDialog({ kind, token, units, onClose }: MoveDialogProps) {
  const { client } = useNode()
  const info = useRpc('getinfo', {})
  const coin = useCoinUnit()
  const { tokenid } = token
  const name = visibleString(token.name, 40)
  const burning = kind === 'burn'
  const flow = useConfirmation<MoveOrder>({
    build: ({ receiver, units: sent }) =>
      buildTransfer(client, { tokenid, destpubkey: receiver, amount: String(sent) }),
    describe({ told: txExplanation }, { receiver, units: sent }) {
      const words = { units: unitsText(sent), name }
      return {
        title: burning ? t('tokens:review.burn', words) : t('tokens:review.send', words),
        sends: burning ? undefined : `${groupDigits(sent)} ${name}`,
        hint: burning ? t('tokens:review.burned') : undefined,
        confirm: burning ? t('tokens:review.confirmBurn') : t('tokens:review.confirmSend'),
        danger: burning,
        mismatch: moveMismatch(txExplanation, { tokenid, receiver, units: sent }),
        task: burning ? t('tokens:task.burn', words) : t('tokens:task.send', words),
        effect: {
          kind: burning ? 'token-burn' : 'token-transfer',
          ...{ tokenid, name: token.name, amount: String(sent) },
          balanceAfter: String(receiver === info.data?.pubkey ? units : units - sent),
        },
      }
    },
  })
  if (flow.task) {
    return (
      <SentDialog
        task={flow.task}
        done={burning || !flow.order ? t('tokens:sent.burned') : <Received order={flow.order} name={name} />}
        onClose={onClose}
      />
    )
  }
  return (
    <>
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
          coin={coin}
          flow={flow}
        />
      </Dialog>
      <ConfirmSheet flow={flow} coin={coin} />
    </>
  )
}

/** Names the receiver of the units, if the app knows the name. */
function Received({ order: { receiver, units }, name }: { readonly order: MoveOrder; readonly name: string }) {
  const known = useKnownName(receiver)
  const words = { units: groupDigits(units), name }
  if (known?.kind === 'own' || known?.kind === 'label') return t('tokens:sent.movedOwn', words)
  return t('tokens:sent.received', { ...words, recipient: known?.name ?? middleTruncated(receiver) })
}

async function buildTransfer(client: RpcClient, input: MethodInput<'tokentransfer'>): Promise<BuiltTransaction> {
  const result = await client.call('tokentransfer', input)
  if (result.result === 'error') throw new ContractRefusal(result.error)
  return explainBuilt(client, result.hex)
}
