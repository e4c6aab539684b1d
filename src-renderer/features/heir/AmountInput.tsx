import type { ReactNode } from 'react'
import { CoinInput } from '../../ui/CoinInput.tsx'
import { Input, type InputProps } from '../../ui/Field.tsx'

export interface AmountInputProps extends Omit<InputProps, 'after' | 'inputMode'> {
  /** unit of coins, or undefined if the user types units of a token */
  readonly unit: string | undefined
  readonly action?: ReactNode
}

/** Input for an amount to set aside or claim: coins, or whole units of a token. */
export function AmountInput({ unit, action, ...rest }: AmountInputProps) {
  if (unit !== undefined) return <CoinInput {...rest} coin={unit} action={action} />
  return <Input placeholder="0" {...rest} inputMode="numeric" after={action} />
}
