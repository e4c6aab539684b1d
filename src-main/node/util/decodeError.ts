/**
 * Error for malformed input: bytes, hex or text from a peer, a file or a caller. Always the sender's fault, never a bug
 * of this program. Parsers of hostile input throw no other error.
 */
export class DecodeError extends Error {
  override readonly name = 'DecodeError'
}
