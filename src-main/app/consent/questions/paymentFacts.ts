/** Figures and texts of a payment in a question: what it costs, what comes back, what it says of itself. */
import type { Language } from '#shared/languages.ts'
import { nftLink } from '#shared/protocol/nftData.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { isSilent } from '#shared/rpc/payees.ts'
import { type AppText, type AppTextKey, saidText } from '../../texts/index.ts'
import { quoted, whole } from '../text.ts'
import { fact } from './draft.ts'
import { type KnownOwners, nameMentioned } from './knownOwners.ts'

/** What texts about a payment are written with. */
export interface PaymentWords {
  /** name of the chain's coin */
  readonly coin: string
  readonly t: AppText
  readonly language: Language
  readonly known?: KnownOwners
}

/** Characters of a description as shown. */
const MOST_DESCRIPTION = 40_000

export const coinsText = (amount: bigint, { coin, t }: PaymentWords) => `${t.figures().coins(amount)} ${coin}`

function leftText({ units, coins }: { readonly units: bigint; readonly coins: bigint }, words: PaymentWords): string {
  const { t } = words
  if (units === 0n || coins === 0n) return t('units.none')
  return t('units.for', { units: t('units.count', { count: units }), coins: coinsText(coins, words) })
}

/** Modules whose transactions the title says in words. */
const TOLD_BY_TITLE: ReadonlySet<string> = new Set(['tokens', 'assets', 'faucet', 'other'])

/** What a transaction of another contract does, in the node's words: to whom, when, at which rate. */
function contractFacts({ module, summary, said }: Explanation, { t, language, known }: PaymentWords) {
  if (module === null || TOLD_BY_TITLE.has(module)) return []
  const text = whole(saidText(language, said.summary, summary), MOST_DESCRIPTION)
  return [fact(t('fact.does'), nameMentioned(text, known, t))]
}

function linkFact(data: string | undefined, { t }: PaymentWords) {
  const link = nftLink(data)
  return link === undefined ? [] : [fact(t('fact.link'), quoted(t, link, MOST_DESCRIPTION))]
}

/** Whole, once each: rows name them by their ends. A new token has the id of its transaction. */
function tokenIds({ tokens, outputs, txid }: Explanation, { t }: PaymentWords) {
  const ids = new Set([...tokens, ...outputs.flatMap(({ token }) => token ?? [])].map(({ tokenid }) => tokenid))
  return [...ids].filter((id) => id !== txid).map((id) => fact(t('fact.tokenId'), id))
}

/** The one figure that a payment costs, or brings, unless it is the fee alone. */
function totalFacts({ spentown, cost, fee }: Explanation, words: PaymentWords) {
  const { t } = words
  if (cost === null) return [fact(t('fact.total'), t('fact.untold'))]
  // A contract pays, fee and all.
  if (spentown === 0n) return [fact(t('fact.taken'), t('units.none'))]
  if (cost.total < 0n) return [fact(t('fact.gain'), coinsText(-cost.total, words))]
  return cost.total === fee ? [] : [fact(t('fact.total'), coinsText(cost.total, words))]
}

const ORDERS: ReadonlySet<string | null> = new Set(['ask', 'bid'])

/** Parts of the total that are neither the fee nor a payment. */
function costParts({ action, module, cost }: Explanation, words: PaymentWords) {
  if (cost === null) return []
  const { locked, markers, units, received } = cost
  const part = (key: AppTextKey, amount: bigint) => (amount > 0n ? [fact(words.t(key), coinsText(amount, words))] : [])
  return [
    ...part(ORDERS.has(action) ? 'fact.inOrder' : 'fact.inContract', locked),
    ...part(action === 'ask' ? 'fact.orderFeeBack' : module === 'assets' ? 'fact.orderFee' : 'fact.markers', markers),
    ...part('fact.inUnits', units),
    ...part('fact.received', received),
  ]
}

/** Returns the costs of a payment, after a sentence about what another contract does with it. */
export function costFacts(facts: Explanation, words: PaymentWords) {
  const { t } = words
  return [
    ...contractFacts(facts, words),
    fact(t('fact.fee'), facts.fee === null ? t('fact.untold') : coinsText(facts.fee, words)),
    ...totalFacts(facts, words),
    ...costParts(facts, words),
  ]
}

/** Figures and texts of a payment beside its costs. */
export function detailFacts(facts: Explanation, words: PaymentWords) {
  const { coin, t } = words
  const created = facts.tokens.flatMap(({ created: made }) => made ?? [])
  const silent = facts.outputs.filter(isSilent).length
  const { price, left } = facts.order ?? {}
  return [
    ...(price === undefined ? [] : [fact(t('fact.price'), `${t.figures().regroup(price)} ${coin}`)]),
    ...(left === undefined ? [] : [fact(t('fact.left'), leftText(left, words))]),
    fact(t('fact.change'), coinsText(facts.change, words)),
    ...(facts.kept > 0n ? [fact(t('fact.kept'), coinsText(facts.kept, words))] : []),
    ...(silent > 0 ? [fact(t('fact.dataOutputs'), t.figures().whole(silent))] : []),
    ...created.flatMap(({ description, data }) => [
      ...(description === '' ? [] : [fact(t('fact.description'), quoted(t, description, MOST_DESCRIPTION))]),
      ...linkFact(data, words),
      ...(data === undefined ? [] : [fact(t('fact.data'), data)]),
    ]),
    ...tokenIds(facts, words),
    fact(t('fact.transaction'), facts.txid),
  ]
}
