import { readTypedUnits, readTypedWhole } from '#shared/figures.ts'
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import { isAddressShaped } from '#shared/protocol/shapes.ts'
import type { MethodResult } from '#shared/rpc/index.ts'
import { typedAmountProblem } from '../../components/typedAmount.ts'
import { t } from '../../i18n/texts.ts'
import { amountAlone, groupDigits, plainAmount, readAmountField, utf8Length } from '../../ui/format.ts'
import { visibleString } from '../../ui/visibleText.ts'

export type Inheritance = MethodResult<'listinheritances'>['rows'][number]

/** Of which token an inheritance is; undefined: of coins. */
export interface HeldToken {
  readonly tokenid: string
  /** untrusted text */
  readonly name: string
}

/** What the person wants to do, as it is built and checked. */
export interface PlanOrder {
  readonly kind: 'plan' | 'add' | 'claim'
  /** satoshis or units */
  readonly amount: bigint
  readonly token: HeldToken | undefined
  /** key of the heir */
  readonly heir: string
  /** name of the inheritance: untrusted text */
  readonly name: string
  /** of a new one */
  readonly days: number
  /** the inheritance, unless it is a new one */
  readonly txid: string | undefined
}

export const DAY = 86_400
/** Hundred years: what is longer is a slip. */
const MOST_DAYS = 36_500
const LONGEST_NAME = 60
/** The fee, and the coin by which the inheritance is found. */
export const FUND_COST = 2n * CONTRACT_FEE

/** An amount in words: `5 COIN`, `7 GOLD`. */
export function amountWords(amount: bigint, token: HeldToken | undefined, coin: string): string {
  if (token === undefined) return `${plainAmount(amount)} ${coin}`
  return `${groupDigits(amount)} ${visibleString(token.name, 32) || t('heir:tokenUnits')}`
}

export function checkName(text: string): string | undefined {
  if (text.trim() === '') return t('heir:form.nameMissing')
  return utf8Length(text.trim()) > LONGEST_NAME ? t('heir:form.nameLong') : undefined
}

/** Whether a text is the key of somebody else. */
export function checkHeir(text: string, ownKey: string | null): string | undefined {
  const key = text.trim().toLowerCase()
  if (key === '') return t('heir:form.heirMissing')
  if (isAddressShaped(text.trim())) return t('frame:people.unseen')
  if (!/^0[23][0-9a-f]{64}$/.test(key)) return t('heir:form.heirWrong')
  return key === ownKey ? t('heir:form.heirOwn') : undefined
}

export function readDays(text: string): number | undefined {
  const days = Number(readTypedWhole(text, 5) ?? '0')
  return days >= 1 && days <= MOST_DAYS ? days : undefined
}

export type CheckedAmount =
  | { readonly amount: bigint; readonly error?: undefined }
  | { readonly amount?: undefined; readonly error: string }

/**
 * What was typed as an amount of coins, or of whole units of a token.
 * @param most satoshis or units; undefined while not known
 */
export function checkAmount(text: string, ofToken: boolean, most: bigint | undefined): CheckedAmount {
  if (text.trim() === '') return { error: t('heir:form.amountMissing') }
  const amount = ofToken ? readTypedUnits(text) : readAmountField(text)
  if (amount === undefined)
    return { error: (ofToken ? undefined : typedAmountProblem(text)) ?? t('heir:form.amountWhole') }
  if (amount <= 0n) return { error: t('heir:form.amountMissing') }
  if (most !== undefined && amount > most) {
    return { error: t('heir:form.amountMuch', { amount: ofToken ? groupDigits(most) : amountAlone(most) }) }
  }
  return { amount }
}

/** Satoshis or units that one claim can take. */
export const heldBy = ({ coins, units }: Pick<Inheritance, 'coins' | 'units'>): bigint => coins ?? units ?? 0n

/** Whether it can be taken as its heir now. */
export const canWithdraw = (plan: Inheritance): boolean => !plan.own && plan.allowed && heldBy(plan) > 0n
