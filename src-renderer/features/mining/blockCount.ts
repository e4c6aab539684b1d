/** Enough for any maturity, and done in minutes. */
export const MOST_BLOCKS = 10_000

/** A typed number of blocks; undefined if it is none. */
export function blockCount(text: string): number | undefined {
  const trimmed = text.trim()
  const count = /^\d{1,5}$/.test(trimmed) ? Number(trimmed) : 0
  return count >= 1 && count <= MOST_BLOCKS ? count : undefined
}
