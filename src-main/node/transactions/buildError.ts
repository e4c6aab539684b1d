/** `request`: the request is impossible; `funds`: coins or tokens are missing; `key`: this node cannot sign. */
export type BuildErrorKind = 'request' | 'funds' | 'key'

/**
 * Error for a transaction that cannot be built. The message is for the caller, with the reference's text if it has one.
 */
export class BuildError extends Error {
  override readonly name = 'BuildError'
  readonly kind: BuildErrorKind

  constructor(kind: BuildErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}
