import { chainMethods, type ListedChain } from '#shared/chains/index.ts'
import { parseJson } from '#shared/json.ts'
import { noChain } from '../chains/index.ts'
import type { AppText } from '../texts/index.ts'
import type { PageCall } from './pageCall.ts'
import type { ConsentChains, ConsentContext } from './plan.ts'
import { mayMislead, visible } from './text.ts'

export async function listedChains(chainManager: ConsentChains): Promise<readonly ListedChain[]> {
  return chainMethods.listchains.result.decode(parseJson(await chainManager.call('listchains', '[]'))).chains
}

/**
 * Returns the chain that a call names, and all chains that it could be confused with.
 * @throws RpcError −5 if the list has no such id
 */
export async function askedChain(
  { args }: Pick<PageCall, 'args'>,
  { chainManager, t }: Pick<ConsentContext, 'chainManager' | 't'>,
) {
  const all = await listedChains(chainManager)
  const chain = all.find(({ id }) => id === args['id'])
  if (chain === undefined) throw noChain(args['id'])
  return { chain, all, text: chainText(chain, all, t) }
}

type Named = Pick<ListedChain, 'id' | 'label' | 'name' | 'directory'>

/** Formats label and name of a chain, and its folder if another chain has an equal or similar label and name. */
export function chainText(chain: Named, all: readonly Named[], t: AppText): string {
  const { id, label, name, directory } = chain
  const title = (each: Pick<Named, 'label' | 'name'>) =>
    each.label === each.name ? visible(each.name) : `${visible(each.label)} (${visible(each.name)})`
  const text = title({ label, name })
  const alike = all.some((other) => other.id !== id && title(other).toLowerCase() === text.toLowerCase())
  return alike || mayMislead(text) ? t('chain.in', { chain: text, folder: visible(directory) }) : text
}

export const nameOfChain = async (chainManager: ConsentChains, chain: Named, t: AppText): Promise<string> =>
  chainText(chain, await listedChains(chainManager), t)
