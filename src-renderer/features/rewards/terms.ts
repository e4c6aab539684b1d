import { readTypedWhole } from '#shared/figures.ts'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { typedAmountProblem } from '../../components/typedAmount.ts'
import { t } from '../../i18n/texts.ts'
import { amountAlone, formatDay, formatDuration, readAmountField, readDecimal, utf8Length } from '../../ui/format.ts'

type Rewards = MethodResult<'getrewards'>
export type ShownPlan = Rewards['plans'][number]
export type Lock = Rewards['locks'][number]

const DAY = 86_400n
const YEAR = 31_536_000n
/** Anyone can publish terms of any size. Beyond this time no date is computed. */
const CENTURY = 100n * YEAR
/** 1e8 in `apr` is one percent per year. */
const PERCENT_BASE = 100_000_000n * 100n * YEAR
export const MAX_RATE = 25n * 100_000_000n
/** Minimum pool of a new plan in satoshis. */
export const MIN_POOL_AMOUNT = 100_000_000n

/** Returns the reward for an amount after `seconds`, as the chain computes it, in satoshis. */
export function grownBy(
  amount: bigint,
  seconds: bigint,
  { apr, maxseconds }: Pick<ShownPlan, 'apr' | 'maxseconds'>,
): bigint {
  const counted = seconds > maxseconds ? maxseconds : seconds
  const grown = (amount * apr * counted) / PERCENT_BASE
  return grown > amount ? amount : grown
}

/** Formats a lock time in seconds. */
export function formatLockTime(seconds: bigint): string {
  if (seconds > CENTURY) return t('rewards:time.centuries')
  if (seconds > 0n && seconds % DAY === 0n) return t('rewards:time.days', { count: Number(seconds / DAY) })
  return formatDuration(Number(seconds))
}

/** Formats in a sentence how long coins stay in a plan. */
export function formatLockTerms({ minseconds, maxseconds }: Pick<ShownPlan, 'minseconds' | 'maxseconds'>): string {
  const [min, max] = [formatLockTime(minseconds), formatLockTime(maxseconds)]
  if (minseconds === 0n) return t('rewards:terms.anytime', { max })
  return minseconds >= maxseconds ? t('rewards:terms.fixed', { min }) : t('rewards:terms.range', { min, max })
}

/**
 * Formats the day that is `seconds` after `since`.
 * @param since in unix seconds
 */
export function dayAfter(since: number, seconds: bigint): string {
  return seconds > CENTURY ? t('rewards:time.never') : formatDay(since + Number(seconds))
}

/** The amount in a field, or its problem. */
export type Checked =
  | { readonly satoshis: bigint; readonly error?: undefined }
  | { readonly satoshis?: undefined; readonly error: string }

/** @param spendable in satoshis, or undefined while unknown */
export function checkPayIn(text: string, spendable: bigint | undefined): Checked {
  if (text.trim() === '') return { error: t('rewards:form.enter') }
  const satoshis = readAmountField(text)
  if (satoshis === undefined) return { error: typedAmountProblem(text) ?? t('rewards:form.enter') }
  if (satoshis <= 0n) return { error: t('rewards:form.enter') }
  if (spendable !== undefined && satoshis + 2n * CONTRACT_FEE > spendable) {
    return { error: t('rewards:form.tooMuch', { amount: amountAlone(spendable) }) }
  }
  return { satoshis }
}

/**
 * Validates an amount to lock. In addition to checkPayIn, the plan must accept it, and the reward must exceed the fee
 * of an unlock.
 */
export function checkLock(text: string, spendable: bigint | undefined, plan: ShownPlan): Checked {
  const checked = checkPayIn(text, spendable)
  if (checked.satoshis === undefined) return checked
  const { satoshis } = checked
  if (satoshis < plan.mindeposit) return { error: t('rewards:form.least', { amount: amountAlone(plan.mindeposit) }) }
  if (satoshis > plan.funding) return { error: t('rewards:form.pool', { amount: amountAlone(plan.funding) }) }
  return grownBy(satoshis, plan.maxseconds, plan) > CONTRACT_FEE
    ? checked
    : { error: t('rewards:form.noReward', { fee: amountAlone(CONTRACT_FEE) }) }
}

const MAX_NAME_LENGTH = 8

/** @param taken names of the chain's plans */
export function checkPlanName(text: string, taken: readonly string[]): string | undefined {
  const name = text.trim()
  if (name === '') return t('rewards:form.name')
  if (utf8Length(name) > MAX_NAME_LENGTH || /[^\x21-\x7e]/.test(name)) return t('rewards:form.nameLong')
  return taken.includes(name) ? t('rewards:form.nameTaken') : undefined
}

export function checkRate(text: string): string | undefined {
  const rate = readDecimal(text)
  return rate === undefined || rate <= 0n || rate > MAX_RATE ? t('rewards:form.rate') : undefined
}

const MAX_DAYS = 36_500

/** Parses whole days. Returns undefined if the text is not a whole number. */
export function typedDays(text: string): number | undefined {
  const digits = readTypedWhole(text, 5)
  return digits === undefined ? undefined : Number(digits)
}

/** @param min minimum number of days */
export function checkDays(text: string, min: number): string | undefined {
  const days = typedDays(text)
  if (days === undefined || days > MAX_DAYS) return t('rewards:form.days')
  return days < min ? t('rewards:form.daysLeast', { count: min }) : undefined
}
