import type { Explanation } from '#shared/rpc/index.ts'
import { formatAmount } from '#shared/units.ts'
import { homeOf } from './parts.ts'

type Facts = Omit<Explanation, 'summary' | 'warnings'>

type Owner = Explanation['outputs'][number]['owner']

/** What goes to an imported key is not told as staying here: whoever gave the key away may have it too. */
const ours = (owner: Owner) => owner === 'own'
const spends = (owner: Owner) => owner === 'own' || owner === 'imported'
const unitsText = (units: bigint) => {
  const digits = units.toString().replace(/\B(?=(\d{3})+$)/g, ',')
  return `${digits} ${units === 1n ? 'unit' : 'units'}`
}

/** What a transaction does, in a sentence or two. Names of tokens stand in it as their creators wrote them. */
export function summaryOf(facts: Facts, coin: string, locked: ReadonlySet<number>): string {
  const coins = (amount: bigint) => `${formatAmount(amount)} ${coin}`
  if (facts.coinbase) return `Brings its miner ${coins(facts.outputs.reduce((sum, { amount }) => sum + amount, 0n))}.`
  if (facts.module === null || facts.module === 'other') {
    const rest = facts.module === 'other' ? ['Uses a contract that this program does not know.'] : []
    return [...rest, paymentSentence(facts, coins, locked)].join(' ')
  }
  // What is paid beside it must not be forgotten for it.
  const also = payeesOf(facts, locked).filter((output) => !belongsTo(facts.action, output))
  const sum = also.reduce((total, { amount }) => total + amount, 0n)
  return [
    moduleSentence(facts, coins, locked),
    ...(sum > 0n ? [`It also pays ${coins(sum)} to ${whomOf(also.map(({ address }) => address))}.`] : []),
    ...(facts.tokens.length > 1 ? ['It also moves other tokens.'] : []),
  ].join(' ')
}

/** Coins that a module's own rules make somebody get: the price of a fill, the claim, what a cancelled offer gives back. */
function belongsTo(action: Facts['action'], { n, type }: Facts['outputs'][number]): boolean {
  if (action === 'fill-ask') return n === 2
  if (action === 'fill-bid') return n === 1
  if (action === 'cancel-bid') return n === 0
  return action === 'faucet-claim' && n <= 1 && type !== 'cryptocondition'
}

function moduleSentence(facts: Facts, coins: (amount: bigint) => string, locked: ReadonlySet<number>): string {
  const [token] = facts.tokens
  if (token && facts.module === 'tokens') return tokenSentence(facts, token)
  if (facts.module === 'assets') return orderSentence(facts, coins)
  if (facts.action === 'faucet-fund') {
    const pool = facts.outputs.filter(({ n }) => locked.has(n))
    return `Puts ${coins(pool.reduce((sum, { amount }) => sum + amount, 0n))} into the faucet.`
  }
  const got = facts.outputs.find((output) => belongsTo(facts.action, output))
  const whom = got && ours(got.owner) ? 'this wallet' : (got?.address ?? 'somebody')
  return `Claims ${coins(got?.amount ?? 0n)} from the faucet for ${whom}.`
}

function tokenSentence(facts: Facts, token: Facts['tokens'][number]): string {
  const { name, nft, moves, created, burned } = token
  if (created) return `Creates the ${nft ? 'non-fungible token' : 'token'} ${name} with ${unitsText(created.supply)}.`
  if (facts.action === 'token-burn') return `Burns ${unitsText(burned)} of ${name} for good.`
  const inputs = facts.inputs.filter((input) => input.token !== undefined)
  const from = inputs.some(({ owner }) => spends(owner)) ? [homeOf(inputs)] : inputs.map((input) => input.address)
  const away = moves.filter(({ owner, address }) => !ours(owner) && (address === null || !from.includes(address)))
  const sum = (some: typeof moves) => unitsText(some.reduce((total, { units }) => total + units, 0n))
  if (!inputs.some(({ owner }) => spends(owner))) {
    const got = moves.filter(({ owner }) => ours(owner))
    if (got.length > 0) return `Brings this wallet ${sum(got)} of ${name}.`
  }
  if (away.length === 0) return `Moves ${sum(moves)} of ${name} without giving any away.`
  return `Sends ${sum(away)} of ${name} to ${whomOf(away.map(({ pubkey, address }) => pubkey ?? address))}.`
}

function whomOf(receivers: readonly (string | null)[]): string {
  const different = new Set(receivers)
  const [first] = receivers
  return different.size === 1 ? (first ?? 'a script without an address') : `${different.size} receivers`
}

function orderSentence(facts: Facts, coins: (amount: bigint) => string): string {
  const name = facts.tokens[0]?.name ?? 'a token'
  const units = unitsText(facts.order?.units ?? 0n)
  const price = coins(facts.order?.coins ?? 0n)
  switch (facts.action) {
    case 'ask':
      return `Offers ${units} of ${name} for ${price}.`
    case 'bid':
      return `Offers ${price} for ${units} of ${name}.`
    case 'fill-ask':
      return `Buys ${units} of ${name} for ${price}.`
    case 'fill-bid':
      return `Sells ${units} of ${name} for ${price}.`
    case 'cancel-ask':
      return `Takes back an offer to sell ${name}.`
    default:
      return `Takes back an offer to buy ${name}.`
  }
}

/**
 * Outputs that go to others. Of a transaction that this wallet has no part in, those that return to where its coins came
 * from are left out.
 */
function payeesOf(facts: Facts, locked: ReadonlySet<number>): Facts['outputs'] {
  const from = new Set(facts.spentown > 0n ? [] : facts.inputs.map(({ address }) => address))
  return facts.outputs.filter(({ n, role, owner, address, amount, change }) => {
    if (amount === 0n || role === 'token' || role === 'marker' || locked.has(n)) return false
    return !ours(owner) && !change && (address === null || !from.has(address))
  })
}

function paymentSentence(facts: Facts, coins: (amount: bigint) => string, locked: ReadonlySet<number>): string {
  if (facts.spentown === 0n && facts.kept > 0n) return `Brings this wallet ${coins(facts.kept)}.`
  const payees = payeesOf(facts, locked)
  if (payees.length === 0) {
    const rest = facts.paid + facts.kept + facts.change
    return rest > 0n ? `Moves ${coins(rest)} without giving any away.` : 'Pays nobody.'
  }
  const sum = payees.reduce((total, { amount }) => total + amount, 0n)
  return `Pays ${coins(sum)} to ${whomOf(payees.map(({ address }) => address))}.`
}
