/** Prompt about several transactions that are sent in one step: each is described, and one approval covers all. */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { MAX_TOGETHER } from '#shared/rpc/methods/walletFunding.ts'
import { isUndoable } from '#shared/rpc/payees.ts'
import { ByteReader, fromHex, readTransaction, serializeTransaction, toHex } from '../../../node/index.ts'
import type { PageCall } from '../pageCall.ts'
import type { ConsentContext, ConsentPlan } from '../plan.ts'
import { visible } from '../text.ts'
import { textArg } from './arguments.ts'
import { draft, fact } from './draft.ts'
import { withoutEmphasis } from './emphasis.ts'
import { type PaymentText, paymentText, titleFor } from './explained.ts'
import { identifyKnownOwners } from './knownOwners.ts'
import { type PaymentWords, totalFacts } from './paymentFacts.ts'
import { isToyPayment, sendToys } from './toyPayment.ts'

/** Each transaction has at most 100,000 bytes. */
const MAX_HEX_LENGTH = 400_000

const undecodable = (cause?: unknown) => new RpcError(RPC_ERROR.DESERIALIZATION, 'TX decode failed', { cause })

/** Splits concatenated transactions into the hex of each. @throws RpcError if the hex is invalid or too long */
function split(hex: string): string[] {
  if (hex.length > MAX_HEX_LENGTH) throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'The transactions are too large')
  if (!/^(?:[0-9a-f]{2})+$/.test(hex)) throw undecodable()
  const parts: string[] = []
  try {
    const reader = new ByteReader(fromHex(hex))
    while (reader.remaining > 0) parts.push(toHex(serializeTransaction(readTransaction(reader))))
  } catch (error) {
    throw undecodable(error)
  }
  // The bytes shown must equal the bytes sent.
  if (parts.length > MAX_TOGETHER || parts.join('') !== hex) throw undecodable()
  return parts
}

/** @throws RpcError for a transaction that the node would reject */
function checkRefusals({ coinbase, state, refused }: Explanation): void {
  if (coinbase) throw new RpcError(RPC_ERROR.VERIFY_REJECTED, '16: coinbase')
  if (state === 'unsent' && refused !== null) throw new RpcError(RPC_ERROR.VERIFY_REJECTED, visible(refused))
}

/** Sums the costs of several transactions; null if one cost is unknown. */
function addCosts(explanations: readonly Explanation[]): Explanation['cost'] {
  const [first, ...others] = explanations.map(({ cost }) => cost)
  return others.reduce((sum, cost) => {
    if (!sum || !cost) return null
    const names = ['total', 'fee', 'paid', 'locked', 'markers', 'units', 'received'] as const
    return Object.fromEntries(names.map((name) => [name, sum[name] + cost[name]])) as typeof sum
  }, first ?? null)
}

/**
 * Combines several texts: the title describes each transaction in order, and the button has the verb of the last one.
 */
function together(
  texts: readonly PaymentText[],
  explanations: readonly Explanation[],
  words: PaymentWords,
): PaymentText {
  const { t } = words
  const last = texts.at(-1)
  if (!last) throw undecodable()
  if (texts.length === 1) return last
  const warnings = [...new Set(texts.flatMap((text) => text.warnings))]
  const what = texts.map((text) => text.what).reduce((some, more) => t('together.then', { some, more }))
  return {
    what,
    ...titleFor(what, t),
    agree: last.agree,
    consequence: isUndoable(explanations.at(-1)?.action ?? null)
      ? `${t('together.sent', { count: texts.length })} ${last.consequence}`
      : t('together.final', { count: texts.length }),
    facts: [
      ...texts.map(({ what }, place) => fact(t('fact.step', { number: place + 1 }), withoutEmphasis(what))),
      ...totalFacts(addCosts(explanations), explanations.at(-1) ?? { action: null, module: null }, words),
    ],
    details: {
      facts: texts.flatMap(({ facts, details }, place) =>
        [...facts, ...details.facts].map(({ name, value }) => fact(`${place + 1}. ${name}`, value)),
      ),
      lists: texts.flatMap(({ details }, place) =>
        details.lists.map(({ heading, rows }) => ({ heading: `${place + 1}. ${heading}`, rows })),
      ),
      open: texts.some(({ details }) => details.open),
    },
    warnings,
    danger: texts.some(({ danger }) => danger),
  }
}

export async function planTogetherConsent(call: PageCall, context: ConsentContext): Promise<ConsentPlan> {
  const { client, chain } = context
  const hexstring = textArg(call, 'hexstring').toLowerCase()
  const parts = split(hexstring)
  const words: PaymentWords = { coin: visible(chain?.name ?? ''), t: context.t, language: context.language }
  const explanations: Explanation[] = []
  const texts: PaymentText[] = []
  for (const [place, transaction] of parts.entries()) {
    const before = parts.slice(0, place).join('')
    const facts = await client.call('explaintransaction', { transaction, ...(place > 0 && { before }) })
    checkRefusals(facts)
    explanations.push(facts)
    const known = await identifyKnownOwners(transaction, before, facts, context)
    texts.push(paymentText(facts, { ...words, known }))
  }
  const { what: _, ...text } = together(texts, explanations, words)
  const built = parts.every((part) => context.isBuilt(part))
  const send = async ({ client: sender }: Pick<ConsentContext, 'client'>) =>
    call.method.result.encode(await sender.call('sendtogether', { hexstring }))
  return {
    ...(built && isToyPayment(call, explanations) && { unasked: () => sendToys(context, send) }),
    question: draft(context, { ...text, offerChange: true }),
    act: () => send(context),
  }
}
