/** Names of plans are eight bytes, in the data a number (rewards.md §1). */

const MOST_BYTES = 8

/** The bytes of a name, up to the first 0. @param sbits the number, its first character in the lowest byte */
export function planName(sbits: bigint): Uint8Array {
  const bytes: number[] = []
  for (let rest = BigInt.asUintN(64, sbits); (rest & 0xffn) !== 0n; rest >>= 8n) bytes.push(Number(rest & 0xffn))
  return Uint8Array.from(bytes)
}

/** The number of a name; undefined: it is too long. */
export function planNumber(name: Uint8Array): bigint | undefined {
  if (name.length > MOST_BYTES) return undefined
  return name.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n)
}
