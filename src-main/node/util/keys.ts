import { toHex } from './bytes.ts'

/** Returns the Map key of a hash: lower-case hex in internal order. Not for display. */
export function hashKey(hash: Uint8Array): string {
  return toHex(hash)
}

/** Returns the Map key of an outpoint: `<hash key>:<index>`. Only equal outpoints have equal keys. */
export function outpointKey(outpoint: { readonly hash: Uint8Array; readonly index: number }): string {
  return `${toHex(outpoint.hash)}:${outpoint.index}`
}
