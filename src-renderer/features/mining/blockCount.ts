import { readTypedWhole } from '#shared/figures.ts'

/** Maximum number of blocks per call: enough for any maturity, and done in minutes. */
export const MAX_BLOCKS = 10_000

/** Parses a typed number of blocks. Returns undefined if the text is not a valid number. */
export function blockCount(text: string): number | undefined {
  const count = Number(readTypedWhole(text, 5) ?? '0')
  return count >= 1 && count <= MAX_BLOCKS ? count : undefined
}
