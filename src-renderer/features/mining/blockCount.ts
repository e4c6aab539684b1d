/** Enough for every maturity there is, and over in minutes. */
export const MOST_BLOCKS = 10_000

/** What somebody typed as a number of blocks; undefined: it is none. */
export function blockCount(text: string): number | undefined {
  const trimmed = text.trim()
  const count = /^\d{1,5}$/.test(trimmed) ? Number(trimmed) : 0
  return count >= 1 && count <= MOST_BLOCKS ? count : undefined
}
