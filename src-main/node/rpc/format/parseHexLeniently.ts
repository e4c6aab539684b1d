/** Hex as the reference reads it where it does not check: blanks before a byte are skipped, and it ends at the first thing that is none. */
export function parseHexLeniently(text: string): Uint8Array {
  const bytes: number[] = []
  for (const [, pair = ''] of text.matchAll(/\s*([0-9a-fA-F]{2})/gy)) bytes.push(Number.parseInt(pair, 16))
  return Uint8Array.from(bytes)
}
