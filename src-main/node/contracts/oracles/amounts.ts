import { parseCoinAmount } from '../framework/coinAmount.ts'

/**
 * Parses a data fee into satoshis: a whole number is satoshis, and text that starts with 0, such as 0.0002, is coins
 * (oracles.md §5).
 * @throws BuildError
 */
export function parseDataFee(text: string): bigint {
  const whole = BigInt(/^\s*[+-]?\d{1,18}(?!\d)/.exec(text)?.[0].trim() ?? 0)
  return whole === 0n ? parseCoinAmount(text, 'datafee') : whole
}

/** Parses the amount of a subscription, written in coins, into satoshis. @throws BuildError */
export const parseSubscription = (text: string): bigint => parseCoinAmount(text, 'amount')
