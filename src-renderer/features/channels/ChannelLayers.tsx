import { t } from '../../i18n/texts.ts'
import { ConfirmSheet } from '../../tasks/ConfirmSheet.tsx'
import { SentDialog } from '../../tasks/SentDialog.tsx'
import type { ChannelFlow } from './useChannelFlow.ts'

export interface ChannelLayersProps {
  readonly flow: ChannelFlow
  readonly coin: string
  /** closes the dialog that follows a sent transaction */
  onClose(): void
}

/** Shows the page's own confirmation in the private sandbox, then the progress of the sent transaction. */
export function ChannelLayers({ flow, coin, onClose }: ChannelLayersProps) {
  const { task, order } = flow
  if (task && order) return <SentDialog task={task} done={t(`channels:done.${order.kind}`)} onClose={onClose} />
  return <ConfirmSheet flow={flow} coin={coin} />
}
