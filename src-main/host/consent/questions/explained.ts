/** Describes a transaction in a question, by the held node's explanation of the exact bytes. */
import type { Explanation } from '#shared/rpc/index.ts'
import { formatAmount } from '#shared/units.ts'
import type { Question, QuestionList, QuestionRow } from '../surface.ts'
import { mayMislead, quoted, tooLong, visible, whole } from '../text.ts'
import { fact } from './draft.ts'

type Output = Explanation['outputs'][number]
type Input = Explanation['inputs'][number]
type Token = Explanation['tokens'][number]

export type PaymentText = Pick<Question, 'title' | 'consequence' | 'facts' | 'lists' | 'warnings' | 'danger' | 'agree'>

/** Most rows that a person can be expected to read; the window scrolls, and nothing is left out. */
const MOST_ROWS = 500
/** Characters of a token's name and of its description as shown. */
const MOST_NAME = 400
const MOST_DESCRIPTION = 40_000

const unitsText = (units: bigint) => `${units.toString()} ${units === 1n ? 'unit' : 'units'}`

const KINDS: Readonly<Record<Output['type'], string>> = {
  pubkey: 'a public key',
  pubkeyhash: 'a key',
  scripthash: 'a script',
  multisig: 'several keys, without an address',
  nulldata: 'nobody: data',
  cryptocondition: 'a condition',
  nonstandard: 'a script without an address',
}

/** The address, else the key, else the kind of output. */
const whoOf = ({ address, pubkey, type }: Pick<Output, 'address' | 'pubkey'> & { type: Output['type'] | null }) =>
  address ?? pubkey ?? (type === null ? 'not known' : KINDS[type])

const ROLES: Readonly<Partial<Record<Output['role'], string>>> = {
  marker: 'marker by which contracts find their transactions',
  contract: 'held by a contract',
  data: 'can be spent by nobody',
}

/** The value of a token output is its units, which stand in the list of tokens. */
function outputRow(output: Output, coin: string): QuestionRow {
  const { amount, owner, token, role } = output
  const who = whoOf(output)
  if (token !== undefined) {
    const what = `${unitsText(token.units)} of ${nameOf(token)} in ${formatAmount(amount)} ${coin}`
    return { who, what, owner, note: `token ${token.tokenid}` }
  }
  const note = ROLES[role]
  return { who, what: `${formatAmount(amount)} ${coin}`, owner, ...(note !== undefined && { note }) }
}

const nameOf = ({ name }: { readonly name: string }) => quoted(name, MOST_NAME)

/** What is spent, one row for each address. */
function sources(inputs: readonly Input[], coin: string): readonly QuestionRow[] {
  const sums = new Map<string, { amount: bigint | null; readonly input: Input }>()
  for (const input of inputs) {
    const key = `${whoOf(input)} ${input.owner}`
    const sum = sums.get(key) ?? { amount: 0n, input }
    sums.set(key, sum)
    sum.amount = sum.amount === null || input.amount === null ? null : sum.amount + input.amount
  }
  return [...sums.values()].map(({ amount, input }) => ({
    who: whoOf(input),
    what: amount === null ? 'an amount that is not known' : `${formatAmount(amount)} ${coin}`,
    owner: input.owner,
  }))
}

function tokenRows(tokens: readonly Token[]): readonly QuestionRow[] {
  return tokens.flatMap((token) => {
    const note = `token ${token.tokenid}`
    const moves = token.moves.map(
      (move): QuestionRow => ({
        who: move.address ?? move.pubkey ?? 'a condition',
        what: `${unitsText(move.units)} of ${nameOf(token)}`,
        owner: move.owner,
        note,
      }),
    )
    if (token.burned === 0n) return moves
    const what = `${unitsText(token.burned)} of ${nameOf(token)}`
    return [...moves, { who: 'nobody: gone for good', what, owner: 'unknown', note }]
  })
}

const isChange = ({ change }: Output) => change
/** A data output without coins pays nobody. */
const isSilent = ({ role, amount }: Output) => role === 'data' && amount === 0n

type OrderTitle = (units: string, coins: string) => string

const ORDERS: Readonly<Record<string, readonly [title: OrderTitle, agree: string]>> = {
  ask: [(units, coins) => `Offer ${units} for ${coins}?`, 'Offer'],
  bid: [(units, coins) => `Offer ${coins} for ${units}?`, 'Offer'],
  'fill-ask': [(units, coins) => `Buy ${units} for ${coins}?`, 'Buy'],
  'fill-bid': [(units, coins) => `Sell ${units} for ${coins}?`, 'Sell'],
  'cancel-ask': [(units) => `Take back an offer of ${units}?`, 'Take back'],
  'cancel-bid': [(_, coins) => `Take back an offer of ${coins}?`, 'Take back'],
}

const away = ({ moves }: Token) => moves.filter(({ owner }) => owner !== 'own')
const sumUnits = (moves: Token['moves']) => moves.reduce((sum, { units }) => sum + units, 0n)

/** Which of several outputs are change cannot be told where all are the person's own. */
const movedUnits = (token: Token) =>
  `${token.moves.length === 1 ? unitsText(sumUnits(token.moves)) : 'units'} of ${nameOf(token)}`

/** Coins paid beside the contract's own outputs: a token must not hide a payment. */
function besides({ outputs, order, action }: Explanation): bigint {
  if (action === null) return 0n
  // A claim pays to the identity, whose key may be imported.
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

/** The title, and the verb of the button. */
function headline(facts: Explanation, coin: string): readonly [title: string, agree: string] {
  const [title, agree] = mainLine(facts, coin)
  const more = besides(facts)
  return more === 0n ? [title, agree] : [`${title.slice(0, -1)}, and pay ${formatAmount(more)} ${coin} besides?`, agree]
}

function mainLine(facts: Explanation, coin: string): readonly [title: string, agree: string] {
  const coins = (amount: bigint) => `${formatAmount(amount)} ${coin}`
  const [token] = facts.tokens
  const order = ORDERS[facts.action ?? '']
  if (order !== undefined && facts.order !== null) {
    const units = `${unitsText(facts.order.units)} of ${token === undefined ? 'a token' : nameOf(token)}`
    return [order[0](units, coins(facts.order.coins)), order[1]]
  }
  switch (facts.action) {
    case 'token-create':
      return [
        `Create the token ${token === undefined ? '' : nameOf(token)} with ${unitsText(token?.created?.supply ?? 0n)}?`,
        'Create',
      ]
    case 'token-burn':
      return [
        `Destroy ${unitsText(token?.burned ?? 0n)} of ${token === undefined ? 'a token' : nameOf(token)}?`,
        'Destroy',
      ]
    case 'token-transfer':
      if (token === undefined) break
      if (away(token).length === 0) return [`Move ${movedUnits(token)} within your wallet?`, 'Move']
      return [`Send ${unitsText(sumUnits(away(token)))} of ${nameOf(token)}?`, 'Send']
    case 'faucet-fund':
      return [`Put ${coins(facts.paid)} into the faucet?`, 'Put in']
    case 'faucet-claim':
      return [`Take ${coins(claimed(facts))} from the faucet?`, 'Take']
    default:
  }
  if (facts.paid > 0n) return [`Send ${coins(facts.paid)}?`, 'Send']
  return facts.kept > 0n
    ? [`Move ${coins(facts.kept)} within your wallet?`, 'Move']
    : ['Send this transaction?', 'Send']
}

function warningsOf(facts: Explanation): string[] {
  const strangeChange = facts.outputs.some(({ change, owner }) => change && owner !== 'own')
  const strangeInputs = facts.inputs.some(
    ({ owner }) => owner !== 'own' && owner !== 'imported' && owner !== 'contract',
  )
  const tokens = facts.tokens.filter(({ name }) => mayMislead(name))
  return [
    ...(besides(facts) > 0n ? ['It pays coins besides what the contract is about: see who gets them.'] : []),
    ...facts.warnings.map((warning) => visible(warning)),
    ...(strangeChange ? ['The change goes to a key that is not yours alone.'] : []),
    ...(strangeInputs && facts.spentown > 0n ? ['It spends coins of others together with yours.'] : []),
    ...(facts.fee !== null && facts.paid + facts.kept > 0n && facts.fee > facts.paid + facts.kept
      ? ['The fee is more than what is sent.']
      : []),
    ...(tokens.length > 0 ? ['The name of a token has letters that may look like others: go by its id.'] : []),
  ]
}

function leftText({ units, coins }: { readonly units: bigint; readonly coins: bigint }, coin: string): string {
  return units === 0n || coins === 0n ? 'nothing' : `${unitsText(units)} for ${formatAmount(coins)} ${coin}`
}

/** Modules whose transactions the title says in words. */
const TOLD_BY_TITLE: ReadonlySet<string> = new Set(['tokens', 'assets', 'faucet', 'other'])

/** What a transaction of another contract does, in the node's words: to whom, when, at which rate. */
function contractFacts({ module, summary }: Explanation) {
  if (module === null || TOLD_BY_TITLE.has(module)) return []
  return [fact('What it does', whole(summary, MOST_DESCRIPTION))]
}

function factsOf(facts: Explanation, coin: string) {
  const coins = (amount: bigint | null) => (amount === null ? 'cannot be told' : `${formatAmount(amount)} ${coin}`)
  const total = facts.fee === null ? null : facts.paid + facts.fee
  const created = facts.tokens.flatMap(({ created: made }) => made ?? [])
  const silent = facts.outputs.filter(isSilent).length
  const { price, left } = facts.order ?? {}
  return [
    ...contractFacts(facts),
    ...(price === undefined ? [] : [fact('Price of a unit', `${price} ${coin}`)]),
    ...(left === undefined ? [] : [fact('Left of the order', leftText(left, coin))]),
    fact('Fee', coins(facts.fee)),
    fact('Total with fee', coins(total)),
    fact('Change that comes back', coins(facts.change)),
    ...(facts.kept > 0n ? [fact('Stays in your wallet', coins(facts.kept))] : []),
    ...(silent > 0 ? [fact('Outputs that only carry data', String(silent))] : []),
    ...created.flatMap(({ description, data }) => [
      ...(description === '' ? [] : [fact('Description', quoted(description, MOST_DESCRIPTION))]),
      ...(data === undefined ? [] : [fact('Data', data)]),
    ]),
    fact('Transaction', facts.txid),
  ]
}

/** @throws RpcError for a transaction with more rows than a person reads */
export function paymentText(facts: Explanation, coin: string): PaymentText {
  const paid = facts.outputs.filter((output) => !isChange(output) && !isSilent(output))
  if (paid.length > MOST_ROWS) throw tooLong(`a list of ${paid.length} payees`)
  const change = facts.outputs.filter(isChange)
  const moves = tokenRows(facts.tokens)
  const from = sources(facts.inputs, coin)
  const most = Math.max(change.length, moves.length, from.length)
  if (most > MOST_ROWS) throw tooLong(`a list of ${most} entries`)
  const lists: readonly QuestionList[] = [
    { heading: moves.length > 0 ? 'Outputs' : 'To', rows: paid.map((output) => outputRow(output, coin)) },
    { heading: 'Tokens', rows: moves },
    { heading: 'Change', rows: change.map((output) => outputRow(output, coin)) },
    { heading: 'From', rows: from },
  ]
  const [title, agree] = headline(facts, coin)
  const warnings = warningsOf(facts)
  return {
    ...{ title, agree, warnings },
    consequence: 'Once it is sent, nobody can take it back.',
    facts: factsOf(facts, coin),
    lists: lists.filter(({ rows }) => rows.length > 0),
    danger: warnings.length > 0,
  }
}
