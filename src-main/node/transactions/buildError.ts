/** `request`: what was asked for cannot be; `funds`: coins or tokens are missing; `key`: this node cannot sign. */
export type BuildErrorKind = 'request' | 'funds' | 'key'

/** A transaction that cannot be built. The message is for the caller, in the reference's words where it has some. */
export class BuildError extends Error {
  override readonly name = 'BuildError'
  readonly kind: BuildErrorKind

  constructor(kind: BuildErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}
