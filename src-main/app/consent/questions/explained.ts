/** Describes a transaction in a prompt, using the node's explanation of the exact bytes. */
import { CONTRACT_FEE } from '#shared/protocol/contractRules.ts'
import type { Explanation } from '#shared/rpc/index.ts'
import { isSilent, isUndoable, sayPayment, type UndoableAction } from '#shared/rpc/payees.ts'
import { isCaution } from '#shared/sentences/sentence.ts'
import { type AppText, type AppTextKey, saidText } from '../../texts/index.ts'
import type { Question, QuestionList, QuestionRow, RowOwner } from '../consentUi.ts'
import { mayMislead, quoted, tooLong, visible } from '../text.ts'
import { contractLine, type MainLine } from './contractTitles.ts'
import { emphasise, splitEmphasis, withoutEmphasis } from './emphasis.ts'
import { ownerName } from './knownOwners.ts'
import { hasUnnamedPayees, payeeNotes, payeeText, soleRecipient } from './payees.ts'
import { coinsText, costFacts, detailFacts, type PaymentWords } from './paymentFacts.ts'

type Output = Explanation['outputs'][number]
type Input = Explanation['inputs'][number]
type Token = Explanation['tokens'][number]

/** Consequence texts of transactions that can later be undone; all others are final. */
const FINAL = {
  ask: 'payment.finalOrder',
  bid: 'payment.finalOrder',
  'heir-plan': 'payment.finalInheritance',
  'channel-open': 'payment.finalChannel',
  'rewards-lock': 'payment.finalLock',
} as const satisfies Readonly<Record<UndoableAction, AppTextKey>>

export interface PaymentText
  extends Pick<Question, 'title' | 'consequence' | 'facts' | 'warnings' | 'danger' | 'agree'>,
    Required<Pick<Question, 'titleParts' | 'details'>> {
  /** title with marks of emphasis, without its final punctuation */
  readonly what: string
}

/** Maximum number of rows that a user can be expected to read. The window scrolls, and no row is omitted. */
const MAX_ROWS = 500
/** Maximum number of characters of a token's name to show. */
const MAX_NAME_LENGTH = 400

/** Output roles that need an explanation. */
const TOLD_ROLES: ReadonlySet<string> = new Set(['marker', 'contract', 'data'] satisfies Output['role'][])
const isToldRole = (role: Output['role']): role is 'marker' | 'contract' | 'data' => TOLD_ROLES.has(role)

/** Hex digits shown at each end of a token id: finding two ids with equal ends is infeasible. */
const ID_ENDS = 12

const idNote = ({ tokenid }: { readonly tokenid: string }, t: AppText) =>
  t('units.token', { id: `${tokenid.slice(0, ID_ENDS)}…${tokenid.slice(-ID_ENDS)}` })

/** Only an address that is foreign to this wallet can belong to the sandbox's other wallet. */
function rowOwner(owner: Output['owner'], who: string, { known, t }: PaymentWords) {
  const whose: RowOwner = owner === 'foreign' && known?.otherWallet.has(who) === true ? 'otherWallet' : owner
  const name = ownerName(whose, who, known, t)
  return { owner: whose, ...(name !== undefined && { name }) }
}

/** Returns the row of an output. The value of a token output is its units, which the token list shows. */
function outputRow(output: Output, words: PaymentWords): QuestionRow {
  const { amount, token, role } = output
  const { t } = words
  const who = payeeText(output, words)
  const owned = rowOwner(output.owner, who, words)
  const coins = coinsText(amount, words)
  if (token !== undefined) {
    const what = t('units.in', { tokens: tokensText(token, token.units, words), coins })
    return { who, what, ...owned, note: idNote(token, t) }
  }
  return { who, what: coins, ...owned, ...(isToldRole(role) && { note: t(`role.${role}`) }) }
}

const formatName = ({ name }: { readonly name: string }, t: AppText) => quoted(t, name, MAX_NAME_LENGTH)

/** Formats units as "5 units of “GOLD”", or only the name for a single NFT. */
const tokensText = (
  token: { readonly name: string; readonly nft?: boolean },
  units: bigint,
  { t }: PaymentWords,
): string =>
  token.nft === true && units === 1n
    ? t('units.nft', { name: formatName(token, t) })
    : t('units.of', { count: units, name: formatName(token, t) })

/** Returns one row per address that is spent from. */
function sources(inputs: readonly Input[], words: PaymentWords): readonly QuestionRow[] {
  const sums = new Map<string, { amount: bigint | null; readonly input: Input }>()
  for (const input of inputs) {
    const key = `${payeeText(input, words)} ${input.owner}`
    const sum = sums.get(key) ?? { amount: 0n, input }
    sums.set(key, sum)
    sum.amount = sum.amount === null || input.amount === null ? null : sum.amount + input.amount
  }
  return [...sums.values()].map(({ amount, input }) => ({
    who: payeeText(input, words),
    what: amount === null ? words.t('to.unknownAmount') : coinsText(amount, words),
    ...rowOwner(input.owner, payeeText(input, words), words),
  }))
}

function tokenRows(tokens: readonly Token[], words: PaymentWords): readonly QuestionRow[] {
  const { t } = words
  return tokens.flatMap((token) => {
    const note = idNote(token, t)
    const moves = token.moves.map((move): QuestionRow => {
      const who = move.address ?? move.pubkey ?? t('to.cryptocondition')
      return { who, what: tokensText(token, move.units, words), ...rowOwner(move.owner, who, words), note }
    })
    if (token.burned === 0n) return moves
    const what = tokensText(token, token.burned, words)
    return [...moves, { who: t('to.gone'), what, owner: 'unknown', note }]
  })
}

const isChange = ({ change }: Output) => change
/** Text key and button text key by order action. */
const ORDERS = {
  ask: ['payment.ask', 'agree.ask'],
  bid: ['payment.bid', 'agree.bid'],
  'fill-ask': ['payment.buy', 'agree.buy'],
  'fill-bid': ['payment.sell', 'agree.sell'],
  'cancel-ask': ['payment.cancelAsk', 'agree.cancel'],
  'cancel-bid': ['payment.cancelBid', 'agree.cancel'],
} as const
const isOrder = (action: string | null): action is keyof typeof ORDERS =>
  action !== null && Object.hasOwn(ORDERS, action)

const away = ({ moves }: Token) => moves.filter(({ owner }) => owner !== 'own')
const sumUnits = (moves: Token['moves']) => moves.reduce((sum, { units }) => sum + units, 0n)

/** If all of several outputs belong to the user, it is unknown which are change. */
const movedUnits = (token: Token, words: PaymentWords) =>
  token.moves.length === 1
    ? tokensText(token, sumUnits(token.moves), words)
    : words.t('units.some', { name: formatName(token, words.t) })

/** Returns the coins paid in addition to the contract's own outputs: a token must not hide a payment. */
function besides({ outputs, order, action }: Explanation): bigint {
  if (action === null) return 0n
  // A claim pays to the main address, whose key may be imported.
  const ours = (owner: Output['owner']) => owner === 'own' || (action === 'faucet-claim' && owner === 'imported')
  const paid = outputs.filter(({ change, owner, token, role }) => {
    return !change && !ours(owner) && token === undefined && role === 'payment'
  })
  const sum = paid.reduce((total, { amount }) => total + amount, 0n)
  const price = order?.coins ?? 0n
  return sum > price ? sum - price : 0n
}

const claimed = ({ outputs }: Explanation) =>
  outputs.reduce((sum, { owner, amount }) => (owner === 'own' || owner === 'imported' ? sum + amount : sum), 0n)

type Headline = Pick<PaymentText, 'what' | 'title' | 'titleParts' | 'agree'>

function headline(facts: Explanation, words: PaymentWords): Headline {
  const { t } = words
  const [what, agree] = mainLine(facts, words)
  const more = besides(facts)
  const all = more === 0n ? what : t('payment.besides', { what, coins: emphasise(coinsText(more, words)) })
  return { what: all, ...titleFor(all, t), agree: t(agree) }
}

/** @param what description with marks of emphasis */
export function titleFor(what: string, t: AppText): Pick<PaymentText, 'title' | 'titleParts'> {
  const sentence = t('payment.sentence', { what })
  return { title: withoutEmphasis(sentence), titleParts: splitEmphasis(sentence) }
}

function mainLine(facts: Explanation, words: PaymentWords): MainLine {
  const { t } = words
  const coins = (amount: bigint) => emphasise(coinsText(amount, words))
  if (isOrder(facts.action) && facts.order !== null) return orderLine(facts.action, facts.order, facts.tokens[0], words)
  const contractText =
    contractLine(facts, t, { coins, tokens: (token, units) => emphasise(tokensText(token, units, words)) }) ??
    tokenLine(facts, words)
  if (contractText !== undefined) return contractText
  if (facts.action === 'faucet-fund') return [t('payment.fund', { coins: coins(facts.paid) }), 'agree.fund']
  if (facts.action === 'faucet-claim') return [t('payment.claim', { coins: coins(claimed(facts)) }), 'agree.claim']
  if (facts.paid > 0n) return [sendLine(coins(facts.paid), facts, words), 'agree.send']
  return facts.kept > 0n
    ? [t('payment.move', { coins: coins(facts.kept) }), 'agree.move']
    : [t('payment.unknown'), 'agree.send']
}

/** @param what coins or units, with marks of emphasis */
function sendLine(what: string, facts: Explanation, words: PaymentWords): string {
  const receiver = soleRecipient(facts, words)
  return receiver === undefined
    ? words.t('payment.send', { coins: what })
    : saidText(words.language, [sayPayment(what, emphasise(receiver))], '')
}

function orderLine(
  action: keyof typeof ORDERS,
  order: NonNullable<Explanation['order']>,
  token: Token | undefined,
  words: PaymentWords,
): MainLine {
  const { t } = words
  const [text, agree] = ORDERS[action]
  const name = token === undefined ? t('units.aToken') : formatName(token, t)
  const units =
    token === undefined ? t('units.of', { count: order.units, name }) : tokensText(token, order.units, words)
  return [t(text, { units: emphasise(units), coins: emphasise(coinsText(order.coins, words)) }), agree]
}

const listed = (texts: readonly string[], t: AppText) => texts.reduce((some, more) => t('units.and', { some, more }))

/** Describes the creation, burning or transfer of a token; undefined for other actions. */
function tokenLine(facts: Explanation, words: PaymentWords): MainLine | undefined {
  const { t } = words
  const [token] = facts.tokens
  if (token === undefined) return undefined
  switch (facts.action) {
    case 'token-create': {
      const units = t('units.count', { count: token.created?.supply ?? 0n })
      const name = emphasise(formatName(token, t))
      return [token.nft ? t('payment.createNft', { name }) : t('payment.create', { name, units }), 'agree.create']
    }
    case 'token-burn':
      return [t('payment.burn', { tokens: emphasise(tokensText(token, token.burned, words)) }), 'agree.burn']
    case 'token-transfer': {
      const sent = facts.tokens.filter((each) => away(each).length > 0)
      if (sent.length === 0) {
        const moved = listed(
          facts.tokens.map((each) => movedUnits(each, words)),
          t,
        )
        return [t('payment.moveTokens', { tokens: emphasise(moved) }), 'agree.move']
      }
      const tokens = listed(
        sent.map((each) => tokensText(each, sumUnits(away(each)), words)),
        t,
      )
      return [sendLine(emphasise(tokens), facts, words), 'agree.send']
    }
    default:
      return undefined
  }
}

/**
 * Returns true if the fee exceeds the amount. Token units hold hardly any coins, so a contract's usual fee is accepted
 * for them.
 */
function feeIsHigh({ fee, paid, kept, tokens }: Explanation): boolean {
  const sent = paid + kept
  if (fee === null || sent === 0n || fee <= sent) return false
  return tokens.length === 0 || fee > CONTRACT_FEE
}

function collectWarnings(facts: Explanation, { t, language }: PaymentWords): string[] {
  const strangeChange = facts.outputs.some(({ change, owner }) => change && owner !== 'own')
  const strangeInputs = facts.inputs.some(
    ({ owner }) => owner !== 'own' && owner !== 'imported' && owner !== 'contract',
  )
  const tokens = facts.tokens.filter(({ name }) => mayMislead(name))
  return [
    ...(besides(facts) > 0n ? [t('warn.besides')] : []),
    ...facts.warnings.map((warning, place) => {
      const said = facts.said.warnings[place]
      return visible(saidText(language, said === undefined ? [] : [said], warning))
    }),
    ...(strangeChange ? [t('warn.change')] : []),
    ...(strangeInputs && facts.spentown > 0n ? [t('warn.inputs')] : []),
    ...(feeIsHigh(facts) ? [t('warn.fee')] : []),
    ...(tokens.length > 0 ? [t('warn.letters')] : []),
  ]
}

/** Builds the prompt text of a transaction. @throws RpcError if the transaction has more rows than a user can read */
export function paymentText(facts: Explanation, words: PaymentWords): PaymentText {
  const { t } = words
  const paid = facts.outputs.filter((output) => !isChange(output) && !isSilent(output))
  if (paid.length > MAX_ROWS) throw tooLong(`a list of ${paid.length} payees`)
  const change = facts.outputs.filter(isChange)
  const moves = tokenRows(facts.tokens, words)
  const from = sources(facts.inputs, words)
  const most = Math.max(change.length, moves.length, from.length)
  if (most > MAX_ROWS) throw tooLong(`a list of ${most} entries`)
  const lists: readonly QuestionList[] = [
    { heading: t(moves.length > 0 ? 'list.outputs' : 'list.to'), rows: paid.map((output) => outputRow(output, words)) },
    { heading: t('list.tokens'), rows: moves },
    { heading: t('list.change'), rows: change.map((output) => outputRow(output, words)) },
    { heading: t('list.from'), rows: from },
  ]
  const { first, mistakable } = payeeNotes(facts, words)
  const warnings = [...mistakable, ...collectWarnings(facts, words)]
  const cautions = facts.said.warnings.filter(isCaution)
  const danger = warnings.length > cautions.length
  return {
    ...headline(facts, words),
    warnings: [...warnings, ...first],
    consequence: t(isUndoable(facts.action) ? FINAL[facts.action] : 'payment.final'),
    facts: costFacts(facts, words),
    details: {
      facts: detailFacts(facts, words),
      lists: lists.filter(({ rows }) => rows.length > 0),
      open: danger || hasUnnamedPayees(facts),
    },
    danger,
  }
}
