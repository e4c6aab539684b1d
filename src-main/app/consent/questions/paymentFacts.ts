/** Formats the amounts and texts of a payment in a prompt: its cost, received coins, and its own texts. */
import type { Language } from '#shared/languages.ts'
import { nftLink } from '#shared/protocol/nftData.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { isSilent } from '#shared/rpc/payees.ts'
import { type AppText, type AppTextKey, saidText } from '../../texts/index.ts'
import { quoted, toCompleteText } from '../text.ts'
import { fact } from './draft.ts'
import { type KnownOwners, nameMentioned } from './knownOwners.ts'

export interface PaymentWords {
  /** ticker of the chain's coin */
  readonly coin: string
  readonly t: AppText
  readonly language: Language
  readonly known?: KnownOwners
}

/** Maximum number of characters of a description to show. */
const MAX_DESCRIPTION_LENGTH = 40_000

export const coinsText = (amount: bigint, { coin, t }: PaymentWords) => `${t.figures().coins(amount)} ${coin}`

function leftText({ units, coins }: { readonly units: bigint; readonly coins: bigint }, words: PaymentWords): string {
  const { t } = words
  if (units === 0n || coins === 0n) return t('units.none')
  return t('units.for', { units: t('units.count', { count: units }), coins: coinsText(coins, words) })
}

/** Modules whose transactions the title describes completely. */
const TOLD_BY_TITLE: ReadonlySet<string> = new Set(['tokens', 'assets', 'faucet', 'other'])

/** Describes a transaction of another contract in the node's words: recipient, time, rate. */
function contractFacts({ module, summary, said }: Explanation, { t, language, known }: PaymentWords) {
  if (module === null || TOLD_BY_TITLE.has(module)) return []
  const text = toCompleteText(saidText(language, said.summary, summary), MAX_DESCRIPTION_LENGTH)
  return [fact(t('fact.does'), nameMentioned(text, known, t))]
}

function linkFact(data: string | undefined, { t }: PaymentWords) {
  const link = nftLink(data)
  return link === undefined ? [] : [fact(t('fact.link'), quoted(t, link, MAX_DESCRIPTION_LENGTH))]
}

/** Returns each full token id once; rows show only the ends. A new token's id is the id of its transaction. */
function tokenIds({ tokens, outputs, txid }: Explanation, { t }: PaymentWords) {
  const ids = new Set([...tokens, ...outputs.flatMap(({ token }) => token ?? [])].map(({ tokenid }) => tokenid))
  return [...ids].filter((id) => id !== txid).map((id) => fact(t('fact.tokenId'), id))
}

type Cost = NonNullable<Explanation['cost']>
/** Fields that determine the labels of cost parts. */
type CostNames = Pick<Explanation, 'action' | 'module'>

const ORDERS: ReadonlySet<string | null> = new Set(['ask', 'bid'])

/** Returns the parts of the total except the payment named in the title; with it they add up to the total. */
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

/** Returns the total that transactions cost or bring in, followed by its parts. */
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

/** Returns the costs of a payment, preceded by a sentence about the other contract's action. */
export function costFacts(facts: Explanation, words: PaymentWords) {
  const { t } = words
  const { action, cost, order, spentown } = facts
  return [
    ...contractFacts(facts, words),
    // The contract pays everything, including the fee.
    ...(cost !== null && spentown === 0n ? [fact(t('fact.pay'), t('units.none'))] : []),
    ...(spentown === 0n && cost?.total === 0n ? [] : totalFacts(cost, facts, words)),
    ...(action === 'ask' && order !== null ? [fact(t('fact.later'), coinsText(order.coins, words))] : []),
  ]
}

/** Returns the amounts and texts of a payment other than its costs. */
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
      ...(description === '' ? [] : [fact(t('fact.description'), quoted(t, description, MAX_DESCRIPTION_LENGTH))]),
      ...linkFact(data, words),
      ...(data === undefined ? [] : [fact(t('fact.data'), data)]),
    ]),
    ...tokenIds(facts, words),
    fact(t('fact.transaction'), facts.txid),
  ]
}
