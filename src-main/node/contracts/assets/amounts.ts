import { bidFill, type FillAmounts, type OrderAmounts, orderCoins } from '#shared/protocol/orderAmounts.ts'
import { BuildError } from '../../transactions/index.ts'
import { parseCoinAmount } from '../framework/coinAmount.ts'
import { parseTokenAmount } from '../tokens/amounts.ts'

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
 * Satoshis of an order for so many units at a price.
 * @throws BuildError where the total is no amount
 */
export function orderTotal(units: bigint, price: number): bigint {
  const total = orderCoins(units, price)
  if (total === 'too-little') throw new BuildError('request', 'the total must be at least 0.00000001')
  if (total === 'too-much') throw new BuildError('request', 'the total is more coins than a transaction can name')
  return total
}

/**
 * What a fill of a bid takes and leaves.
 * @throws BuildError if the price is below a satoshi, where only the whole bid can be filled
 */
export function fillOfBid(bid: OrderAmounts, units: bigint): FillAmounts {
  const fill = bidFill(bid, units)
  if (fill) return fill
  throw new BuildError(
    'request',
    `it pays less than 0.00000001 a unit, so only all ${bid.units} units can be sold to it`,
  )
}
