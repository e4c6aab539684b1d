import { readTypedAmount } from '../ui/format.ts'

/** What is wrong with a text that `readTypedAmount` refuses; undefined: nothing. */
export function typedAmountProblem(text: string): string | undefined {
  const trimmed = text.trim()
  if (readTypedAmount(trimmed) !== undefined) return undefined
  if (trimmed.startsWith('-')) return 'An amount has no sign.'
  if (/^[\d,]*\.\d{9,}$/.test(trimmed)) return 'At most 8 decimals.'
  if (/^\d+,\d+$/.test(trimmed)) {
    return `With a comma it is not clear: type ${trimmed.replace(',', '.')} or ${trimmed.replace(',', '')}.`
  }
  if (/^[\d,.]*$/.test(trimmed) && /\d/.test(trimmed))
    return 'Not a number: commas go before each three digits, one point before the decimals.'
  if (/\d\s+\d/.test(trimmed)) return 'There is a blank inside the number.'
  if (/^[\d.,]+\s*[A-Za-z]+$/.test(trimmed)) return 'Only the number: the coin is written beside the field.'
  return 'Coins with up to 8 decimals, such as 2.5.'
}
