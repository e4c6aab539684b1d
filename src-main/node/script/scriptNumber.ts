/** Maximum bytes of a number that arithmetic accepts. */
const DEFAULT_SIZE = 4

/**
 * Decodes the number of a stack element: little-endian magnitude, the top bit of the last byte is the sign. Elements of
 * up to 5 bytes fit a double exactly.
 * @returns undefined if it is longer than `maxSize`, or not in its shortest form although `minimal` requires that
 */
export function decodeScriptNumber(
  bytes: Uint8Array,
  minimal: boolean,
  maxSize: number = DEFAULT_SIZE,
): number | undefined {
  const length = bytes.length
  if (length > maxSize) return undefined
  if (length === 0) return 0
  const last = bytes[length - 1] as number
  // The last byte may contain only the sign if the byte before it uses its top bit.
  if (minimal && (last & 0x7f) === 0 && (length === 1 || ((bytes[length - 2] as number) & 0x80) === 0)) return undefined
  let magnitude = last & 0x7f
  for (let i = length - 2; i >= 0; i--) magnitude = magnitude * 256 + (bytes[i] as number)
  return last & 0x80 ? -magnitude : magnitude
}

/** Encodes an integer as its shortest stack element; zero is empty. */
export function encodeScriptNumber(value: number): Uint8Array {
  if (value === 0) return new Uint8Array(0)
  const bytes: number[] = []
  for (let rest = Math.abs(value); rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256)
  const last = bytes.length - 1
  const sign = value < 0 ? 0x80 : 0
  if ((bytes[last] as number) & 0x80) bytes.push(sign)
  else bytes[last] = (bytes[last] as number) | sign
  return Uint8Array.from(bytes)
}

/** Returns true if an element is true in a script, that is, neither zero nor negative zero. */
export function castToBool(bytes: Uint8Array): boolean {
  const last = bytes.length - 1
  for (let i = 0; i <= last; i++) {
    const byte = bytes[i] as number
    if (byte !== 0) return !(i === last && byte === 0x80)
  }
  return false
}
