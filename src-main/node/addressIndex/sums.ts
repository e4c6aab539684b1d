import type { Cell } from '../storage/index.ts'

/** Digits of a sum that does not fit into 64 bits: texts of equal width sort by size. */
const TEXT_DIGITS = 30

/** Returns a sum in the form that schema.ts describes. */
export function toSumCell(sum: bigint): Cell {
  if (BigInt.asIntN(64, sum) === sum) return sum
  return sum < 0n ? sum.toString() : sum.toString().padStart(TEXT_DIGITS, '0')
}

export function fromSumCell(cell: unknown): bigint {
  return BigInt(cell as bigint | number | string)
}

/**
 * Returns SQL for the sum of a column of satoshis as two numbers that cannot overflow: upper and lower 32 bits. Combine
 * them with `fromHalves`.
 */
export const halves = (column: string): string =>
  `coalesce(sum(${column} >> 32), 0), coalesce(sum(${column} & 0xffffffff), 0)`

export function fromHalves(upper: bigint, lower: bigint): bigint {
  return (upper << 32n) + lower
}
