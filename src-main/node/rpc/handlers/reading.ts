import { createOrderListHandlers } from '../../contracts/assets/rpc/lists.ts'
import { createMarketHandlers } from '../../contracts/assets/rpc/market.ts'
import { createOrderPageHandlers } from '../../contracts/assets/rpc/pages.ts'
import { createFaucetHandlers } from '../../contracts/faucet/rpc.ts'
import { createTokenListHandlers } from '../../contracts/tokens/rpc/lists.ts'
import { createTokenHandlers } from '../../contracts/tokens/rpc/tokens.ts'
import { createAddressBlockHandlers } from './addresses/addressBlocks.ts'
import { createAddressIndexHandlers } from './addresses/addressIndex.ts'
import { createAddressViewHandlers } from './addresses/addressViews.ts'
import { createSnapshotHandlers } from './addresses/snapshot.ts'
import { createBlockchainHandlers } from './blockchain/blockchain.ts'
import { createExplorerHandlers } from './blockchain/explorer.ts'
import { createNotarisationHandlers } from './blockchain/notarisations.ts'
import { createNotaryScanHandlers } from './blockchain/notaryScan.ts'
import { createProofHandlers } from './blockchain/proofs.ts'
import { createSupplyHandlers } from './blockchain/supply.ts'
import { createTreeStateHandlers } from './blockchain/treeState.ts'
import { combineHandlers } from './combine.ts'
import { createMiningFigureHandlers } from './mining/miningFigures.ts'
import { createExplainHandlers } from './rawTransactions/explain.ts'
import { createRawCreateHandlers } from './rawTransactions/rawCreate.ts'
import { createRawTransactionHandlers } from './rawTransactions/rawTransactions.ts'
import { createContractDataHandlers } from './util/contractData.ts'
import { createMultisigHandlers } from './util/multisig.ts'
import { createShieldedAddressHandlers } from './util/shieldedAddress.ts'
import { createUtilHandlers } from './util/util.ts'

/** Creators with methods that need only chain and indexes. Some of their methods need more. */
const creators = [
  createAddressBlockHandlers,
  createAddressIndexHandlers,
  createAddressViewHandlers,
  createBlockchainHandlers,
  createContractDataHandlers,
  createExplainHandlers,
  createExplorerHandlers,
  createFaucetHandlers,
  createMarketHandlers,
  createMiningFigureHandlers,
  createMultisigHandlers,
  createNotarisationHandlers,
  createNotaryScanHandlers,
  createOrderListHandlers,
  createOrderPageHandlers,
  createProofHandlers,
  createRawCreateHandlers,
  createRawTransactionHandlers,
  createShieldedAddressHandlers,
  createSnapshotHandlers,
  createSupplyHandlers,
  createTokenHandlers,
  createTokenListHandlers,
  createTreeStateHandlers,
  createUtilHandlers,
] as const

/** Creates these handlers for a process that has a chain and indexes but no node. */
export const createReadingHandlers = combineHandlers(creators)

export type ReadingHandlers = ReturnType<typeof createReadingHandlers>
