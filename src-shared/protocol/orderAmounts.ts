/**
 * Amounts of token orders and of their fills. The node, which builds them, and the window, which shows them, share this
 * arithmetic.
 */

const LIMIT = 2 ** 63
const SATOSHIS = 1e8
/** Added before a total is truncated to whole satoshis (tokens.md §2). */
const NUDGE = 0.0000000049999

/** Amounts of an order: units of a token, and satoshis for all units. */
export interface OrderAmounts {
  readonly units: bigint
  readonly coins: bigint
}

/** Amounts of a fill, and those that remain in the order. */
export interface FillAmounts {
  /** units transferred by the fill */
  readonly units: bigint
  /** satoshis paid by the fill */
  readonly coins: bigint
  readonly unitsLeft: bigint
  readonly coinsLeft: bigint
}

/**
 * Returns the satoshis of an order for `units` units at a price, as the reference computes them: in doubles, truncated
 * to whole satoshis. Some totals are a satoshi less than the decimal product.
 * @param price coins per unit
 * @returns which bound is exceeded if the total is less than a satoshi or more than an int64
 */
export function orderCoins(units: bigint, price: number): bigint | 'too-little' | 'too-much' {
  const total = price * Number(units) * SATOSHIS + NUDGE
  if (!(total >= 1)) return 'too-little'
  if (total >= LIMIT) return 'too-much'
  return BigInt(Math.trunc(total))
}

/**
 * Computes a fill of an ask: `units` units at its price, rounded up to a whole satoshi, so that its owner never gets
 * less. Fills the whole ask if more units are requested than are left, or if `units` cost as much as all. If units cost
 * whole satoshis, the amounts equal the reference's. Otherwise the reference pays for a part of a unit that it does not
 * get (tokens.md §2).
 */
export function askFill(ask: OrderAmounts, units: bigint): FillAmounts {
  const coins = (ask.coins * units + ask.units - 1n) / ask.units
  if (units >= ask.units || coins >= ask.coins) return computeFullFill(ask)
  return { units, coins, unitsLeft: ask.units - units, coinsLeft: ask.coins - coins }
}

/**
 * Computes a fill of a bid: `units` units at its price in whole satoshis per unit. The remainder goes to the seller of
 * the last unit (tokens.md §2). Fills at most the units that the bid wants.
 * @returns undefined if the price is below a satoshi, because then only the whole bid can be filled
 */
export function bidFill(bid: OrderAmounts, units: bigint): FillAmounts | undefined {
  if (units >= bid.units) return computeFullFill(bid)
  const coins = units * (bid.coins / bid.units)
  return coins === 0n ? undefined : { units, coins, unitsLeft: bid.units - units, coinsLeft: bid.coins - coins }
}

const computeFullFill = ({ units, coins }: OrderAmounts): FillAmounts => ({
  units,
  coins,
  unitsLeft: 0n,
  coinsLeft: 0n,
})
