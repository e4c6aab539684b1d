import type { Handlers } from '#shared/rpc/index.ts'
import { createAddressBlockHandlers } from './addressBlocks.ts'
import { createAddressIndexHandlers } from './addressIndex.ts'
import { createAddressViewHandlers } from './addressViews.ts'
import { createBlockchainHandlers } from './blockchain.ts'
import { createBlockTemplateHandlers } from './blockTemplate.ts'
import { createChainTipHandlers } from './chainTips.ts'
import { createControlHandlers } from './control.ts'
import { createExplainHandlers } from './explain.ts'
import { createFaucetHandlers } from './faucet.ts'
import { createMempoolHandlers } from './mempool.ts'
import { createMiningHandlers } from './mining.ts'
import { createMiningFigureHandlers } from './miningFigures.ts'
import { createMultisigHandlers } from './multisig.ts'
import { createNetworkHandlers } from './network.ts'
import { createNetworkViewHandlers } from './networkViews.ts'
import { createRawCreateHandlers } from './rawCreate.ts'
import { createRawSignHandlers } from './rawSign.ts'
import { createRawTransactionHandlers } from './rawTransactions.ts'
import { createSnapshotHandlers } from './snapshot.ts'
import { createSoloMiningHandlers } from './soloMining.ts'
import { createSupplyHandlers } from './supply.ts'
import { createTokenHandlers } from './tokens.ts'
import { createUtilHandlers } from './util.ts'
import { createWalletHandlers } from './wallet.ts'
import { createWalletAccountHandlers } from './walletAccounts.ts'
import { createWalletBackupHandlers } from './walletBackup.ts'
import { createWalletCoinHandlers } from './walletCoins.ts'
import { createWalletFileHandlers } from './walletFiles.ts'
import { createWalletKeyHandlers } from './walletKeys.ts'
import { createWalletListHandlers } from './walletLists.ts'
import { createWalletPhraseHandlers } from './walletPhrase.ts'
import { createWalletPreparedHandlers } from './walletPrepared.ts'
import { createWalletProtectionHandlers } from './walletProtection.ts'
import { createWalletScriptHandlers } from './walletScripts.ts'
import { createWalletSendHandlers } from './walletSend.ts'
import { createWalletViewHandlers } from './walletViews.ts'
import { createWatchListHandlers } from './watchList.ts'

export { createEarlyHandlers, type NodeStatus } from './control.ts'
export { concludeSearch } from './phraseSearch.ts'

export type EarlyHandlers = Pick<Handlers, 'help' | 'getnodestatus' | 'getsyncstate' | 'rpc.discover' | 'stop'>

/** What all handlers together need; each takes its part. */
export type HandlerDeps = Parameters<typeof createAddressBlockHandlers>[0] &
  Parameters<typeof createAddressIndexHandlers>[0] &
  Parameters<typeof createAddressViewHandlers>[0] &
  Parameters<typeof createBlockTemplateHandlers>[0] &
  Parameters<typeof createBlockchainHandlers>[0] &
  Parameters<typeof createChainTipHandlers>[0] &
  Parameters<typeof createControlHandlers>[0] &
  Parameters<typeof createExplainHandlers>[0] &
  Parameters<typeof createFaucetHandlers>[0] &
  Parameters<typeof createMempoolHandlers>[0] &
  Parameters<typeof createMiningFigureHandlers>[0] &
  Parameters<typeof createMiningHandlers>[0] &
  Parameters<typeof createMultisigHandlers>[0] &
  Parameters<typeof createNetworkHandlers>[0] &
  Parameters<typeof createNetworkViewHandlers>[0] &
  Parameters<typeof createRawCreateHandlers>[0] &
  Parameters<typeof createRawSignHandlers>[0] &
  Parameters<typeof createRawTransactionHandlers>[0] &
  Parameters<typeof createSnapshotHandlers>[0] &
  Parameters<typeof createSoloMiningHandlers>[0] &
  Parameters<typeof createSupplyHandlers>[0] &
  Parameters<typeof createTokenHandlers>[0] &
  Parameters<typeof createUtilHandlers>[0] &
  Parameters<typeof createWalletAccountHandlers>[0] &
  Parameters<typeof createWalletBackupHandlers>[0] &
  Parameters<typeof createWalletCoinHandlers>[0] &
  Parameters<typeof createWalletHandlers>[0] &
  Parameters<typeof createWalletKeyHandlers>[0] &
  Parameters<typeof createWalletFileHandlers>[0] &
  Parameters<typeof createWalletListHandlers>[0] &
  Parameters<typeof createWalletPhraseHandlers>[0] &
  Parameters<typeof createWalletPreparedHandlers>[0] &
  Parameters<typeof createWalletProtectionHandlers>[0] &
  Parameters<typeof createWalletScriptHandlers>[0] &
  Parameters<typeof createWalletSendHandlers>[0] &
  Parameters<typeof createWalletViewHandlers>[0] &
  Parameters<typeof createWatchListHandlers>[0]

/** Every method of the contract but those that answer during start-up; a missing one does not compile. */
export function createHandlers(deps: HandlerDeps): Omit<Handlers, keyof EarlyHandlers> {
  return {
    ...createAddressBlockHandlers(deps),
    ...createAddressIndexHandlers(deps),
    ...createAddressViewHandlers(deps),
    ...createBlockTemplateHandlers(deps),
    ...createBlockchainHandlers(deps),
    ...createChainTipHandlers(deps),
    ...createControlHandlers(deps),
    ...createExplainHandlers(deps),
    ...createFaucetHandlers(deps),
    ...createMempoolHandlers(deps),
    ...createMiningFigureHandlers(deps),
    ...createMiningHandlers(deps),
    ...createMultisigHandlers(deps),
    ...createNetworkHandlers(deps),
    ...createNetworkViewHandlers(deps),
    ...createRawCreateHandlers(deps),
    ...createRawSignHandlers(deps),
    ...createRawTransactionHandlers(deps),
    ...createSnapshotHandlers(deps),
    ...createSoloMiningHandlers(deps),
    ...createSupplyHandlers(deps),
    ...createTokenHandlers(deps),
    ...createUtilHandlers(deps),
    ...createWalletAccountHandlers(deps),
    ...createWalletBackupHandlers(deps),
    ...createWalletCoinHandlers(deps),
    ...createWalletHandlers(deps),
    ...createWalletKeyHandlers(deps),
    ...createWalletFileHandlers(deps),
    ...createWalletListHandlers(deps),
    ...createWalletPhraseHandlers(deps),
    ...createWalletPreparedHandlers(deps),
    ...createWalletProtectionHandlers(deps),
    ...createWalletScriptHandlers(deps),
    ...createWalletSendHandlers(deps),
    ...createWalletViewHandlers(deps),
    ...createWatchListHandlers(deps),
  }
}
