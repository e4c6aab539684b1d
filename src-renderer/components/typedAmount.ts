import { readTypedWhole } from '#shared/figures.ts'
import { t } from '../i18n/texts.ts'
import { decimalMark, groupDigits, inSatoshis, readAmountField, readDecimal } from '../ui/format.ts'

/** Digits, decimal marks and digit separators. */
const FIGURE = /^[\d.,_'’\s]*$/

/** Returns why `readAmountField` rejects a text, or undefined if it accepts the text. */
export function typedAmountProblem(text: string): string | undefined {
  const trimmed = text.trim()
  if (readAmountField(trimmed) !== undefined) return undefined
  const outOfRange = rangeProblem(trimmed, inSatoshis())
  if (outOfRange !== undefined) return outOfRange
  if (inSatoshis()) return satoshiProblem(trimmed)
  if (/^[^.,]*[.,]\d{9,}$/.test(trimmed) && FIGURE.test(trimmed)) return t('parts:typed.decimals')
  if (/^\d+[.,]\d+$/.test(trimmed)) {
    const [point, whole] = [decimalMark(), ''].map((sign) => trimmed.replace(/[.,]/, sign))
    return t('parts:typed.comma', { point, whole })
  }
  if (/^\d+ +\d+$/.test(trimmed)) return t('parts:typed.blank')
  if (FIGURE.test(trimmed) && /\d/.test(trimmed)) return t('parts:typed.grouping')
  if (FIGURE.test(trimmed.replace(/[A-Za-z]+$/, '')) && /\d/.test(trimmed)) return t('parts:typed.coin')
  return t('parts:typed.other')
}

/**
 * Returns what is wrong with the range of an unreadable number: its sign, or too many digits. Returns undefined for
 * other problems.
 * @param whole true if decimals are not allowed
 */
export function rangeProblem(text: string, whole: boolean): string | undefined {
  const trimmed = text.trim()
  if (/^[-−]/.test(trimmed)) return t('parts:typed.negative')
  if (trimmed.startsWith('+')) return t('parts:typed.sign')
  const [integer = '', ...fractions] = trimmed.split(decimalMark())
  const isPlain = fractions.length === 0 || (!whole && fractions.length === 1 && /^\d{1,8}$/.test(fractions[0] ?? ''))
  const isTooLong = readTypedWhole(integer, Number.POSITIVE_INFINITY) !== undefined
  return isPlain && isTooLong ? t('parts:typed.tooMuch') : undefined
}

function satoshiProblem(text: string): string {
  // A decimal mark suggests that the user typed coins instead of satoshis.
  const coins = /[.,]/.test(text) ? readDecimal(text) : undefined
  if (coins !== undefined && coins > 0n) {
    return t('parts:typed.fraction', { coins: text, satoshis: groupDigits(coins) })
  }
  if (/^\d+ +\d+$/.test(text)) return t('parts:typed.blank')
  if (!FIGURE.test(text) && FIGURE.test(text.replace(/[A-Za-z]+$/, '')) && /\d/.test(text)) return t('parts:typed.unit')
  return t('parts:typed.whole')
}
