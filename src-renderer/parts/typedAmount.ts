import { readTypedAmount } from '#shared/figures.ts'
import { t } from '../i18n/texts.ts'

/** Digits, points, and whatever may stand between groups of digits. */
const FIGURE = /^[\d.,_'’\s]*$/

/** What is wrong with a text that `readTypedAmount` refuses; undefined: nothing. */
export function typedAmountProblem(text: string): string | undefined {
  const trimmed = text.trim()
  if (readTypedAmount(trimmed) !== undefined) return undefined
  if (/^[-−+]/.test(trimmed)) return t('parts:typed.sign')
  if (/^[^.]*\.\d{9,}$/.test(trimmed) && FIGURE.test(trimmed)) return t('parts:typed.decimals')
  if (/^\d+,\d+$/.test(trimmed)) {
    return t('parts:typed.comma', { point: trimmed.replace(',', '.'), whole: trimmed.replace(',', '') })
  }
  if (/^\d+ +\d+$/.test(trimmed)) return t('parts:typed.blank')
  if (FIGURE.test(trimmed) && /\d/.test(trimmed)) return t('parts:typed.grouping')
  if (FIGURE.test(trimmed.replace(/[A-Za-z]+$/, '')) && /\d/.test(trimmed)) return t('parts:typed.coin')
  return t('parts:typed.other')
}
