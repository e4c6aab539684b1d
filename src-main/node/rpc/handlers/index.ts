/**
 * handlers: what each RPC method does.
 *
 * Folders by the categories of help (`src-shared/rpc`): `blockchain`, `addresses`, `rawTransactions`, `wallet`, `mining`,
 * `network`, `control`, `util`, and `modules` for tokens and faucet; `params` parses what several of them take.
 * A file exports one creator, which takes its dependencies and returns its handlers; the tuple below lists every creator.
 * Invariants: parameters were converted and checked by the contract before a handler sees them; a handler throws RpcError with
 * the reference's code and text, or returns values for the encoder; one that may take long yields to the event loop.
 * Thread: the node's.
 */
import type { Handlers } from '#shared/rpc/index.ts'
import { createOrderListHandlers } from '../../contracts/assets/rpc/lists.ts'
import { createMarketHandlers } from '../../contracts/assets/rpc/market.ts'
import { createOrderHandlers } from '../../contracts/assets/rpc/orders.ts'
import { createOrderPageHandlers } from '../../contracts/assets/rpc/pages.ts'
import { createPendingOrderHandlers } from '../../contracts/assets/rpc/pending.ts'
import { createChannelHandlers } from '../../contracts/channels/rpc.ts'
import { createDiceHandlers } from '../../contracts/dice/rpc.ts'
import { createFaucetHandlers } from '../../contracts/faucet/rpc.ts'
import { createWithoutRulesHandlers } from '../../contracts/framework/rpc/withoutRules.ts'
import { createGatewayBuildHandlers } from '../../contracts/gateways/rpc/builds.ts'
import { createGatewayHandlers } from '../../contracts/gateways/rpc/gateways.ts'
import { createGatewayKeyHandlers } from '../../contracts/gateways/rpc/keys.ts'
import { createGatewayListHandlers } from '../../contracts/gateways/rpc/lists.ts'
import { createHeirHandlers } from '../../contracts/heir/rpc.ts'
import { createImportGatewayHandlers } from '../../contracts/importgateway/rpc.ts'
import { createOracleHandlers } from '../../contracts/oracles/rpc.ts'
import { createPaymentsHandlers } from '../../contracts/payments/rpc.ts'
import { createRewardHoldingHandlers } from '../../contracts/rewards/rpc/holdings.ts'
import { createRewardsHandlers } from '../../contracts/rewards/rpc/rewards.ts'
import { createTokenListHandlers } from '../../contracts/tokens/rpc/lists.ts'
import { createTokenHandlers } from '../../contracts/tokens/rpc/tokens.ts'
import { createAgamaHandlers } from '../../wallet/rpc/agama.ts'
import { createWalletBackupHandlers } from '../../wallet/rpc/backup.ts'
import { createWalletHandlers } from '../../wallet/rpc/basics.ts'
import { createBurnHandlers } from '../../wallet/rpc/burn.ts'
import { createCleaningHandlers } from '../../wallet/rpc/cleaning.ts'
import { createWalletCoinHandlers } from '../../wallet/rpc/coins.ts'
import { createWalletProtectionHandlers } from '../../wallet/rpc/encryption.ts'
import { createWalletFileHandlers } from '../../wallet/rpc/files.ts'
import { createFundedHandlers } from '../../wallet/rpc/funded.ts'
import { createWalletKeyHandlers } from '../../wallet/rpc/keys.ts'
import { createWalletAccountHandlers } from '../../wallet/rpc/labels.ts'
import { createWalletListHandlers } from '../../wallet/rpc/lists.ts'
import { createWalletPhraseHandlers } from '../../wallet/rpc/phrase.ts'
import { createWalletPreparedHandlers } from '../../wallet/rpc/prepared.ts'
import { createWalletScriptHandlers } from '../../wallet/rpc/scripts.ts'
import { createSealedBackupHandlers } from '../../wallet/rpc/sealed.ts'
import { createWalletSendHandlers } from '../../wallet/rpc/send.ts'
import { createStakingBalanceHandlers } from '../../wallet/rpc/stakingBalance.ts'
import { createTokenKeyHandlers } from '../../wallet/rpc/tokenKeys.ts'
import { createTokenSweepHandlers } from '../../wallet/rpc/tokenSweep.ts'
import { createWalletViewHandlers } from '../../wallet/rpc/views.ts'
import { createAddressBlockHandlers } from './addresses/addressBlocks.ts'
import { createAddressIndexHandlers } from './addresses/addressIndex.ts'
import { createAddressViewHandlers } from './addresses/addressViews.ts'
import { createSnapshotHandlers } from './addresses/snapshot.ts'
import { createWatchListHandlers } from './addresses/watchList.ts'
import { createBlockchainHandlers } from './blockchain/blockchain.ts'
import { createChainTipHandlers } from './blockchain/chainTips.ts'
import { createExplorerHandlers } from './blockchain/explorer.ts'
import { createKeyValueHandlers } from './blockchain/keyValues.ts'
import { createMempoolHandlers } from './blockchain/mempool.ts'
import { createNotarisationHandlers } from './blockchain/notarisations.ts'
import { createNotaryPayHandlers } from './blockchain/notaryPay.ts'
import { createNotaryScanHandlers } from './blockchain/notaryScan.ts'
import { createProofHandlers } from './blockchain/proofs.ts'
import { createSupplyHandlers } from './blockchain/supply.ts'
import { createTreeStateHandlers } from './blockchain/treeState.ts'
import { createVerifyChainHandlers } from './blockchain/verifyChain.ts'
import { combineHandlers, type DepsOf } from './combine.ts'
import { createControlHandlers } from './control/control.ts'
import { createEraHandlers } from './control/eras.ts'
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
import { createContractDataHandlers } from './util/contractData.ts'
import { createMultisigHandlers } from './util/multisig.ts'
import { createShieldedAddressHandlers } from './util/shieldedAddress.ts'
import { createUtilHandlers } from './util/util.ts'

export { concludeSearch } from '../../wallet/rpc/phraseSearch.ts'
export { createEarlyHandlers, type NodeStatus } from './control/control.ts'
export { miningCsvName } from './mining/miningCsv.ts'
export { createReadingHandlers, type ReadingHandlers } from './reading.ts'

export type EarlyHandlers = Pick<Handlers, 'help' | 'getnodestatus' | 'getsyncstate' | 'rpc.discover' | 'stop'>

/** Every creator once; what they need and what they answer is derived from this tuple. */
const creators = [
  createAddressBlockHandlers,
  createAddressIndexHandlers,
  createAddressViewHandlers,
  createAgamaHandlers,
  createBlockchainHandlers,
  createBlockTemplateHandlers,
  createBurnHandlers,
  createChainTipHandlers,
  createChannelHandlers,
  createContractDataHandlers,
  createControlHandlers,
  createDiceHandlers,
  createEraHandlers,
  createExplainHandlers,
  createExplorerHandlers,
  createFaucetHandlers,
  createFundedHandlers,
  createGatewayBuildHandlers,
  createGatewayHandlers,
  createGatewayKeyHandlers,
  createGatewayListHandlers,
  createHeirHandlers,
  createImportGatewayHandlers,
  createMarketHandlers,
  createKeyValueHandlers,
  createMempoolHandlers,
  createMiningHandlers,
  createMiningCsvHandlers,
  createMiningFigureHandlers,
  createMultisigHandlers,
  createNetworkHandlers,
  createNetworkViewHandlers,
  createNotarisationHandlers,
  createNotaryPayHandlers,
  createNotaryScanHandlers,
  createOracleHandlers,
  createOrderHandlers,
  createOrderListHandlers,
  createOrderPageHandlers,
  createPaymentsHandlers,
  createPendingOrderHandlers,
  createProofHandlers,
  createRawCreateHandlers,
  createRawSignHandlers,
  createRawTransactionHandlers,
  createRewardHoldingHandlers,
  createRewardsHandlers,
  createSnapshotHandlers,
  createSoloMiningHandlers,
  createStakingHandlers,
  createStakingBalanceHandlers,
  createSupplyHandlers,
  createTreeStateHandlers,
  createVerifyChainHandlers,
  createTokenHandlers,
  createTokenKeyHandlers,
  createTokenListHandlers,
  createTokenSweepHandlers,
  createShieldedAddressHandlers,
  createUtilHandlers,
  createWalletHandlers,
  createWalletAccountHandlers,
  createWalletBackupHandlers,
  createCleaningHandlers,
  createWalletCoinHandlers,
  createWalletFileHandlers,
  createWalletKeyHandlers,
  createWalletListHandlers,
  createWalletPhraseHandlers,
  createWalletPreparedHandlers,
  createWalletProtectionHandlers,
  createWalletScriptHandlers,
  createSealedBackupHandlers,
  createWalletSendHandlers,
  createWalletViewHandlers,
  createWithoutRulesHandlers,
  createWatchListHandlers,
] as const

/** The dependencies of all handlers together; each takes its part. */
export type HandlerDeps = DepsOf<typeof creators>

/** Every method of the contract except those that answer during start-up; a missing or duplicate one does not compile. */
export const createHandlers: (deps: HandlerDeps) => Omit<Handlers, keyof EarlyHandlers> = combineHandlers(creators)
