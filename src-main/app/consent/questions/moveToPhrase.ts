/** Prompt about moving a wallet to its recovery phrase: one prompt for all its transactions. */
import type { MethodResult } from '#shared/rpc/index.ts'
import type { QuestionList, QuestionRow } from '../consentUi.ts'
import type { PageCall } from '../pageCall.ts'
import type { ConsentContext, ConsentPlan } from '../plan.ts'
import { visible } from '../text.ts'
import { textArg } from './arguments.ts'
import { draft, fact } from './draft.ts'

type MoveFacts = MethodResult<'planmovetophrase'>

function tokenList({ tokens }: MoveFacts, { t }: ConsentContext): QuestionList[] {
  if (tokens.length === 0) return []
  const rows = tokens.map(({ pubkey, tokenid, name, units }): QuestionRow => {
    return { who: pubkey, what: `${t.figures().whole(units)} ${visible(name)}`, owner: 'imported', note: tokenid }
  })
  return [{ heading: t('move.tokens'), rows }]
}

function stayingList({ stays }: MoveFacts, coin: string, { t }: ConsentContext): QuestionList[] {
  if (stays.length === 0) return []
  const rows = stays.map(({ kind, name, txid, address, amount }): QuestionRow => {
    const what = [t(`move.kind.${kind}`), visible(name)].filter(Boolean).join(' ')
    return {
      who: address ?? txid ?? visible(name),
      what: amount === null ? what : `${what} ${t.figures().coins(amount)} ${coin}`,
      owner: kind === 'watched' ? 'watched' : 'imported',
      ...(address !== null && txid !== null && { note: txid }),
    }
  })
  return [{ heading: t('move.stays'), rows }]
}

export async function planMoveConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const { client, t } = context
  // The node sends only what this plan lists, and no coins that arrived later.
  const facts = await client.call('planmovetophrase', { plan: textArg(call, 'plan') })
  const { transactions, coins, tokens, amount, fee, queued, staycount, stays, identity } = facts
  const coin = context.chain?.name ?? ''
  const money = (value: bigint) => `${t.figures().coins(value)} ${coin}`
  const waiting = queued.immature + queued.locked + queued.unconfirmed + queued.waiting
  return {
    question: draft(context, {
      title: t('move.title', { coins: money(amount) }),
      consequence: t('move.consequence', { count: transactions }),
      facts: [
        fact(t('move.arrives'), money(amount)),
        fact(t('fact.fee'), money(fee)),
        fact(t('move.transactions'), t.figures().whole(transactions)),
        fact(t('move.coins'), t.figures().whole(coins)),
        fact(t('move.tokenCount'), t.figures().whole(tokens.length)),
        ...(waiting + queued.tokens > 0
          ? [
              fact(
                t('move.later'),
                t('move.laterText', { count: waiting + queued.tokens, coins: money(queued.amount) }),
              ),
            ]
          : []),
        ...(identity ? [fact(t('move.newTokenKey'), identity.to), fact(t('move.oldTokenKey'), identity.from)] : []),
        ...(staycount > stays.length ? [fact(t('move.stayCount'), t.figures().whole(staycount))] : []),
      ],
      lists: [...tokenList(facts, context), ...stayingList(facts, coin, context)],
      warnings: [t('move.linked'), ...(facts.contractsseen ? [] : [t('move.unseen')])],
      agree: t('move.agree'),
    }),
    act: () => context.forward(call),
  }
}
