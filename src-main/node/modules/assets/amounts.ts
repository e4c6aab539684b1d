import { parseTokenAmount } from '../tokens/amounts.ts'
import { BuildError } from '../transactionBuilder/buildError.ts'
import { parseCoinAmount } from '../transactionBuilder/coinAmount.ts'

const LIMIT = 2 ** 63
const SATOSHIS = 1e8
/** Added before a total is cut to whole satoshis (tokens.md §2). */
const NUDGE = 0.0000000049999

/**
 * Coins for one unit as orders take them: a decimal number of at most eight decimals.
 * @throws BuildError
 */
export function parsePrice(text: string): number {
  parseCoinAmount(text, 'price')
  return Number(text.trim())
}

/**
 * Whole units of an order or a fill.
 * @param name of the amount, as errors begin
 * @throws BuildError
 */
export function parseUnits(text: string, name: string): bigint {
  try {
    return parseTokenAmount(text)
  } catch (error) {
    if (!(error instanceof BuildError)) throw error
    throw new BuildError('request', error.message.replace(/^amount/, name))
  }
}

/**
 * Satoshis of an order for so many units at a price: the reference's double arithmetic, cut to whole satoshis. Some totals
 * come out a satoshi short of the decimal product.
 * @throws BuildError where the total is no amount
 */
export function orderTotal(units: bigint, price: number): bigint {
  const total = price * Number(units) * SATOSHIS + NUDGE
  if (!(total >= 1)) throw new BuildError('request', 'the total must be at least 0.00000001')
  if (total >= LIMIT) throw new BuildError('request', 'the total is more coins than a transaction can name')
  return BigInt(Math.trunc(total))
}

/** What a fill takes and leaves. */
export interface FillAmounts {
  /** units that change hands */
  readonly units: bigint
  /** satoshis that change hands */
  readonly coins: bigint
  readonly unitsLeft: bigint
  readonly coinsLeft: bigint
}

/**
 * A fill of an ask: `units` of it at its price, rounded up to a whole satoshi, so that its owner never gets less; as many as
 * are left if more are asked for, or if all of them cost no more. Where units cost whole satoshis these are the reference's
 * amounts; elsewhere the reference pays for a part of a unit that it does not get (tokens.md §2).
 */
export function askFill(ask: { readonly units: bigint; readonly coins: bigint }, units: bigint): FillAmounts {
  const coins = (ask.coins * units + ask.units - 1n) / ask.units
  if (units >= ask.units || coins >= ask.coins) return { ...ask, unitsLeft: 0n, coinsLeft: 0n }
  return { units, coins, unitsLeft: ask.units - units, coinsLeft: ask.coins - coins }
}

/**
 * A fill of a bid: `units` at its price in whole satoshis for a unit; what that leaves over goes to who sells the last unit
 * (tokens.md §2). As many as are wanted if there are more.
 * @throws BuildError if the price is below a satoshi, where only the whole bid can be filled
 */
export function bidFill(bid: { readonly units: bigint; readonly coins: bigint }, units: bigint): FillAmounts {
  if (units >= bid.units) return { ...bid, unitsLeft: 0n, coinsLeft: 0n }
  const coins = units * (bid.coins / bid.units)
  if (coins === 0n) {
    throw new BuildError(
      'request',
      `it pays less than 0.00000001 a unit, so only all ${bid.units} units can be sold to it`,
    )
  }
  return { units, coins, unitsLeft: bid.units - units, coinsLeft: bid.coins - coins }
}
