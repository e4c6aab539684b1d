/** Protocol constants (p2p.md §1–6). */

/** Our protocol version, and the lowest version accepted from peers. */
export const PROTOCOL_VERSION = 170013
export const MIN_PEER_VERSION = 170012

export const SERVICE = {
  network: 1n,
  bloom: 1n << 2n,
  spentIndex: 1n << 28n,
  addressIndex: 1n << 29n,
} as const

/** Maximum list lengths in messages. */
export const LIMITS = {
  addr: 1000,
  inv: 50_000,
  headers: 160,
  /** block hashes in a reply to getblocks */
  blocks: 500,
  userAgent: 256,
  rejectReason: 111,
} as const

const CLIENT = 'MagicBean:0.9.0-beta1'

/** Returns komodod's user agent, which peers expect, with the comments of `-uacomment`. */
export function userAgent(comments: readonly string[] = []): string {
  return `/${CLIENT}${comments.length > 0 ? `(${comments.join('; ')})` : ''}/`
}

/** Removes the characters that komodod removes: keeps letters, digits and a few signs (no minus). */
export function sanitizeText(text: string): string {
  return text.replace(/[^A-Za-z0-9 .,;_/:?@()]/g, '')
}
