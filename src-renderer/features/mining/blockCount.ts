import { readTypedWhole } from '#shared/figures.ts'

/** Enough for any maturity, and done in minutes. */
export const MOST_BLOCKS = 10_000

/** A typed number of blocks; undefined if it is none. */
export function blockCount(text: string): number | undefined {
  const count = Number(readTypedWhole(text, 5) ?? '0')
  return count >= 1 && count <= MOST_BLOCKS ? count : undefined
}
