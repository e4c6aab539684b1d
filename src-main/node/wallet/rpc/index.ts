/**
 * wallet/rpc: what the wallet's RPC methods do.
 *
 * Purpose: handlers of the category `wallet`, their parameters and replies. `funded.ts` and `tokenSweep.ts` also build
 * transactions of contracts, `views.ts` explains transactions: so this layer stands above contracts and `rpc/explain`.
 * Non-goals: keys, coins and history themselves (`wallet`).
 * Invariants: as of all handlers (`rpc/handlers`). The wallet's errors pass; the dispatcher maps them with `walletErrorCodes.ts`.
 * Thread: the node's.
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
import { createMoveToPhraseHandlers } from './moveToPhrase.ts'
import { createWalletPhraseHandlers } from './phrase.ts'
import { createWalletPreparedHandlers } from './prepared.ts'
import { createWalletScriptHandlers } from './scripts.ts'
import { createSealedBackupHandlers } from './sealed.ts'
import { createWalletSendHandlers } from './send.ts'
import { createStakingBalanceHandlers } from './stakingBalance.ts'
import { createTokenKeyHandlers } from './tokenKeys.ts'
import { createTokenSweepHandlers } from './tokenSweep.ts'
import { createWalletViewHandlers } from './views.ts'

export { revealKey } from './keys.ts'
export { concludeSearch } from './phraseSearch.ts'

/** Creators of the RPC handlers of the wallet. */
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
  createMoveToPhraseHandlers,
  createWalletPhraseHandlers,
  createWalletPreparedHandlers,
  createWalletScriptHandlers,
  createSealedBackupHandlers,
  createWalletSendHandlers,
  createStakingBalanceHandlers,
  createTokenKeyHandlers,
  createTokenSweepHandlers,
  createWalletViewHandlers,
] as const
