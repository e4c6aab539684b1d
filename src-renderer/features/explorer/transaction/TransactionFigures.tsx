import { CallSource, shownCall } from '../../../components/CallSource.tsx'
import type { OutputStory, TransactionStory } from '../../../components/transaction/describe.ts'
import { formatOwnCost } from '../../../components/transaction/figures.ts'
import { t } from '../../../i18n/texts.ts'
import { Amount } from '../../../ui/Amount.tsx'
import { amountLength, formatBytes, groupDigits, plainAmount } from '../../../ui/format.ts'
import { KeyFigure, KeyFigures } from '../../../ui/KeyFigure.tsx'
import { Shows } from '../../../ui/Shows.tsx'
import type { KnownTransaction } from './knownTransaction.ts'

/** Sizes below this many bytes are shown in bytes. */
const KILO = 1000

/** Kinds of outputs whose coins are the amount: neither change nor outputs that hold units or markers. */
const PAYS: ReadonlySet<OutputStory['kind']> = new Set(['pay', 'pool', 'condition', 'other'])

/** Kinds of outputs that hold moved or created units. Their coins are the amount if nothing else is paid. */
const HOLDS: ReadonlySet<OutputStory['kind']> = new Set(['units'])

export interface TransactionFiguresProps {
  readonly transaction: KnownTransaction
  /** undefined while loading */
  readonly story: TransactionStory | undefined
  readonly coin: string
}

export function TransactionFigures({ transaction, story, coin }: TransactionFiguresProps) {
  const { txid, size, outputs } = transaction
  const txExplanation = story?.told
  const sum = (kinds: ReadonlySet<OutputStory['kind']>) =>
    story?.outputs.reduce((all, { kind, satoshis }) => (kinds.has(kind) ? all + satoshis : all), 0n)
  const paid = sum(PAYS)
  const held = sum(HOLDS)
  const isHeld = paid === 0n && held !== 0n
  const amount = isHeld ? held : paid
  const source = <CallSource calls={[shownCall('explaintransaction', { transaction: txid })]} />
  const cost = txExplanation ? formatOwnCost(txExplanation, coin) : null
  const unknown = txExplanation?.coinbase ? t('explorer:tx.noFee') : t('explorer:tx.unknown')
  const coins = (satoshis: bigint | null | undefined) => (satoshis == null ? satoshis : <Amount satoshis={satoshis} />)
  return (
    <div className="flex flex-col gap-3">
      <KeyFigures>
        <KeyFigure
          label={t('explorer:tx.amount')}
          value={coins(amount)}
          chars={amount == null ? undefined : amountLength(amount)}
          note={t(isHeld ? 'explorer:tx.inUnits' : 'explorer:tx.paid', { coin })}
          source={source}
        />
        <KeyFigure
          label={t('explorer:tx.fee')}
          value={
            txExplanation &&
            (txExplanation.fee === null ? (
              <span className="text-faint">—</span>
            ) : (
              <Shows figure="fee">{coins(txExplanation.fee)}</Shows>
            ))
          }
          chars={txExplanation?.fee == null ? undefined : amountLength(txExplanation.fee)}
          note={
            txExplanation?.fee === null
              ? unknown
              : txExplanation?.feerate == null
                ? coin
                : t('explorer:tx.perKb', { rate: plainAmount(txExplanation.feerate), coin })
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
          value={
            txExplanation &&
            `${groupDigits(txExplanation.coinbase ? 1 : txExplanation.inputs.length)} → ${groupDigits(outputs)}`
          }
          note={
            txExplanation &&
            (txExplanation.coinbase
              ? t('explorer:tx.newCoins')
              : txExplanation.spent === null
                ? null
                : t('explorer:tx.spent', { amount: plainAmount(txExplanation.spent) }))
          }
          source={source}
        />
      </KeyFigures>
      {cost === null ? null : <p>{cost}</p>}
    </div>
  )
}
