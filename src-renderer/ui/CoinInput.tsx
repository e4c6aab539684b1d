import type { ReactNode } from 'react'
import { Input, type InputProps } from './Field.tsx'
import { inSatoshis } from './format.ts'

export interface CoinInputProps extends Omit<InputProps, 'after' | 'inputMode'> {
  /** the unit that is typed in, as `coinUnit` has it */
  readonly coin: string
  /** a button behind the unit */
  readonly action?: ReactNode
}

/** The field for an amount of coins. What is typed is read by `readAmountField`, in the unit that stands in the field. */
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
