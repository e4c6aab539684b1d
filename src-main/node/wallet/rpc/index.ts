/**
 * wallet/rpc: implements the wallet's RPC methods.
 *
 * Purpose: handlers of the category `wallet`, their parameters and replies. `funded.ts` and `tokenMover.ts` also build
 * contract transactions, and `views.ts` explains transactions, so this layer is above contracts and `rpc/explain`.
 * Non-goals: keys, coins and history (`wallet`). Invariants: as for all handlers (`rpc/handlers`). Wallet errors are
 * passed on; the dispatcher maps them with `walletErrorCodes.ts`. Thread: the node's.
 */
import { createAgamaHandlers } from './agama.ts'
import { createWalletBackupHandlers } from './backup.ts'
import { createWalletHandlers } from './basics.ts'
import { createBurnHandlers } from './burn.ts'
import { createCleaningHandlers } from './cleaning.ts'
import { createWalletCoinHandlers } from './coins.ts'
import { createWalletProtectionHandlers } from './encryption.ts'
import { createWalletFileHandlers } from './files.ts'
import { createFundedHandlers } from './funded.ts'
import { createWalletKeyHandlers } from './keys.ts'
import { createWalletAccountHandlers } from './labels.ts'
import { createWalletListHandlers } from './lists.ts'
import { createMoveInHandlers } from './moveIn.ts'
import { createMoveToPhraseHandlers } from './moveToPhrase.ts'
import { createOldKeyHandlers } from './oldKeys.ts'
import { createWalletPhraseHandlers } from './phrase.ts'
import { createWalletPreparedHandlers } from './prepared.ts'
import { createWalletScriptHandlers } from './scripts.ts'
import { createSealedBackupHandlers } from './sealed.ts'
import { createWalletSendHandlers } from './send.ts'
import { createStakingBalanceHandlers } from './stakingBalance.ts'
import { createTokenKeyHandlers } from './tokenKeys.ts'
import { createWalletViewHandlers } from './views.ts'

export { revealKey } from './keys.ts'
export { concludeSearch } from './phraseSearch.ts'

export const WALLET_HANDLERS = [
  createAgamaHandlers,
  createWalletBackupHandlers,
  createWalletHandlers,
  createBurnHandlers,
  createCleaningHandlers,
  createWalletCoinHandlers,
  createWalletProtectionHandlers,
  createWalletFileHandlers,
  createFundedHandlers,
  createWalletKeyHandlers,
  createWalletAccountHandlers,
  createWalletListHandlers,
  createMoveInHandlers,
  createMoveToPhraseHandlers,
  createOldKeyHandlers,
  createWalletPhraseHandlers,
  createWalletPreparedHandlers,
  createWalletScriptHandlers,
  createSealedBackupHandlers,
  createWalletSendHandlers,
  createStakingBalanceHandlers,
  createTokenKeyHandlers,
  createWalletViewHandlers,
] as const
