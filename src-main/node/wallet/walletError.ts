/**
 * Reasons why the wallet rejects a request.
 * - `locked`: the request needs a secret, and the wallet is locked
 * - `wrong-encryption-state`: the wallet is already encrypted, or not encrypted
 * - `invalid-input`: invalid phrase, passphrase or account number
 * - `busy`: too many passphrases are queued
 * - `other-phrase`: the wallet already has another recovery phrase
 * - `no-further-account`: the wallet has no phrase, or the maximum number of accounts
 * - `fee-not-covered`: the coins cover the amount, but not the fee
 * - `invalid-payment`: an amount is too small, or the requested fee rate too high
 * - `rejected`: the mempool rejected the payment
 * - `unreadable-backup`: wrong passphrase or damaged file, deliberately not distinguished
 * - `unreadable-wallet-file`: a file of another program cannot be read as a wallet
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
  | 'unreadable-wallet-file'
  | 'file'

/**
 * Error for a request that the wallet rejects. The message is for the caller. `wallet/rpc/walletErrorCodes.ts` maps the
 * kind to its RPC code.
 */
export class WalletError extends Error {
  override readonly name = 'WalletError'
  readonly kind: WalletErrorKind

  constructor(kind: WalletErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
