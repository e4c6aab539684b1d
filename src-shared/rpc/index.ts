/** The contract of all methods. Everything that lists, parses, documents or calls methods starts from `methods`. */
import { type JsonValue, parseJson } from '../json.ts'
import type { CallContext, InputOf, Method, ParamsOf, ResultOf } from './define.ts'
import { addressIndexMethods } from './methods/addressIndex.ts'
import { addressViewMethods } from './methods/addressViews.ts'
import { blockchainMethods } from './methods/blockchain.ts'
import { blockImportMethods } from './methods/blockImport.ts'
import { blockStatsMethods } from './methods/blockStats.ts'
import { blockMethods } from './methods/blocks.ts'
import { blockTemplateMethods } from './methods/blockTemplate.ts'
import { channelMethods } from './methods/channels.ts'
import { controlMethods } from './methods/control.ts'
import { diceMethods } from './methods/dice.ts'
import { explainMethods } from './methods/explain.ts'
import { explorerMethods } from './methods/explorer.ts'
import { faucetMethods } from './methods/faucet.ts'
import { gatewayBuildMethods } from './methods/gatewayBuilds.ts'
import { gatewayListMethods } from './methods/gatewayLists.ts'
import { gatewayMethods } from './methods/gateways.ts'
import { heirMethods } from './methods/heir.ts'
import { importGatewayMethods } from './methods/importgateway.ts'
import { oddCallMethods } from './methods/legacyMethods.ts'
import { marketMethods } from './methods/market.ts'
import { mempoolMethods } from './methods/mempool.ts'
import { miningMethods } from './methods/mining.ts'
import { miningFigureMethods } from './methods/miningFigures.ts'
import { multisigMethods } from './methods/multisig.ts'
import { networkMethods } from './methods/network.ts'
import { networkViewMethods } from './methods/networkViews.ts'
import { nodeInfoMethods } from './methods/nodeInfo.ts'
import { notarisationMethods } from './methods/notarisations.ts'
import { oracleMethods } from './methods/oracles.ts'
import { orderMethods } from './methods/orders.ts'
import { ownerMethods } from './methods/owners.ts'
import { paymentsMethods } from './methods/payments.ts'
import { proofMethods } from './methods/proofs.ts'
import { rawTransactionMethods } from './methods/rawTransactions.ts'
import { rewardsMethods } from './methods/rewards.ts'
import { soloMiningMethods } from './methods/soloMining.ts'
import { stakingMethods } from './methods/staking.ts'
import { supplyMethods } from './methods/supply.ts'
import { tipWaitMethods } from './methods/tipWaits.ts'
import { tokenMethods } from './methods/tokens.ts'
import { utilMethods } from './methods/util.ts'
import { walletMethods } from './methods/wallet.ts'
import { walletAccountMethods } from './methods/walletAccounts.ts'
import { walletBackupMethods } from './methods/walletBackup.ts'
import { walletCoinMethods } from './methods/walletCoins.ts'
import { walletFileMethods } from './methods/walletFiles.ts'
import { walletPurseMethods } from './methods/walletFunding.ts'
import { walletKeyMethods } from './methods/walletKeys.ts'
import { walletListMethods } from './methods/walletLists.ts'
import { walletMoveMethods } from './methods/walletMove.ts'
import { walletMoveInMethods } from './methods/walletMoveIn.ts'
import { walletOldKeyMethods } from './methods/walletOldKeys.ts'
import { walletPreparedMethods } from './methods/walletPrepared.ts'
import { walletProtectionMethods } from './methods/walletProtection.ts'
import { walletScriptMethods } from './methods/walletScripts.ts'
import { walletSealedMethods } from './methods/walletSealed.ts'
import { walletSendMethods } from './methods/walletSend.ts'
import { walletViewMethods } from './methods/walletViews.ts'
import { withoutRulesMethods } from './methods/withoutRules.ts'

export const methods = {
  ...addressIndexMethods,
  ...addressViewMethods,
  ...blockTemplateMethods,
  ...blockchainMethods,
  ...blockImportMethods,
  ...blockMethods,
  ...blockStatsMethods,
  ...channelMethods,
  ...controlMethods,
  ...diceMethods,
  ...explainMethods,
  ...explorerMethods,
  ...faucetMethods,
  ...gatewayBuildMethods,
  ...gatewayListMethods,
  ...gatewayMethods,
  ...heirMethods,
  ...importGatewayMethods,
  ...marketMethods,
  ...mempoolMethods,
  ...miningFigureMethods,
  ...miningMethods,
  ...multisigMethods,
  ...networkMethods,
  ...networkViewMethods,
  ...nodeInfoMethods,
  ...notarisationMethods,
  ...oddCallMethods,
  ...oracleMethods,
  ...orderMethods,
  ...ownerMethods,
  ...paymentsMethods,
  ...proofMethods,
  ...rawTransactionMethods,
  ...rewardsMethods,
  ...soloMiningMethods,
  ...stakingMethods,
  ...supplyMethods,
  ...tipWaitMethods,
  ...tokenMethods,
  ...utilMethods,
  ...walletAccountMethods,
  ...walletBackupMethods,
  ...walletCoinMethods,
  ...walletFileMethods,
  ...walletKeyMethods,
  ...walletListMethods,
  ...walletMethods,
  ...walletOldKeyMethods,
  ...walletPreparedMethods,
  ...walletProtectionMethods,
  ...walletMoveInMethods,
  ...walletMoveMethods,
  ...walletPurseMethods,
  ...walletScriptMethods,
  ...walletSealedMethods,
  ...walletSendMethods,
  ...walletViewMethods,
  ...withoutRulesMethods,
} as const

export type Methods = typeof methods
export type MethodName = keyof Methods
/** Parameters that a handler receives, by name. */
export type MethodParams<N extends MethodName> = ParamsOf<Methods[N]>
/** Parameters that a typed client passes, by name. */
export type MethodInput<N extends MethodName> = InputOf<Methods[N]>
/** Result that a handler returns and a typed client receives. */
export type MethodResult<N extends MethodName> = ResultOf<Methods[N]>
/** Description of a transaction's effects, in text and numbers. */
export type Explanation = MethodResult<'explaintransaction'>
export type Handler<N extends MethodName> = (
  params: MethodParams<N>,
  context: CallContext,
) => MethodResult<N> | Promise<MethodResult<N>>
export type Handlers = { readonly [N in MethodName]: Handler<N> }

/** The methods by name. A `Map` finds names cut from a request faster than an object does. */
const byName: ReadonlyMap<string, Method> = new Map(Object.entries(methods))

export const isMethodName = (name: string): name is MethodName => byName.has(name)

export const findMethod = (name: string): Method | undefined => byName.get(name)

/** @throws JsonParseError if the text is not JSON, ResultError if it does not match the contract */
export function decodeResult<N extends MethodName>(name: N, json: string | JsonValue): MethodResult<N> {
  const value = typeof json === 'string' ? parseJson(json) : json
  return methods[name].result.decode(value) as MethodResult<N>
}
