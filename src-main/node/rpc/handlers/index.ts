/**
 * handlers: the implementation of each RPC method.
 *
 * Folders follow the categories of help (`src-shared/rpc`): `blockchain`, `addresses`, `rawTransactions`, `mining`,
 * `network`, `control`, `util`. Handlers of contracts are in `contracts/<name>/rpc`, those of the wallet in
 * `wallet/rpc`. A file exports one creator, which takes its dependencies and returns its handlers. The tuple below
 * lists every creator. Invariants: the contract converts and validates parameters before a handler gets them. A handler
 * returns values for the encoder, throws RpcError with komodod's code and text, or lets a WalletError pass to the
 * dispatcher. A handler that may take long yields to the event loop. Thread: the node thread.
 */
import type { Handlers } from '#shared/rpc/index.ts'
import { CONTRACT_HANDLERS } from '../../contracts/index.ts'
import { WALLET_HANDLERS } from '../../wallet/rpc/index.ts'
import { createAddressBlockHandlers } from './addresses/addressBlocks.ts'
import { createAddressIndexHandlers } from './addresses/addressIndex.ts'
import { createAddressKeyHandlers } from './addresses/addressKey.ts'
import { createAddressViewHandlers } from './addresses/addressViews.ts'
import { createSnapshotHandlers } from './addresses/snapshot.ts'
import { createWatchListHandlers } from './addresses/watchList.ts'
import { createBlockchainHandlers } from './blockchain/blockchain.ts'
import { createBlockImportHandlers } from './blockchain/blockImport.ts'
import { createBlockStatsHandlers } from './blockchain/blockStats.ts'
import { createChainTipHandlers } from './blockchain/chainTips.ts'
import { createExplorerHandlers } from './blockchain/explorer.ts'
import { createKeyValueHandlers } from './blockchain/keyValues.ts'
import { createMempoolHandlers } from './blockchain/mempool.ts'
import { createMempoolFileHandlers } from './blockchain/mempoolFile.ts'
import { createNotarisationHandlers } from './blockchain/notarisations.ts'
import { createNotaryPayHandlers } from './blockchain/notaryPay.ts'
import { createNotaryScanHandlers } from './blockchain/notaryScan.ts'
import { createProofHandlers } from './blockchain/proofs.ts'
import { createSupplyHandlers } from './blockchain/supply.ts'
import { createTipWaitHandlers } from './blockchain/tipWaits.ts'
import { createTreeStateHandlers } from './blockchain/treeState.ts'
import { createVerifyChainHandlers } from './blockchain/verifyChain.ts'
import { combineHandlers, type DepsOf } from './combine.ts'
import { createControlHandlers, type createEarlyHandlers } from './control/control.ts'
import { createEraHandlers } from './control/eras.ts'
import { createNodeInfoHandlers } from './control/nodeInfo.ts'
import { createBlockTemplateHandlers } from './mining/blockTemplate.ts'
import { createMiningHandlers } from './mining/mining.ts'
import { createMiningCsvHandlers } from './mining/miningCsv.ts'
import { createMiningFigureHandlers } from './mining/miningFigures.ts'
import { createSoloMiningHandlers } from './mining/soloMining.ts'
import { createStakingHandlers } from './mining/staking.ts'
import { createNetworkHandlers } from './network/network.ts'
import { createNetworkViewHandlers } from './network/networkViews.ts'
import { createExplainHandlers } from './rawTransactions/explain.ts'
import { createRawCreateHandlers } from './rawTransactions/rawCreate.ts'
import { createRawSignHandlers } from './rawTransactions/rawSign.ts'
import { createRawTransactionHandlers } from './rawTransactions/rawTransactions.ts'
import { createTestAcceptHandlers } from './rawTransactions/testAccept.ts'
import { createContractDataHandlers } from './util/contractData.ts'
import { createMultisigHandlers } from './util/multisig.ts'
import { createOwnerHandlers } from './util/owners.ts'
import { createShieldedAddressHandlers } from './util/shieldedAddress.ts'
import { createUtilHandlers } from './util/util.ts'

export { createEarlyHandlers, type NodeStatus } from './control/control.ts'
export { miningCsvName } from './mining/miningCsv.ts'
export { createReadingHandlers, type ReadingHandlers } from './reading.ts'

export type EarlyHandlers = ReturnType<typeof createEarlyHandlers>

/** Every creator, listed once. Dependencies and methods are derived from this tuple. */
const creators = [
  ...CONTRACT_HANDLERS,
  ...WALLET_HANDLERS,
  createAddressBlockHandlers,
  createAddressIndexHandlers,
  createAddressKeyHandlers,
  createAddressViewHandlers,
  createBlockchainHandlers,
  createBlockImportHandlers,
  createBlockStatsHandlers,
  createBlockTemplateHandlers,
  createChainTipHandlers,
  createContractDataHandlers,
  createControlHandlers,
  createEraHandlers,
  createExplainHandlers,
  createExplorerHandlers,
  createKeyValueHandlers,
  createMempoolHandlers,
  createMempoolFileHandlers,
  createMiningHandlers,
  createMiningCsvHandlers,
  createMiningFigureHandlers,
  createMultisigHandlers,
  createNetworkHandlers,
  createNetworkViewHandlers,
  createNodeInfoHandlers,
  createNotarisationHandlers,
  createNotaryPayHandlers,
  createNotaryScanHandlers,
  createOwnerHandlers,
  createProofHandlers,
  createRawCreateHandlers,
  createRawSignHandlers,
  createRawTransactionHandlers,
  createSnapshotHandlers,
  createSoloMiningHandlers,
  createStakingHandlers,
  createSupplyHandlers,
  createTestAcceptHandlers,
  createTipWaitHandlers,
  createTreeStateHandlers,
  createVerifyChainHandlers,
  createShieldedAddressHandlers,
  createUtilHandlers,
  createWatchListHandlers,
] as const

export type HandlerDeps = DepsOf<typeof creators>

/**
 * Creates every method of the contract except those available during startup. A missing or duplicate method does not
 * compile.
 */
export const createHandlers: (deps: HandlerDeps) => Omit<Handlers, keyof EarlyHandlers> = combineHandlers(creators)
