import type { ReactNode } from 'react'
import { CallSource, shownCall } from '../../parts/CallSource.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { cn } from '../../ui/cn.ts'
import { amountParts, groupDigits, plural } from '../../ui/format.ts'
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
        label="Confirmed"
        value={figure(({ balance }) => amount(balance))}
        note={summary ? `${coin}, block ${groupDigits(summary.height)}` : null}
        source={source}
      />
      <KeyFigure
        label="Pending"
        value={figure(({ pending }) => amount(pending, true))}
        note={`${coin} waiting`}
        source={source}
      />
      <KeyFigure
        label="Received"
        value={figure(({ received }) => amount(received))}
        note={`${coin} in all`}
        source={source}
      />
      <KeyFigure
        label="Changes"
        value={figure(({ deltas }) => groupDigits(deltas))}
        note={summary ? plural(summary.transactions, 'tx', 'txs') : null}
        source={source}
      />
      <KeyFigure label="Unspent" value={figure(({ utxos }) => groupDigits(utxos))} note="outputs" source={source} />
    </KeyFigures>
  )
}
