/**
 * Violation of the Berkeley DB format (wallet-dat.md §1). `unsupported` is an option of Berkeley DB that no release of
 * komodod uses. The message is a complete sentence for the user.
 */
export class StructureError extends Error {
  override readonly name = 'StructureError'
  readonly unsupported: boolean

  constructor(message: string, unsupported = false) {
    super(message)
    this.unsupported = unsupported
  }
}
