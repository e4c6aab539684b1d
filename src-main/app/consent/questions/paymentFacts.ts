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

type Cost = NonNullable<Explanation['cost']>
/** Facts that name the parts of a cost. */
type CostNames = Pick<Explanation, 'action' | 'module'>

const ORDERS: ReadonlySet<string | null> = new Set(['ask', 'bid'])

/** Parts of the total beside the payment that the title names: with it they add up. */
function costParts({ total, fee, locked, markers, units, received }: Cost, names: CostNames, words: PaymentWords) {
  const { action, module } = names
  const part = (key: AppTextKey, amount: bigint) => (amount > 0n ? [fact(words.t(key), coinsText(amount, words))] : [])
  return [
    ...(received === -total ? [] : part(total < 0n ? 'fact.beforeFees' : 'fact.receive', received)),
    ...part(ORDERS.has(action) ? 'fact.inOrder' : 'fact.inContract', locked),
    ...part('fact.inUnits', units),
    ...part(action === 'ask' ? 'fact.orderFeeBack' : module === 'assets' ? 'fact.orderFee' : 'fact.markers', markers),
    ...(total === fee ? [] : part('fact.fee', fee)),
  ]
}

/** Returns what transactions cost or bring in all, then the parts of it. */
export function totalFacts(cost: Cost | null, names: CostNames, words: PaymentWords) {
  const { t } = words
  if (cost === null) return [fact(t('fact.pay'), t('fact.untold'))]
  const { total, fee } = cost
  const pay = t(ORDERS.has(names.action) ? 'fact.payNow' : 'fact.pay')
  return [
    total < 0n
      ? fact(t('fact.receive'), coinsText(-total, words))
      : fact(total === fee ? t('fact.fee') : pay, coinsText(total, words)),
    ...costParts(cost, names, words),
  ]
}

/** Returns the costs of a payment, after a sentence about what another contract does with it. */
export function costFacts(facts: Explanation, words: PaymentWords) {
  const { t } = words
  const { action, cost, order, spentown } = facts
  return [
    ...contractFacts(facts, words),
    // A contract pays, fee and all.
    ...(cost !== null && spentown === 0n ? [fact(t('fact.pay'), t('units.none'))] : []),
    ...(spentown === 0n && cost?.total === 0n ? [] : totalFacts(cost, facts, words)),
    ...(action === 'ask' && order !== null ? [fact(t('fact.later'), coinsText(order.coins, words))] : []),
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
