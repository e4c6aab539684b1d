/** Prompt before a web page is opened. */
import { chainMethods } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { parseJson } from '#shared/json.ts'
import type { PageCall } from '../pageCall.ts'
import type { ConsentContext, ConsentPlan } from '../plan.ts'
import { toCompleteText } from '../text.ts'
import { draft, fact } from './draft.ts'

/** Maximum number of characters of the address, which is shown in full. */
const MAX_ADDRESS_LENGTH = 400

/**
 * Asks before opening the page of a newer version. The address comes from the signed feed, never from the page.
 * @throws RpcError if no newer version is known
 */
export async function planUpdatePageConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const { t } = context
  const reply = await context.chainManager.call('getappsettings', '[]')
  const { news } = chainMethods.getappsettings.result.decode(parseJson(reply)).updates
  if (news === null) throw new RpcError(RPC_ERROR.MISC, 'No newer version is known')
  return {
    question: draft(context, {
      chain: null,
      title: t('update.title', { host: toCompleteText(news.host, MAX_ADDRESS_LENGTH) }),
      consequence: t('update.consequence'),
      facts: [
        fact(t('update.version'), toCompleteText(news.version, MAX_ADDRESS_LENGTH)),
        fact(t('update.page'), toCompleteText(news.page, MAX_ADDRESS_LENGTH)),
      ],
      agree: t('update.agree'),
    }),
    act: () => context.forward(call),
  }
}
