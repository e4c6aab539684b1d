import type { ReactNode } from 'react'
import { CallSource, shownCall } from '../../components/CallSource.tsx'
import { BlockLink } from '../../components/links/BlockLink.tsx'
import { Trans } from '../../i18n/Trans.tsx'
import { t } from '../../i18n/texts.ts'
import { Amount } from '../../ui/Amount.tsx'
import { amountLength, groupDigits } from '../../ui/format.ts'
import { KeyFigure, KeyFigures } from '../../ui/KeyFigure.tsx'
import type { AddressOverview, AddressScope } from './addressScope.ts'

export interface AddressFiguresProps {
  readonly view: AddressScope
  readonly summary: AddressOverview | undefined
  readonly failed: boolean
  readonly coin: string
}

/** Shows coins, the unconfirmed amount, and the numbers of transactions and outputs. Amounts get the wider columns. */
export function AddressFigures({ view, summary, failed, coin }: AddressFiguresProps) {
  const nothing = failed ? null : undefined
  const source = <CallSource calls={[shownCall('getaddresssummary', view)]} />
  const amount = (satoshis: bigint, signed?: true) => <Amount satoshis={satoshis} signed={signed} />
  const chars = (satoshis: bigint | undefined) => (satoshis === undefined ? undefined : amountLength(satoshis))
  const figure = (value: (summary: AddressOverview) => ReactNode) => (summary ? value(summary) : nothing)
  return (
    <KeyFigures>
      <KeyFigure
        label={t('addresses:figure.confirmed')}
        value={figure(({ balance }) => amount(balance))}
        chars={chars(summary?.balance)}
        note={
          summary ? (
            <Trans
              i18nKey="addresses:figure.at"
              values={{ coin }}
              components={{ block: <BlockLink height={summary.height} /> }}
            />
          ) : null
        }
        source={source}
      />
      <KeyFigure
        label={t('addresses:figure.pending')}
        value={figure(({ pending }) => amount(pending, true))}
        chars={chars(summary?.pending)}
        note={coin}
        source={source}
      />
      <KeyFigure
        label={t('addresses:figure.transactions')}
        value={figure(({ transactions }) => groupDigits(transactions))}
        note={t('addresses:figure.transactionsNote')}
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
