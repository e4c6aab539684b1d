import { isOn, type Settings } from '#shared/arguments.ts'
import { parseAmount } from '#shared/units.ts'
import { type NameOf, OPTIONS } from './table.ts'

/** An invalid option. Its message is for the user who typed it. */
export class OptionError extends Error {
  override readonly name = 'OptionError'
}

/** Typed values of options. Invalid numbers are errors that name the option, while the reference reads them as 0. */
export interface Values {
  has(name: string): boolean
  flag(name: NameOf<'flag'>, fallback: boolean): boolean
  integer(name: NameOf<'integer'>, fallback: number): number
  /** amount in satoshis */
  amount(name: NameOf<'amount'>, fallback: bigint): bigint
  /** undefined if missing or empty */
  text(name: NameOf<'text'>): string | undefined
  /** values without empty entries */
  list(name: NameOf<'list'>): readonly string[]
}

/** @param spell returns the option's name as the user wrote it */
export function createValues(settings: Settings, spell: (name: string) => string): Values {
  return {
    has: (name) => settings.get(name) !== undefined,
    flag(name, fallback) {
      const text = settings.get(name)
      if (text === undefined) return fallback
      if (!/^[+-]?[0-9]*$/.test(text)) throw new OptionError(`${spell(name)}: expected 0 or 1`)
      return isOn(text)
    },
    integer(name, fallback) {
      const text = settings.get(name)
      if (text === undefined) return fallback
      const { min, max } = OPTIONS[name]
      const value = /^[+-]?[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN
      if (value >= min && value <= max) return value
      throw new OptionError(`${spell(name)}: expected a whole number from ${min} to ${max}`)
    },
    amount(name, fallback) {
      const text = settings.get(name)
      if (text === undefined) return fallback
      const satoshis = parseAmount(text)
      if (satoshis === undefined || satoshis < 0n)
        throw new OptionError(`Invalid amount for -${name}=<amount>: '${text}'`)
      return satoshis
    },
    text: (name) => settings.get(name) || undefined,
    list: (name) => settings.all(name).filter((entry) => entry !== ''),
  }
}
