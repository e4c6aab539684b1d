import { bidFill, type FillAmounts, type OrderAmounts, orderCoins } from '#shared/protocol/orderAmounts.ts'
import { BuildError } from '../../transactions/index.ts'
import { parseCoinAmount } from '../framework/coinAmount.ts'
import { parseTokenAmount } from '../tokens/amounts.ts'

/**
 * Parses an order's price: coins per unit, a decimal number with at most eight decimals.
 * @throws BuildError
 */
export function parsePrice(text: string): number {
  parseCoinAmount(text, 'price')
  return Number(text.trim())
}

/**
 * Parses a whole number of units for an order or a fill.
 * @param name name of the amount, used as the start of error messages
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
 * Computes the total of an order in satoshis.
 * @param price coins per unit
 * @throws BuildError if the total is below one satoshi or more coins than a transaction can name
 */
export function orderTotal(units: bigint, price: number): bigint {
  const total = orderCoins(units, price)
  if (total === 'too-little') throw new BuildError('request', 'the total must be at least 0.00000001')
  if (total === 'too-much') throw new BuildError('request', 'the total exceeds the maximum amount of a transaction')
  return total
}

/**
 * Computes the amounts that a fill of a bid takes and leaves.
 * @throws BuildError if the price is below one satoshi per unit and the fill is partial
 */
export function fillOfBid(bid: OrderAmounts, units: bigint): FillAmounts {
  const fill = bidFill(bid, units)
  if (fill) return fill
  throw new BuildError(
    'request',
    `the bid pays less than 0.00000001 per unit, so only all ${bid.units} units can be sold to it`,
  )
}
