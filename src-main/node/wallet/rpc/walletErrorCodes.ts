import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { WalletError, type WalletErrorKind } from '../walletError.ts'

/** RPC codes of the reference per kind of wallet error (rpc.md §1). */
const CODES: Readonly<Record<WalletErrorKind, number>> = {
  locked: RPC_ERROR.UNLOCK_NEEDED,
  'wrong-passphrase': RPC_ERROR.PASSPHRASE_INCORRECT,
  'wrong-encryption-state': RPC_ERROR.WRONG_ENCRYPTION_STATE,
  'invalid-input': RPC_ERROR.INVALID_PARAMETER,
  busy: RPC_ERROR.MISC,
  'key-pool-empty': RPC_ERROR.KEYPOOL_RAN_OUT,
  'damaged-key': RPC_ERROR.WALLET,
  'other-phrase': RPC_ERROR.WALLET,
  'no-further-account': RPC_ERROR.WALLET,
  'insufficient-funds': RPC_ERROR.INSUFFICIENT_FUNDS,
  'fee-not-covered': RPC_ERROR.WALLET,
  'invalid-payment': RPC_ERROR.WALLET,
  'too-large': RPC_ERROR.WALLET,
  'signing-failed': RPC_ERROR.WALLET,
  rejected: RPC_ERROR.WALLET,
  'unreadable-backup': RPC_ERROR.INVALID_PARAMETER,
  'backup-failed': RPC_ERROR.WALLET,
  'unreadable-wallet-file': RPC_ERROR.INVALID_PARAMETER,
  file: RPC_ERROR.DATABASE,
}

/** Converts a WalletError to the RpcError of its kind with the same text. Returns anything else unchanged. */
export function toRpcError(error: unknown): unknown {
  if (!(error instanceof WalletError)) return error
  return new RpcError(CODES[error.kind], error.message, { cause: error })
}
