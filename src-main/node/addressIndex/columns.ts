/** Reads many rows as text columns that `group_concat` builds. */

/** Rows per query: takes a few milliseconds, and makes the cost of calls into SQLite negligible. */
export const ROWS_PER_PAGE = 2_000

const HEX_LENGTH = 64
const COMMA = 44
const ZERO = 48

/** Converts concatenated ids from internal to display order, with a single buffer. */
export function toDisplayOrder(ids: string): string[] {
  const text = Buffer.from(ids, 'hex').reverse().toString('hex')
  const length = text.length / HEX_LENGTH
  return Array.from({ length }, (_, at) => text.slice((length - 1 - at) * HEX_LENGTH, (length - at) * HEX_LENGTH))
}

/** Parses a list of numbers such as `12,0,7`, which contains only digits and commas. */
export function toNumbers(list: string): number[] {
  const numbers: number[] = []
  let number = 0
  for (let at = 0; at < list.length; at++) {
    const code = list.charCodeAt(at)
    if (code === COMMA) {
      numbers.push(number)
      number = 0
    } else number = number * 10 + code - ZERO
  }
  numbers.push(number)
  return numbers
}
