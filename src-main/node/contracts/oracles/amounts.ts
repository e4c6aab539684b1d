import { parseCoinAmount } from '../framework/coinAmount.ts'

/**
 * Satoshis of a data fee: a whole number is satoshis, what begins with 0 are coins, as 0.0002 (oracles.md §5).
 * @throws BuildError
 */
export function parseDataFee(text: string): bigint {
  const whole = BigInt(/^\s*[+-]?\d{1,18}(?!\d)/.exec(text)?.[0].trim() ?? 0)
  return whole === 0n ? parseCoinAmount(text, 'datafee') : whole
}

/** Satoshis of a subscription that is written in coins. @throws BuildError */
export const parseSubscription = (text: string): bigint => parseCoinAmount(text, 'amount')
