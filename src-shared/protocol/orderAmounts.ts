/** Amounts of orders of tokens and of their fills: the same arithmetic in the node, which builds, and in the window, which shows. */

const LIMIT = 2 ** 63
const SATOSHIS = 1e8
/** Added before a total is cut to whole satoshis (tokens.md §2). */
const NUDGE = 0.0000000049999

/** What is offered or wanted: units of a token, and satoshis for all of them. */
export interface OrderAmounts {
  readonly units: bigint
  readonly coins: bigint
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
 * Satoshis of an order for so many units at a price, as the reference computes them: in doubles, cut to whole satoshis. Some totals
 * come out a satoshi short of the decimal product.
 * @param price coins for a unit
 * @returns which bound it leaves, where it is less than a satoshi or more than an int64
 */
export function orderCoins(units: bigint, price: number): bigint | 'too-little' | 'too-much' {
  const total = price * Number(units) * SATOSHIS + NUDGE
  if (!(total >= 1)) return 'too-little'
  if (total >= LIMIT) return 'too-much'
  return BigInt(Math.trunc(total))
}

/**
 * A fill of an ask: `units` of it at its price, rounded up to a whole satoshi, so that its owner never gets less; as many as
 * are left if more are asked for, or if all of them cost no more. Where units cost whole satoshis these are the reference's
 * amounts; elsewhere the reference pays for a part of a unit that it does not get (tokens.md §2).
 */
export function askFill(ask: OrderAmounts, units: bigint): FillAmounts {
  const coins = (ask.coins * units + ask.units - 1n) / ask.units
  if (units >= ask.units || coins >= ask.coins) return wholeOf(ask)
  return { units, coins, unitsLeft: ask.units - units, coinsLeft: ask.coins - coins }
}

/**
 * A fill of a bid: `units` at its price in whole satoshis for a unit; what that leaves over goes to who sells the last unit
 * (tokens.md §2). As many as are wanted if there are more.
 * @returns undefined if the price is below a satoshi, where only the whole bid can be filled
 */
export function bidFill(bid: OrderAmounts, units: bigint): FillAmounts | undefined {
  if (units >= bid.units) return wholeOf(bid)
  const coins = units * (bid.coins / bid.units)
  return coins === 0n ? undefined : { units, coins, unitsLeft: bid.units - units, coinsLeft: bid.coins - coins }
}

const wholeOf = ({ units, coins }: OrderAmounts): FillAmounts => ({ units, coins, unitsLeft: 0n, coinsLeft: 0n })
