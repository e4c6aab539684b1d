/**
 * Parses hex in the lenient way of some komodod calls: skips spaces before a byte, and stops at the first invalid
 * character.
 */
export function parseHexLeniently(text: string): Uint8Array {
  const bytes: number[] = []
  for (const [, pair = ''] of text.matchAll(/\s*([0-9a-fA-F]{2})/gy)) bytes.push(Number.parseInt(pair, 16))
  return Uint8Array.from(bytes)
}
