import type { ReactNode } from 'react'
import { Amount } from '../ui/Amount.tsx'
import { amountParts, inSatoshis, plainAmount } from '../ui/format.ts'
import { Shows } from '../ui/Shows.tsx'

/** Returns the text size for a large amount: long numbers get smaller and are never truncated. */
function chooseSize(satoshis: bigint): string {
  const { length } = amountParts(satoshis).whole
  return length > (inSatoshis() ? 20 : 11) ? 'text-20 tracking-tight' : 'text-28 tracking-tight max-[479px]:text-20'
}

export interface BalanceFigureProps {
  /** Satoshis; `undefined` while unknown. */
  readonly total: bigint | undefined
  readonly coin: string
  /** Shown while the total is unknown. */
  readonly children: ReactNode
}

/** The wallet's balance in large type, used on Home and in the wallet. */
export function BalanceFigure({ total, coin, children }: BalanceFigureProps) {
  return (
    <p className="min-h-9 whitespace-nowrap font-semibold leading-9 max-[479px]:whitespace-normal">
      {total === undefined ? (
        children
      ) : (
        <>
          <span data-figure title={plainAmount(total)} className={chooseSize(total)}>
            <Shows figure="balance">
              <Amount satoshis={total} />
            </Shows>
          </span>
          <span className="ml-2 font-normal text-14 text-muted">{coin}</span>
        </>
      )}
    </p>
  )
}
