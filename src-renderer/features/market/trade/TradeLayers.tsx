import { usePerson } from '../../../components/people/persons.ts'
import { t } from '../../../i18n/texts.ts'
import { useCoinUnit } from '../../../node/coin.ts'
import { ConfirmSheet } from '../../../tasks/ConfirmSheet.tsx'
import { SentDialog } from '../../../tasks/SentDialog.tsx'
import { BuyAsFriend } from './BuyAsFriend.tsx'
import type { TradeFlow } from './useTrade.ts'

export interface TradeLayersProps {
  readonly trade: TradeFlow
  /** reason why the order can no longer be sent */
  readonly gone?: string | undefined
  /** leaves the sheet; default: back to the form */
  onBack?(): void
  /** closes the dialog that follows a sent trade */
  onClose(): void
}

/** Shows the page's own confirmation in the private sandbox, then the progress of the sent transaction. */
export function TradeLayers({ trade, gone, onBack, onClose }: TradeLayersProps) {
  const { order, task } = trade
  const { person } = usePerson()
  const coin = useCoinUnit()
  if (task && order) {
    const { action, token } = order
    const toFriend = action === 'ask' && person === 'me'
    return (
      <SentDialog
        task={task}
        done={t(`trade:done.${action}`)}
        actions={toFriend ? <BuyAsFriend task={task} tokenid={token.tokenid} /> : null}
        leadsOn={toFriend}
        onClose={onClose}
      />
    )
  }
  return <ConfirmSheet flow={trade} coin={coin} blocked={gone} {...(onBack && { onBack })} />
}
