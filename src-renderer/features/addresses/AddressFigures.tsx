import type { ReactNode } from 'react'
import { t } from '../../i18n/texts.ts'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { cn } from '../../ui/cn.ts'
import { amountParts, groupDigits } from '../../ui/format.ts'
import { KeyFigure, KeyFigures } from '../../ui/KeyFigure.tsx'
import type { AddressOverview, AddressScope } from './addressScope.ts'

export interface AddressFiguresProps {
  readonly view: AddressScope
  readonly summary: AddressOverview | undefined
  readonly failed: boolean
  readonly coin: string
}

/** Balance, pending, total received, and numbers of changes and outputs. Amounts get the wider columns. */
export function AddressFigures({ view, summary, failed, coin }: AddressFiguresProps) {
  const nothing = failed ? null : undefined
  const source = <CallSource calls={[shownCall('getaddresssummary', view)]} />
  const amount = (satoshis: bigint, signed?: true) => (
    <Amount
      satoshis={satoshis}
      signed={signed}
      className={cn('min-[1180px]:text-16', amountParts(satoshis).whole.length > 8 ? 'text-12' : 'text-13')}
    />
  )
  const figure = (value: (summary: AddressOverview) => ReactNode) => (summary ? value(summary) : nothing)
  return (
    <KeyFigures>
      <KeyFigure
        label={t('addresses:figure.confirmed')}
        value={figure(({ balance }) => amount(balance))}
        note={summary ? t('addresses:figure.at', { coin, height: groupDigits(summary.height) }) : null}
        source={source}
      />
      <KeyFigure
        label={t('addresses:figure.pending')}
        value={figure(({ pending }) => amount(pending, true))}
        note={t('addresses:figure.pendingNote', { coin })}
        source={source}
      />
      <KeyFigure
        label={t('addresses:figure.received')}
        value={figure(({ received }) => amount(received))}
        note={t('addresses:figure.receivedNote', { coin })}
        source={source}
      />
      <KeyFigure
        label={t('addresses:figure.changes')}
        value={figure(({ deltas }) => groupDigits(deltas))}
        note={summary ? t('addresses:figure.txs', { count: summary.transactions }) : null}
        source={source}
      />
      <KeyFigure
        label={t('addresses:figure.unspent')}
        value={figure(({ utxos }) => groupDigits(utxos))}
        note={t('addresses:figure.outputs')}
        source={source}
      />
    </KeyFigures>
  )
}
