import type { Explanation } from '#shared/rpc/index.ts'
import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { t } from '../../../i18n/texts.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { amountLength, formatBytes, groupDigits, plainAmount } from '../../../ui/format.ts'
import { KeyFigure, KeyFigures } from '../../../ui/KeyFigure.tsx'
import { Shows } from '../../../ui/Shows.tsx'
import type { KnownTransaction } from './knownTransaction.ts'

/** Fewer bytes are written as they are. */
const KILO = 1000

export interface TransactionFiguresProps {
  readonly transaction: KnownTransaction
  /** undefined while it loads */
  readonly told: Explanation | undefined
  readonly coin: string
}

export function TransactionFigures({ transaction, told, coin }: TransactionFiguresProps) {
  const { txid, amount, size, outputs } = transaction
  const source = <CallSource calls={[shownCall('explaintransaction', { transaction: txid })]} />
  const unknown = told?.coinbase ? t('explorer:tx.noFee') : t('explorer:tx.unknown')
  const coins = (satoshis: bigint | null | undefined) => (satoshis == null ? satoshis : <Amount satoshis={satoshis} />)
  return (
    <KeyFigures>
      <KeyFigure
        label={t('explorer:tx.amount')}
        value={coins(amount)}
        chars={amount == null ? undefined : amountLength(amount)}
        note={t('explorer:tx.allOutputs', { coin })}
        source={source}
      />
      <KeyFigure
        label={t('explorer:tx.fee')}
        value={
          told &&
          (told.fee === null ? <span className="text-faint">—</span> : <Shows figure="fee">{coins(told.fee)}</Shows>)
        }
        chars={told?.fee == null ? undefined : amountLength(told.fee)}
        note={told?.fee === null ? unknown : coin}
        source={source}
      />
      <KeyFigure
        label={t('explorer:tx.feeRate')}
        value={told && (told.feerate === null ? <span className="text-faint">—</span> : plainAmount(told.feerate))}
        note={told?.feerate === null ? unknown : t('explorer:tx.perKb', { coin })}
        source={source}
      />
      <KeyFigure
        label={t('explorer:tx.size')}
        value={formatBytes(size)}
        note={size < KILO ? null : t('explorer:tx.bytes', { bytes: size })}
        source={source}
      />
      <KeyFigure
        label={t('explorer:tx.counts')}
        value={told && `${groupDigits(told.coinbase ? 1 : told.inputs.length)} → ${groupDigits(outputs)}`}
        note={
          told &&
          (told.coinbase
            ? t('explorer:tx.newCoins')
            : told.spent === null
              ? null
              : t('explorer:tx.spent', { amount: plainAmount(told.spent) }))
        }
        source={source}
      />
    </KeyFigures>
  )
}
