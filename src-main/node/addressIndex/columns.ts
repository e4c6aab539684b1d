/** Reading many rows as columns of text, which `group_concat` makes. */

/** Rows that are read at once: some milliseconds, and so many that the calls into SQLite do not count. */
export const ROWS_A_PAGE = 2_000

const HEX_LENGTH = 64
const COMMA = 44
const ZERO = 48

/** Turns ids in internal order, one after another, into display order, all at once: one buffer instead of one for each. */
export function toDisplayOrder(ids: string): string[] {
  const text = Buffer.from(ids, 'hex').reverse().toString('hex')
  const length = text.length / HEX_LENGTH
  return Array.from({ length }, (_, at) => text.slice((length - 1 - at) * HEX_LENGTH, (length - at) * HEX_LENGTH))
}

/** The numbers of a list such as `12,0,7`: digits and commas, nothing else. */
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
