/**
 * Reasons why a file cannot be read as wallet.dat:
 * - `not-a-wallet`: another kind of file; the message names it
 * - `too-large`: the file or a count in it exceeds a limit
 * - `unsupported`: a Berkeley DB file with an option that no release of komodod uses
 * - `changed`: another program changed the file during reading
 * - `unreadable`: the system reported an error
 * - `damaged`: no key could be read or rescued
 * - `not-written`: all records are in log files beside the wallet only
 */
export type WalletDatErrorCode =
  | 'not-a-wallet'
  | 'too-large'
  | 'unsupported'
  | 'changed'
  | 'unreadable'
  | 'damaged'
  | 'not-written'

/** Error for a file that cannot be read as wallet.dat. The message is for the user and contains no secret. */
export class WalletDatError extends Error {
  override readonly name = 'WalletDatError'
  readonly code: WalletDatErrorCode

  constructor(code: WalletDatErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
