import type { ReactNode } from 'react'
import { Input, type InputProps } from './Field.tsx'
import { inSatoshis } from './format.ts'

export interface CoinInputProps extends Omit<InputProps, 'after' | 'inputMode'> {
  /** Unit of the typed amount, as returned by `coinUnit`. */
  readonly coin: string
  /** Button after the unit. */
  readonly action?: ReactNode
}

/** Field for an amount of coins. `readAmountField` parses the text in the unit shown in the field. */
export function CoinInput({ coin, action, ...rest }: CoinInputProps) {
  return (
    <Input
      placeholder="0"
      {...rest}
      inputMode={inSatoshis() ? 'numeric' : 'decimal'}
      after={
        <>
          <span className="max-w-22 truncate px-1.5">{coin}</span>
          {action}
        </>
      }
    />
  )
}
