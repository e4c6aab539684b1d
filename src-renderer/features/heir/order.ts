import { readTypedUnits, readTypedWhole } from '#shared/figures.ts'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { isAddressShaped } from '#shared/protocol/shapes.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { typedAmountProblem } from '../../components/typedAmount.ts'
import { t } from '../../i18n/texts.ts'
import { amountAlone, groupDigits, plainAmount, readAmountField, utf8Length } from '../../ui/format.ts'
import { visibleString } from '../../ui/visibleText.ts'

export type Inheritance = MethodResult<'listinheritances'>['rows'][number]

/** Token held by an inheritance. An inheritance of coins has `undefined` instead. */
export interface HeldToken {
  readonly tokenid: string
  /** untrusted text */
  readonly name: string
}

/** Request of the user to create an inheritance, add to it, or claim it. */
export interface PlanOrder {
  readonly kind: 'plan' | 'add' | 'claim'
  /** in satoshis or units */
  readonly amount: bigint
  readonly token: HeldToken | undefined
  /** public key of the heir */
  readonly heir: string
  /** name of the inheritance: untrusted text */
  readonly name: string
  /** waiting time of a new inheritance in days */
  readonly days: number
  /** id of the inheritance, or undefined for a new one */
  readonly txid: string | undefined
}

export const DAY = 86_400
/** Maximum waiting time in days: more than a hundred years is a typing mistake. */
const MAX_DAYS = 36_500
const MAX_NAME_BYTES = 60
/** Cost in satoshis besides the amount: the fee, and the marker by which the inheritance is found. */
export const FUND_COST = 2n * CONTRACT_FEE

/** Formats an amount with its unit: `5 COIN`, `7 GOLD`. */
export function formatPlanAmount(amount: bigint, token: HeldToken | undefined, coin: string): string {
  if (token === undefined) return `${plainAmount(amount)} ${coin}`
  return `${groupDigits(amount)} ${visibleString(token.name, 32) || t('heir:tokenUnits')}`
}

export function checkName(text: string): string | undefined {
  if (text.trim() === '') return t('heir:form.nameMissing')
  return utf8Length(text.trim()) > MAX_NAME_BYTES ? t('heir:form.nameLong') : undefined
}

/** Returns the problem of a typed key of an heir, or undefined if it is valid and not this wallet's own key. */
export function checkHeir(text: string, ownKey: string | null): string | undefined {
  const key = text.trim().toLowerCase()
  if (key === '') return t('heir:form.heirMissing')
  if (isAddressShaped(text.trim())) return t('frame:people.unseen')
  if (!/^0[23][0-9a-f]{64}$/.test(key)) return t('heir:form.heirWrong')
  return key === ownKey ? t('heir:form.heirOwn') : undefined
}

export function readDays(text: string): number | undefined {
  const days = Number(readTypedWhole(text, 5) ?? '0')
  return days >= 1 && days <= MAX_DAYS ? days : undefined
}

export type CheckedAmount =
  | { readonly amount: bigint; readonly error?: undefined }
  | { readonly amount?: undefined; readonly error: string }

/**
 * Validates a typed amount of coins, or of whole units of a token.
 * @param max in satoshis or units, or undefined while unknown
 */
export function checkAmount(text: string, ofToken: boolean, max: bigint | undefined): CheckedAmount {
  if (text.trim() === '') return { error: t('heir:form.amountMissing') }
  const amount = ofToken ? readTypedUnits(text) : readAmountField(text)
  if (amount === undefined)
    return { error: (ofToken ? undefined : typedAmountProblem(text)) ?? t('heir:form.amountWhole') }
  if (amount <= 0n) return { error: t('heir:form.amountMissing') }
  if (max !== undefined && amount > max) {
    return { error: t('heir:form.amountMuch', { amount: ofToken ? groupDigits(max) : amountAlone(max) }) }
  }
  return { amount }
}

/** Returns the satoshis or units that one claim can take. */
export const claimableAmount = ({ coins, units }: Pick<Inheritance, 'coins' | 'units'>): bigint => coins ?? units ?? 0n

/** Returns true if this wallet is the heir and can claim now. */
export const canClaim = (plan: Inheritance): boolean => !plan.own && plan.allowed && claimableAmount(plan) > 0n
