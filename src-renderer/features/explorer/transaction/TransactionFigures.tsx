import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import { isReturned, type TransactionStory } from '../../../components/transaction/describe.ts'
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
  readonly story: TransactionStory | undefined
  readonly coin: string
}

export function TransactionFigures({ transaction, story, coin }: TransactionFiguresProps) {
  const { txid, size, outputs } = transaction
  const told = story?.told
  const amount = story?.outputs.reduce((sum, output) => (isReturned(output) ? sum : sum + output.satoshis), 0n)
  const source = <CallSource calls={[shownCall('explaintransaction', { transaction: txid })]} />
  const unknown = told?.coinbase ? t('explorer:tx.noFee') : t('explorer:tx.unknown')
  const coins = (satoshis: bigint | null | undefined) => (satoshis == null ? satoshis : <Amount satoshis={satoshis} />)
  return (
    <KeyFigures>
      <KeyFigure
        label={t('explorer:tx.amount')}
        value={coins(amount)}
        chars={amount == null ? undefined : amountLength(amount)}
        note={t('explorer:tx.withoutChange', { coin })}
        source={source}
      />
      <KeyFigure
        label={t('explorer:tx.fee')}
        value={
          told &&
          (told.fee === null ? <span className="text-faint">—</span> : <Shows figure="fee">{coins(told.fee)}</Shows>)
        }
        chars={told?.fee == null ? undefined : amountLength(told.fee)}
        note={
          told?.fee === null
            ? unknown
            : told?.feerate == null
              ? coin
              : t('explorer:tx.perKb', { rate: plainAmount(told.feerate), coin })
        }
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
