/**
 * Reasons for which the wallet rejects a request.
 * - `locked`: a secret is needed, and the wallet is locked
 * - `wrong-encryption-state`: it is encrypted already, or not encrypted
 * - `invalid-input`: a phrase, passphrase or account number that cannot be one
 * - `busy`: too many passphrases are queued
 * - `other-phrase`: it has another recovery phrase already
 * - `no-further-account`: it has no phrase, or the maximum number of accounts
 * - `fee-not-covered`: its coins cover the amount, but not the fee
 * - `invalid-payment`: an amount is too small, or the requested fee rate too high
 * - `rejected`: the mempool rejected the payment
 * - `unreadable-backup`: a wrong passphrase or a damaged file, deliberately one kind
 * - `file`: the disk failed to read or write the wallet file
 */
export type WalletErrorKind =
  | 'locked'
  | 'wrong-passphrase'
  | 'wrong-encryption-state'
  | 'invalid-input'
  | 'busy'
  | 'key-pool-empty'
  | 'damaged-key'
  | 'other-phrase'
  | 'no-further-account'
  | 'insufficient-funds'
  | 'fee-not-covered'
  | 'invalid-payment'
  | 'too-large'
  | 'signing-failed'
  | 'rejected'
  | 'unreadable-backup'
  | 'backup-failed'
  | 'file'

/** A request that the wallet rejects. The message is for the caller; `wallet/rpc/walletErrorCodes.ts` gives the kind its RPC code. */
export class WalletError extends Error {
  override readonly name = 'WalletError'
  readonly kind: WalletErrorKind

  constructor(kind: WalletErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
