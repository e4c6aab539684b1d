import type { ReactNode } from 'react'
import { CoinInput } from '../../ui/CoinInput.tsx'
import { Input, type InputProps } from '../../ui/Field.tsx'

export interface AmountInputProps extends Omit<InputProps, 'after' | 'inputMode'> {
  /** of coins; undefined: units of a token are typed */
  readonly unit: string | undefined
  readonly action?: ReactNode
}

/** What is set aside or taken: coins, or whole units of a token. */
export function AmountInput({ unit, action, ...rest }: AmountInputProps) {
  if (unit !== undefined) return <CoinInput {...rest} coin={unit} action={action} />
  return <Input placeholder="0" {...rest} inputMode="numeric" after={action} />
}
