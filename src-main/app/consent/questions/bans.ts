import { type BanEffect, findBanEffect } from '../bans.ts'
import type { PageCall } from '../pageCall.ts'
import type { ConsentContext, Planner } from '../plan.ts'
import { quoted } from '../text.ts'
import { type Draft, draft, fact } from './draft.ts'
import { shownArg } from './given.ts'

function effectText({ cutUser, dropped, peers }: BanEffect, { t }: ConsentContext): string {
  if (cutUser) return t('ban.hitsOther', { name: t(`person.${cutUser}`), dropped, count: peers })
  return t(peers === 0 ? 'ban.hitsNone' : 'ban.hits', { dropped, count: peers })
}

function rangeFacts(call: PageCall, { t }: ConsentContext): Draft['facts'] {
  if (call.name === 'setban') return [fact(t('fact.range'), shownArg(call, 'ip(/netmask)', t, 100))]
  return (call.args['bans'] as readonly unknown[]).map((ban, index) => {
    const address = ban instanceof Map ? ban.get('address') : undefined
    const range = typeof address === 'string' ? quoted(t, address, 100) : '?'
    return fact(t('fact.rangeNumber', { number: index + 1 }), range)
  })
}

/** Asks about one ban, or several at once, and says whom it hits. */
export const aboutBans: Planner = async (call, context) => {
  const { t, forward } = context
  const several = call.name === 'restorebans'
  const hits = fact(t('fact.hits'), effectText(await findBanEffect(call, context), context))
  return {
    question: draft(context, {
      title: t(several ? 'bans.title' : 'ban.title'),
      consequence: t('ban.consequence'),
      facts: [hits, ...(rangeFacts(call, context) ?? [])],
      agree: t(several ? 'bans.agree' : 'ban.agree'),
    }),
    act: () => forward(call),
  }
}
