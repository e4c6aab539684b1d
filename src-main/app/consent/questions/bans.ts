import { type BanEffect, findBanEffect } from '../bans.ts'
import type { PageCall } from '../pageCall.ts'
import type { ConsentContext, Planner } from '../plan.ts'
import { quoted } from '../text.ts'
import { shownArg, shownBanEnd } from './arguments.ts'
import { type Draft, draft, fact } from './draft.ts'

function effectText({ cutUser, dropped, peers }: BanEffect, { t }: ConsentContext): string {
  if (cutUser) return t('ban.hitsOther', { name: t(`person.${cutUser}`), dropped, count: peers })
  return t(peers === 0 ? 'ban.hitsNone' : 'ban.hits', { dropped, count: peers })
}

function rangeFacts(call: PageCall, { t }: ConsentContext): Draft['facts'] {
  if (call.name === 'setban') {
    const end = shownBanEnd(call, t)
    return [
      fact(t('fact.range'), shownArg(call, 'ip(/netmask)', t, 100)),
      fact(t(end?.absolute ? 'ban.until' : 'unlock.for'), end?.time ?? t('ban.usual')),
    ]
  }
  return (call.args['bans'] as readonly unknown[]).map((ban, index) => {
    const address = ban instanceof Map ? ban.get('address') : undefined
    const range = typeof address === 'string' ? quoted(t, address, 100) : '?'
    return fact(t('fact.rangeNumber', { number: index + 1 }), range)
  })
}

/** Maximum number of added nodes to name in a prompt; above that, the number of peers says more. */
const MAX_NAMES = 5

function addedFacts({ addedNames }: BanEffect, { t }: ConsentContext): Draft['facts'] {
  if (addedNames.length === 0 || addedNames.length > MAX_NAMES) return []
  const value = addedNames.map((name) => quoted(t, name, 255)).join(', ')
  return [fact(t('ban.added', { count: addedNames.length }), value)]
}

/** Asks about one or several bans and names the peers they hit. */
export const planBansConsent: Planner = async (call, context) => {
  const { t, forward } = context
  const several = call.name === 'restorebans'
  const effect = await findBanEffect(call, context)
  const hits = fact(t('fact.hits'), effectText(effect, context))
  const one = effect.cutUser ? t('ban.titleOther', { name: t(`person.${effect.cutUser}`) }) : t('ban.title')
  return {
    question: draft(context, {
      title: several ? t('bans.title') : one,
      consequence: t('ban.consequence'),
      facts: [hits, ...(addedFacts(effect, context) ?? []), ...(rangeFacts(call, context) ?? [])],
      agree: t(several ? 'bans.agree' : 'ban.agree'),
    }),
    act: () => forward(call),
  }
}
