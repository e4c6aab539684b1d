/**
 * The input is not what it claims to be: malformed bytes, hex or text from a peer, a file or a caller. It is the sender's
 * fault and never ours, which is why parsers of hostile input let nothing else escape.
 */
export class DecodeError extends Error {
  override readonly name = 'DecodeError'
}
