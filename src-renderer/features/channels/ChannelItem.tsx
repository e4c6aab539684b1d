import { ArrowDownLeft, ArrowUpRight, CircleCheck, Clock3, Flag, type LucideIcon, Undo2 } from 'lucide-react'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { useEndName } from '../../components/people/useEndName.ts'
import { t } from '../../i18n/texts.ts'
import { ConfirmNote } from '../../tasks/ConfirmNote.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { Folded } from '../../ui/Folded.tsx'
import { groupDigits, plainAmount } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { ChannelFailure } from './ChannelFailure.tsx'
import { ChannelLayers } from './ChannelLayers.tsx'
import { nextStep, type PaymentChannel } from './orders.ts'
import { PaySlider } from './PaySlider.tsx'
import { useChannelFlow } from './useChannelFlow.ts'

export interface ChannelItemProps {
  readonly channel: PaymentChannel
  readonly coin: string
  /** True if its action is the primary one on the page. */
  readonly primary: boolean
}

/** A channel in the list: the amounts paid and left, and the possible actions of either end. */
export function ChannelItem({ channel, coin, primary }: ChannelItemProps) {
  const name = useEndName(channel.other)
  const flow = useChannelFlow(coin, () => name)
  const step = nextStep(channel)
  const receiving = channel.role === 'receiver'
  const variant = primary ? 'primary' : 'secondary'
  return (
    <li className="flex min-w-0 flex-col gap-3 border-t py-4 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="wrap-anywhere min-w-0 font-semibold text-14">
          {t(receiving ? 'channels:card.from' : 'channels:card.to', { name })}
        </h3>
        <ChannelState channel={channel} />
        <span className="ml-auto font-semibold text-14">
          {t('channels:card.share', {
            done: plainAmount(channel.paid),
            total: plainAmount(sumPayments(channel)),
            coin,
          })}
        </span>
      </div>
      <ProgressBar
        label={t(receiving ? 'channels:card.received' : 'channels:card.paid')}
        done={Number(channel.paid / channel.payment)}
        total={channel.payments}
        unit={t('channels:card.payments', { count: channel.payments })}
      />
      <p className="text-muted">{situation(channel, name, coin)}</p>
      {step === 'pay' ? (
        <PaySlider
          channel={channel}
          name={name}
          coin={coin}
          variant={variant}
          busy={flow.busy}
          onPay={(payments) => flow.start({ kind: 'pay', channel, payments })}
        />
      ) : null}
      <ChannelFailure error={flow.error} coin={coin} />
      <ConfirmNote flow={flow} coin={coin} />
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-60 flex-1">
          <Folded label={t('channels:card.details')} className="h-7 text-12">
            <ChannelFacts channel={channel} coin={coin} />
          </Folded>
        </div>
        {step ? (
          <Button
            size="sm"
            variant={step === 'pay' ? 'secondary' : variant}
            disabled={flow.busy}
            onClick={() => flow.start({ kind: step === 'pay' ? 'close' : 'refund', channel })}
          >
            {t(step === 'pay' ? 'channels:card.close' : 'channels:card.refund')}
          </Button>
        ) : null}
      </div>
      <ChannelLayers flow={flow} coin={coin} onClose={flow.end} />
    </li>
  )
}

function ChannelFacts({ channel, coin }: Pick<ChannelItemProps, 'channel' | 'coin'>) {
  const amount = (label: string, satoshis: bigint) => ({ label, value: <Amount satoshis={satoshis} unit={coin} /> })
  return (
    <FactList
      className="mt-1 text-12"
      facts={[
        amount(t('channels:card.each'), channel.payment),
        amount(t('channels:card.left'), channel.left),
        ...(channel.waiting > 0n ? [amount(t('channels:card.waiting'), channel.waiting)] : []),
        ...(channel.returned > 0n ? [amount(t('channels:card.returned'), channel.returned)] : []),
        { label: t('channels:card.opening'), value: <ChainLink to={{ kind: 'transaction', id: channel.opentxid }} /> },
      ]}
    />
  )
}

const sumPayments = ({ payment, payments }: PaymentChannel): bigint => payment * BigInt(payments)

interface Look {
  readonly id: 'waiting' | 'open' | 'used' | 'closing' | 'closed' | 'returned'
  readonly tone: Tone
  readonly icon: LucideIcon
}

function badgeFor({ state, ready, left, role }: PaymentChannel): Look {
  if (state === 'returned') return { id: 'returned', tone: 'neutral', icon: Undo2 }
  if (left === 0n) return { id: 'used', tone: 'neutral', icon: CircleCheck }
  if (state === 'closed') return { id: ready ? 'closed' : 'closing', tone: 'warn', icon: ready ? Flag : Clock3 }
  if (!ready) return { id: 'waiting', tone: 'warn', icon: Clock3 }
  return { id: 'open', tone: 'ok', icon: role === 'receiver' ? ArrowDownLeft : ArrowUpRight }
}

function ChannelState({ channel }: Pick<ChannelItemProps, 'channel'>) {
  const { id, tone, icon: Icon } = badgeFor(channel)
  return (
    <Badge tone={tone} icon={<Icon aria-hidden className="size-3" />}>
      {t(`channels:state.${id}`)}
    </Badge>
  )
}

/** Returns a sentence about what this end of the channel can expect next. */
function situation(channel: PaymentChannel, name: string, coin: string): string {
  const { id } = badgeFor(channel)
  const end = channel.role === 'receiver' ? 'receiver' : 'payer'
  return t(`channels:situation.${end}.${id}`, {
    name,
    coin,
    amount: plainAmount(channel.left),
    blocks: groupDigits(channel.confirmations),
  })
}
