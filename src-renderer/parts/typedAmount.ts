import { t } from '../i18n/texts.ts'
import { readTypedAmount } from '../ui/format.ts'

/** What is wrong with a text that `readTypedAmount` refuses; undefined: nothing. */
export function typedAmountProblem(text: string): string | undefined {
  const trimmed = text.trim()
  if (readTypedAmount(trimmed) !== undefined) return undefined
  if (trimmed.startsWith('-')) return t('parts:typed.sign')
  if (/^[\d,]*\.\d{9,}$/.test(trimmed)) return t('parts:typed.decimals')
  if (/^\d+,\d+$/.test(trimmed)) {
    return t('parts:typed.comma', { point: trimmed.replace(',', '.'), whole: trimmed.replace(',', '') })
  }
  if (/^[\d,.]*$/.test(trimmed) && /\d/.test(trimmed)) return t('parts:typed.grouping')
  if (/\d\s+\d/.test(trimmed)) return t('parts:typed.blank')
  if (/^[\d.,]+\s*[A-Za-z]+$/.test(trimmed)) return t('parts:typed.coin')
  return t('parts:typed.other')
}
