import type { OwnContract } from '#shared/protocol/evalCodes.ts'
import { assetsContract } from './assets/index.ts'
import { createOrderListHandlers } from './assets/rpc/lists.ts'
import { createMarketHandlers } from './assets/rpc/market.ts'
import { createOrderHandlers } from './assets/rpc/orders.ts'
import { createOrderPageHandlers } from './assets/rpc/pages.ts'
import { createPendingOrderHandlers } from './assets/rpc/pending.ts'
import { channelsContract } from './channels/index.ts'
import { createChannelHandlers } from './channels/rpc.ts'
import type { ContractDefinition } from './contract.ts'
import { diceContract } from './dice/index.ts'
import { createDiceHandlers } from './dice/rpc.ts'
import { faucetContract } from './faucet/index.ts'
import { createFaucetHandlers } from './faucet/rpc.ts'
import { createWithoutRulesHandlers } from './framework/rpc/withoutRules.ts'
import { gatewaysContract } from './gateways/index.ts'
import { createGatewayBuildHandlers } from './gateways/rpc/builds.ts'
import { createGatewayHandlers } from './gateways/rpc/gateways.ts'
import { createGatewayKeyHandlers } from './gateways/rpc/keys.ts'
import { createGatewayListHandlers } from './gateways/rpc/lists.ts'
import { heirContract } from './heir/index.ts'
import { createHeirHandlers } from './heir/rpc.ts'
import { importGatewayContract } from './importgateway/index.ts'
import { createImportGatewayHandlers } from './importgateway/rpc.ts'
import { oraclesContract } from './oracles/index.ts'
import { createOracleHandlers } from './oracles/rpc.ts'
import { paymentsContract } from './payments/index.ts'
import { createPaymentsHandlers } from './payments/rpc.ts'
import { rewardsContract } from './rewards/index.ts'
import { createRewardHoldingHandlers } from './rewards/rpc/holdings.ts'
import { createRewardsHandlers } from './rewards/rpc/rewards.ts'
import { tokensContract } from './tokens/index.ts'
import { createTokenListHandlers } from './tokens/rpc/lists.ts'
import { createTokenHandlers } from './tokens/rpc/tokens.ts'

/**
 * The contracts of this node. The order matters: if several contracts can explain a transaction, the first one does.
 */
export const CONTRACT_DEFINITIONS = {
  // Before tokens, because their transactions also move tokens.
  gateways: gatewaysContract,
  heir: heirContract,
  channels: channelsContract,
  tokens: tokensContract,
  assets: assetsContract,
  faucet: faucetContract,
  oracles: oraclesContract,
  importgateway: importGatewayContract,
  rewards: rewardsContract,
  payments: paymentsContract,
  dice: diceContract,
} as const satisfies { readonly [Name in OwnContract]: ContractDefinition<Name> }

export const CONTRACT_LIST: readonly ContractDefinition[] = Object.values(CONTRACT_DEFINITIONS)

/** Creators of the RPC handlers of all contracts. */
export const CONTRACT_HANDLERS = [
  createOrderListHandlers,
  createMarketHandlers,
  createOrderHandlers,
  createOrderPageHandlers,
  createPendingOrderHandlers,
  createChannelHandlers,
  createDiceHandlers,
  createFaucetHandlers,
  createWithoutRulesHandlers,
  createGatewayBuildHandlers,
  createGatewayHandlers,
  createGatewayKeyHandlers,
  createGatewayListHandlers,
  createHeirHandlers,
  createImportGatewayHandlers,
  createOracleHandlers,
  createPaymentsHandlers,
  createRewardHoldingHandlers,
  createRewardsHandlers,
  createTokenListHandlers,
  createTokenHandlers,
] as const
