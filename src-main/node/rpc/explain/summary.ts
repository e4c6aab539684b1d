import { formatAmount } from '#shared/units.ts'
import type { Explanation } from './parts.ts'

type Facts = Omit<Explanation, 'summary' | 'warnings'>

type Owner = Explanation['outputs'][number]['owner']

/** What goes to an imported key is not told as staying here: whoever gave the key away may have it too. */
const ours = (owner: Owner) => owner === 'own'
const spends = (owner: Owner) => owner === 'own' || owner === 'imported'
const unitsText = (units: bigint) => {
  const digits = units.toString().replace(/\B(?=(\d{3})+$)/g, ',')
  return `${digits} ${units === 1n ? 'unit' : 'units'}`
}

/** What a transaction does, in one sentence. Names of tokens stand in it as their creators wrote them. */
export function summaryOf(facts: Facts, coin: string): string {
  const coins = (amount: bigint) => `${formatAmount(amount)} ${coin}`
  if (facts.coinbase) return `Brings its miner ${coins(facts.outputs.reduce((sum, { amount }) => sum + amount, 0n))}.`
  const [token] = facts.tokens
  if (token && facts.module === 'tokens') return tokenSentence(facts, token)
  if (facts.module === 'assets') return orderSentence(facts, coins)
  if (facts.action === 'faucet-fund') {
    const pool = facts.outputs.filter(({ role }) => role === 'contract')
    return `Puts ${coins(pool.reduce((sum, { amount }) => sum + amount, 0n))} into the faucet.`
  }
  if (facts.action === 'faucet-claim') {
    const got = facts.outputs.find(({ role, amount }) => role !== 'contract' && amount > 0n)
    const whom = got && ours(got.owner) ? 'this wallet' : (got?.address ?? 'somebody')
    return `Claims ${coins(got?.amount ?? 0n)} from the faucet for ${whom}.`
  }
  if (facts.module === 'other') return 'Uses a contract that this program does not know.'
  return paymentSentence(facts, coins)
}

function tokenSentence(facts: Facts, token: Facts['tokens'][number]): string {
  const { name, nft, moves, created, burned } = token
  if (created) return `Creates the ${nft ? 'non-fungible token' : 'token'} ${name} with ${unitsText(created.supply)}.`
  if (facts.action === 'token-burn') return `Burns ${unitsText(burned)} of ${name} for good.`
  const sent = moves.filter(({ owner }) => !ours(owner))
  const fromUs = facts.inputs.some((input) => input.token !== undefined && spends(input.owner))
  const away = sent.length > 0 ? sent : moves
  const units = unitsText(away.reduce((sum, move) => sum + move.units, 0n))
  if (sent.length === 0) return `Moves ${units} of ${name} within this wallet.`
  const whom = sent.length === 1 ? (sent[0]?.pubkey ?? sent[0]?.address ?? 'a condition') : `${sent.length} receivers`
  const back = !fromUs && moves.length > sent.length
  const got = moves.filter(({ owner }) => ours(owner)).reduce((sum, move) => sum + move.units, 0n)
  return back ? `Brings this wallet ${unitsText(got)} of ${name}.` : `Sends ${units} of ${name} to ${whom}.`
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

function paymentSentence(facts: Facts, coins: (amount: bigint) => string): string {
  const payees = facts.outputs.filter(({ role, owner }) => role !== 'change' && role !== 'data' && !ours(owner))
  if (payees.length === 0) {
    const kept = facts.kept + facts.change
    return facts.paid === 0n && kept > 0n ? `Moves ${coins(kept)} within this wallet.` : 'Pays nobody.'
  }
  const sum = payees.reduce((total, { amount }) => total + amount, 0n)
  const whom =
    payees.length === 1 ? (payees[0]?.address ?? 'a script without an address') : `${payees.length} receivers`
  const gets = facts.spentown === 0n && facts.kept > 0n
  return gets ? `Brings this wallet ${coins(facts.kept)}.` : `Pays ${coins(sum)} to ${whom}.`
}
