import type { OwnContract } from '#shared/protocol/evalCodes.ts'
import { assetsModule } from './assets/index.ts'
import { createOrderListHandlers } from './assets/rpc/lists.ts'
import { createMarketHandlers } from './assets/rpc/market.ts'
import { createOrderHandlers } from './assets/rpc/orders.ts'
import { createOrderPageHandlers } from './assets/rpc/pages.ts'
import { createPendingOrderHandlers } from './assets/rpc/pending.ts'
import { channelsModule } from './channels/index.ts'
import { createChannelHandlers } from './channels/rpc.ts'
import type { CcModule } from './contract.ts'
import { diceModule } from './dice/index.ts'
import { createDiceHandlers } from './dice/rpc.ts'
import { faucetModule } from './faucet/index.ts'
import { createFaucetHandlers } from './faucet/rpc.ts'
import { createWithoutRulesHandlers } from './framework/rpc/withoutRules.ts'
import { gatewaysModule } from './gateways/index.ts'
import { createGatewayBuildHandlers } from './gateways/rpc/builds.ts'
import { createGatewayHandlers } from './gateways/rpc/gateways.ts'
import { createGatewayKeyHandlers } from './gateways/rpc/keys.ts'
import { createGatewayListHandlers } from './gateways/rpc/lists.ts'
import { heirModule } from './heir/index.ts'
import { createHeirHandlers } from './heir/rpc.ts'
import { importGatewayModule } from './importgateway/index.ts'
import { createImportGatewayHandlers } from './importgateway/rpc.ts'
import { oraclesModule } from './oracles/index.ts'
import { createOracleHandlers } from './oracles/rpc.ts'
import { paymentsModule } from './payments/index.ts'
import { createPaymentsHandlers } from './payments/rpc.ts'
import { rewardsModule } from './rewards/index.ts'
import { createRewardHoldingHandlers } from './rewards/rpc/holdings.ts'
import { createRewardsHandlers } from './rewards/rpc/rewards.ts'
import { tokensModule } from './tokens/index.ts'
import { createTokenListHandlers } from './tokens/rpc/lists.ts'
import { createTokenHandlers } from './tokens/rpc/tokens.ts'

/**
 * The modules of this node. Where several of them find something to say of a transaction, the first one explains it, so
 * the order counts.
 */
export const CC_MODULES = {
  // What these do with tokens moves them too.
  gateways: gatewaysModule,
  heir: heirModule,
  channels: channelsModule,
  tokens: tokensModule,
  assets: assetsModule,
  faucet: faucetModule,
  oracles: oraclesModule,
  importgateway: importGatewayModule,
  rewards: rewardsModule,
  payments: paymentsModule,
  dice: diceModule,
} as const satisfies { readonly [Name in OwnContract]: CcModule<Name> }

export const MODULE_LIST: readonly CcModule[] = Object.values(CC_MODULES)

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
