import type { Handlers } from '#shared/rpc/index.ts'
import { createAddressBlockHandlers } from './addressBlocks.ts'
import { createAddressIndexHandlers } from './addressIndex.ts'
import { createAddressViewHandlers } from './addressViews.ts'
import { createBlockchainHandlers } from './blockchain.ts'
import { createBlockTemplateHandlers } from './blockTemplate.ts'
import { createChainTipHandlers } from './chainTips.ts'
import { combineHandlers, type DepsOf } from './combine.ts'
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

/** Every creator once; what they need and answer is derived. */
const creators = [
  createAddressBlockHandlers,
  createAddressIndexHandlers,
  createAddressViewHandlers,
  createBlockchainHandlers,
  createBlockTemplateHandlers,
  createChainTipHandlers,
  createControlHandlers,
  createExplainHandlers,
  createFaucetHandlers,
  createMempoolHandlers,
  createMiningHandlers,
  createMiningFigureHandlers,
  createMultisigHandlers,
  createNetworkHandlers,
  createNetworkViewHandlers,
  createRawCreateHandlers,
  createRawSignHandlers,
  createRawTransactionHandlers,
  createSnapshotHandlers,
  createSoloMiningHandlers,
  createSupplyHandlers,
  createTokenHandlers,
  createUtilHandlers,
  createWalletHandlers,
  createWalletAccountHandlers,
  createWalletBackupHandlers,
  createWalletCoinHandlers,
  createWalletFileHandlers,
  createWalletKeyHandlers,
  createWalletListHandlers,
  createWalletPhraseHandlers,
  createWalletPreparedHandlers,
  createWalletProtectionHandlers,
  createWalletScriptHandlers,
  createWalletSendHandlers,
  createWalletViewHandlers,
  createWatchListHandlers,
] as const

/** What all handlers together need; each takes its part. */
export type HandlerDeps = DepsOf<typeof creators>

/** Every method of the contract but those that answer during start-up; a missing or a doubled one does not compile. */
export const createHandlers: (deps: HandlerDeps) => Omit<Handlers, keyof EarlyHandlers> = combineHandlers(creators)
