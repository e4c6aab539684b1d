import type { Explanation } from '#shared/rpc/index.ts'
import { CallSource, shownCall } from '../../../parts/CallSource.tsx'
import { Amount } from '../../../ui/Amount.tsx'
import { formatBytes, groupDigits, plainAmount } from '../../../ui/format.ts'
import { KeyFigure, KeyFigures } from '../../../ui/KeyFigure.tsx'
import type { KnownTransaction } from './knownTransaction.ts'

export interface TransactionFiguresProps {
  readonly transaction: KnownTransaction
  /** undefined while it loads */
  readonly told: Explanation | undefined
  readonly coin: string
}

export function TransactionFigures({ transaction, told, coin }: TransactionFiguresProps) {
  const { txid, amount, size, outputs } = transaction
  const source = <CallSource calls={[shownCall('explaintransaction', { transaction: txid })]} />
  const unknown = told?.coinbase ? 'a coinbase pays none' : 'not known'
  const coins = (satoshis: bigint | null | undefined) =>
    satoshis == null ? satoshis : <Amount satoshis={satoshis} className="text-16" />
  return (
    <KeyFigures>
      <KeyFigure label="Amount" value={coins(amount)} note={`${coin}, all outputs`} source={source} />
      <KeyFigure
        label="Fee"
        value={told && (told.fee === null ? <span className="text-faint">—</span> : coins(told.fee))}
        note={told?.fee === null ? unknown : coin}
        source={source}
      />
      <KeyFigure
        label="Fee rate"
        value={told && (told.feerate === null ? <span className="text-faint">—</span> : plainAmount(told.feerate))}
        note={told?.feerate === null ? unknown : `${coin} per kB`}
        source={source}
      />
      <KeyFigure label="Size" value={formatBytes(size)} note={`${groupDigits(size)} bytes`} source={source} />
      <KeyFigure
        label="In → out"
        value={told && `${groupDigits(told.coinbase ? 1 : told.inputs.length)} → ${groupDigits(outputs)}`}
        note={told && (told.coinbase ? 'new coins' : told.spent === null ? null : `${plainAmount(told.spent)} spent`)}
        source={source}
      />
    </KeyFigures>
  )
}
