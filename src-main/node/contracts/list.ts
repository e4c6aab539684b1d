import type { OwnContract } from '#shared/protocol/evalCodes.ts'
import { assetsModule } from './assets/index.ts'
import { channelsModule } from './channels/index.ts'
import type { CcModule } from './contract.ts'
import { diceModule } from './dice/index.ts'
import { faucetModule } from './faucet/index.ts'
import { gatewaysModule } from './gateways/index.ts'
import { heirModule } from './heir/index.ts'
import { importGatewayModule } from './importgateway/index.ts'
import { oraclesModule } from './oracles/index.ts'
import { paymentsModule } from './payments/index.ts'
import { rewardsModule } from './rewards/index.ts'
import { tokensModule } from './tokens/index.ts'

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
