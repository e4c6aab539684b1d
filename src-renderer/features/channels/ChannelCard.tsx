import { ArrowDownLeft, ArrowUpRight, CircleCheck, Clock3, Flag, type LucideIcon, Undo2 } from 'lucide-react'
import { ChainLink } from '../../components/links/ChainLink.tsx'
import { t } from '../../i18n/texts.ts'
import { ConfirmNote } from '../../tasks/ConfirmNote.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { groupDigits, plainAmount } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { ChannelFailure } from './ChannelFailure.tsx'
import { ChannelLayers } from './ChannelLayers.tsx'
import { nextStep, type PaymentChannel, paymentsLeft } from './orders.ts'
import { PaySlider } from './PaySlider.tsx'
import { useChannelFlow } from './useChannelFlow.ts'

export interface ChannelCardProps {
  readonly channel: PaymentChannel
  /** the other end, already safe to show */
  readonly name: string
  readonly coin: string
}

/** One channel: what was paid, what is left, and what either end can do now. */
export function ChannelCard({ channel, name, coin }: ChannelCardProps) {
  const flow = useChannelFlow(coin, () => name)
  const step = nextStep(channel)
  const receiving = channel.role === 'receiver'
  const closes = step === 'pay'
  const paid = channel.payments - paymentsLeft(channel)
  const made = channel.state === 'returned' ? Number(channel.paid / channel.payment) : paid
  return (
    <Card
      title={t(receiving ? 'channels:card.from' : 'channels:card.to', { name })}
      actions={<ChannelState channel={channel} />}
    >
      <div className="flex flex-col gap-4">
        <ProgressBar
          label={t('channels:card.progress')}
          done={made}
          total={channel.payments}
          unit={t('channels:card.payments', { count: channel.payments })}
        />
        <FactList
          facts={[
            {
              label: t(receiving ? 'channels:card.received' : 'channels:card.paid'),
              value: <Amount satoshis={channel.paid} unit={coin} />,
            },
            ...(channel.waiting > 0n
              ? [{ label: t('channels:card.waiting'), value: <Amount satoshis={channel.waiting} unit={coin} /> }]
              : []),
            { label: t('channels:card.left'), value: <Amount satoshis={channel.left} unit={coin} /> },
            ...(channel.returned > 0n
              ? [{ label: t('channels:card.returned'), value: <Amount satoshis={channel.returned} unit={coin} /> }]
              : []),
            { label: t('channels:card.each'), value: <Amount satoshis={channel.payment} unit={coin} /> },
            {
              label: t('channels:card.opening'),
              value: <ChainLink to={{ kind: 'transaction', id: channel.opentxid }} />,
            },
          ]}
        />
        <p className="text-muted">{situation(channel, name, coin)}</p>
        {closes ? (
          <PaySlider
            channel={channel}
            name={name}
            coin={coin}
            busy={flow.busy}
            onPay={(payments) => flow.start({ kind: 'pay', channel, payments })}
          />
        ) : null}
        <ChannelFailure error={flow.error} coin={coin} />
        <ConfirmNote flow={flow} coin={coin} />
        {step ? (
          <div className="flex justify-end gap-2 border-t pt-3">
            <Button
              variant={closes ? 'secondary' : 'primary'}
              icon={closes ? <Flag aria-hidden className="size-4" /> : <Undo2 aria-hidden className="size-4" />}
              disabled={flow.busy}
              onClick={() => flow.start({ kind: closes ? 'close' : 'refund', channel })}
            >
              {t(closes ? 'channels:card.close' : 'channels:card.refund')}
            </Button>
          </div>
        ) : null}
        <ChannelLayers flow={flow} coin={coin} onClose={flow.end} />
      </div>
    </Card>
  )
}

interface Look {
  readonly id: 'waiting' | 'open' | 'used' | 'closing' | 'closed' | 'returned'
  readonly tone: Tone
  readonly icon: LucideIcon
}

function lookOf({ state, ready, left, role }: PaymentChannel): Look {
  if (state === 'returned') return { id: 'returned', tone: 'neutral', icon: Undo2 }
  if (left === 0n) return { id: 'used', tone: 'neutral', icon: CircleCheck }
  if (state === 'closed') return { id: ready ? 'closed' : 'closing', tone: 'warn', icon: ready ? Flag : Clock3 }
  if (!ready) return { id: 'waiting', tone: 'warn', icon: Clock3 }
  return { id: 'open', tone: 'ok', icon: role === 'receiver' ? ArrowDownLeft : ArrowUpRight }
}

function ChannelState({ channel }: Pick<ChannelCardProps, 'channel'>) {
  const { id, tone, icon: Icon } = lookOf(channel)
  return (
    <Badge tone={tone} icon={<Icon aria-hidden className="size-3" />}>
      {t(`channels:state.${id}`)}
    </Badge>
  )
}

/** What happens next, for the end that looks. */
function situation(channel: PaymentChannel, name: string, coin: string): string {
  const { id } = lookOf(channel)
  const end = channel.role === 'receiver' ? 'receiver' : 'payer'
  return t(`channels:situation.${end}.${id}`, {
    name,
    coin,
    amount: plainAmount(channel.left),
    blocks: groupDigits(channel.confirmations),
  })
}
