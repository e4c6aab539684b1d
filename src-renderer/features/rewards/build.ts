import type { RpcClient } from '#shared/rpc/client.ts'
import type { MethodInput } from '#shared/rpc/index.ts'
import { ContractRefusal } from '../../components/contractRefusal.ts'
import { describeError, type ErrorStory } from '../../components/describeError.ts'
import { type BuiltTransaction, explainBuilt } from '../../components/transaction/built.ts'
import { nodeError } from '../../i18n/nodeText.ts'
import { t } from '../../i18n/texts.ts'

export type RewardsRequest =
  | { readonly method: 'rewardscreatefunding'; readonly input: MethodInput<'rewardscreatefunding'> }
  | { readonly method: 'rewardsaddfunding'; readonly input: MethodInput<'rewardsaddfunding'> }
  | { readonly method: 'rewardslock'; readonly input: MethodInput<'rewardslock'> }
  | { readonly method: 'rewardsunlock'; readonly input: MethodInput<'rewardsunlock'> }

function call(client: RpcClient, request: RewardsRequest) {
  switch (request.method) {
    case 'rewardscreatefunding':
      return client.call('rewardscreatefunding', request.input)
    case 'rewardsaddfunding':
      return client.call('rewardsaddfunding', request.input)
    case 'rewardslock':
      return client.call('rewardslock', request.input)
    case 'rewardsunlock':
      return client.call('rewardsunlock', request.input)
  }
}

/** Builds and explains a transaction, without sending it. */
export async function buildRewards(client: RpcClient, request: RewardsRequest): Promise<BuiltTransaction> {
  const result = await call(client, request)
  if (result.result === 'error') throw new ContractRefusal(result.error)
  return explainBuilt(client, result.hex)
}

/** Describes an error of the module in plain words, with a remedy. Unknown errors keep the module's text. */
export function describeRewardsError(error: unknown): ErrorStory {
  if (!(error instanceof ContractRefusal)) return describeError(error)
  const details = error.message
  if (/^(cant find enough inputs|cant find fundingtxid|couldnt create rewards)/.test(details)) {
    return { title: t('rewards:refused.coins'), advice: t('rewards:refused.coinsAdvice'), details }
  }
  if (details.includes('is spent')) return { title: t('rewards:refused.spent'), details }
  if (details.startsWith('reward 0')) return { title: t('rewards:refused.early'), details }
  return { title: nodeError(details).replace(/^./u, (first) => first.toUpperCase()), details }
}
