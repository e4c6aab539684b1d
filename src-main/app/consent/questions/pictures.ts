/** Prompts before this computer contacts a server that an NFT links to. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { TokenLink } from '../../pictures/index.ts'
import type { AppText } from '../../texts/index.ts'
import type { PageCall } from '../pageCall.ts'
import type { ConsentContext, ConsentPlan } from '../plan.ts'
import { quoted, toCompleteText } from '../text.ts'
import { textArg } from './arguments.ts'
import { draft, fact } from './draft.ts'

/** Maximum length of a URL. Prompts show URLs in full; linkTarget rejects longer ones. */
const MAX_URL_LENGTH = 4096

const facts = ({ address, host }: TokenLink, tokenid: string, t: AppText) => [
  fact(t('picture.server'), quoted(t, host, MAX_URL_LENGTH)),
  fact(t('picture.address'), toCompleteText(address, MAX_URL_LENGTH)),
  fact(t('picture.token'), tokenid),
]

/** Asks before fetching a picture. The URL comes from the token's creation on the chain, never from the page. */
export async function planPictureConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const { t } = context
  const { pictures } = context.chainManager
  const tokenid = textArg(call, 'tokenid')
  const due = await pictures.due(textArg(call, 'chain'), tokenid)
  const act = () => context.forward(call)
  if (due === undefined) return { settled: true, act }
  return {
    question: draft(context, {
      chain: null,
      title: t('picture.title', { host: toCompleteText(due.host, MAX_URL_LENGTH) }),
      consequence: t('picture.consequence'),
      facts: facts(due, tokenid, t),
      agree: t('picture.agree'),
      remember: t('picture.remember'),
    }),
    async act({ remembered }) {
      if (remembered) pictures.allow(due.host)
      return act()
    },
  }
}

/** Asks before opening a token's link. @throws RpcError if the token has no web link */
export async function planTokenLinkConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const { t } = context
  const tokenid = textArg(call, 'tokenid')
  const link = await context.chainManager.pictures.link(textArg(call, 'chain'), tokenid)
  if (link === undefined) throw new RpcError(RPC_ERROR.MISC, 'This token has no link to a web page')
  return {
    question: draft(context, {
      chain: null,
      title: t('picture.openTitle', { host: toCompleteText(link.host, MAX_URL_LENGTH) }),
      consequence: t('picture.openConsequence'),
      facts: facts(link, tokenid, t),
      agree: t('picture.open'),
    }),
    act: () => context.forward(call),
  }
}
