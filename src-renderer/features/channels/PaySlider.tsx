import { useState } from 'react'
import { t } from '../../i18n/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { plainAmount } from '../../ui/format.ts'
import { Slider } from '../../ui/Slider.tsx'
import { type PaymentChannel, paymentsLeft } from './orders.ts'

export interface PaySliderProps {
  readonly channel: PaymentChannel
  /** name of the other end, already sanitized for display */
  readonly name: string
  readonly coin: string
  readonly variant: 'primary' | 'secondary'
  readonly busy: boolean
  onPay(payments: number): void
}

/** Slider for the number of payments to make now, followed by a review. */
export function PaySlider({ channel, name, coin, variant, busy, onPay }: PaySliderProps) {
  const most = paymentsLeft(channel)
  const [chosen, setChosen] = useState(1)
  // Payments made since the slider was set may have left fewer.
  const payments = Math.min(chosen, most)
  const words = { count: payments, amount: plainAmount(BigInt(payments) * channel.payment), coin }
  return (
    <div className="flex flex-col gap-2 rounded-md bg-sunken p-3">
      <p className="flex justify-between gap-4">
        <span className="font-medium">{t('channels:pay.now')}</span>
        <span>{t('channels:pay.chosen', words)}</span>
      </p>
      <div className="flex items-center gap-4">
        <Slider
          aria-label={t('channels:pay.slider', { name })}
          aria-valuetext={t('channels:pay.chosen', words)}
          min={1}
          max={most}
          value={payments}
          onChange={(event) => setChosen(Number(event.target.value))}
          className="min-w-0 flex-1"
        />
        <Button variant={variant} busy={busy} onClick={() => onPay(payments)}>
          {t('channels:pay.button', words)}
        </Button>
      </div>
    </div>
  )
}
