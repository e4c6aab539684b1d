import { formatAmount } from '#shared/units.ts'
import { BuildError } from './buildError.ts'

/** Minimum fee of a wallet transaction, in satoshis (protocol findings, 21). */
const MIN_FEE = 5000n
/** Default fee rate in satoshis per 1000 bytes (chain-params.md §10). */
const MIN_FEE_RATE = 1000n
/** Maximum fee that the wallet pays, in satoshis. */
export const MAX_FEE = 10_000_000n

/**
 * Returns the fee in satoshis for a payment of `size` bytes. A requested rate is applied unchanged. The wallet's own
 * rate is also the minimum fee of a whole payment (finding 21).
 * @throws BuildError if the requested rate results in more than MAX_FEE
 */
export function requiredFee(size: number, payRate: bigint, wished: bigint | undefined): bigint {
  if (wished !== undefined) {
    const wishedFee = (wished * BigInt(size) + 999n) / 1000n
    if (wishedFee > MAX_FEE) {
      throw new BuildError(
        'request',
        `The fee would be ${formatAmount(wishedFee)}, more than the wallet’s maximum of ${formatAmount(MAX_FEE)}`,
      )
    }
    return wishedFee > MIN_FEE ? wishedFee : MIN_FEE
  }
  const bySize = ((payRate > 0n ? payRate : MIN_FEE_RATE) * BigInt(size)) / 1000n
  const fee = [bySize, payRate, MIN_FEE].reduce((a, b) => (b > a ? b : a))
  return fee > MAX_FEE ? MAX_FEE : fee
}

/** Returns the dust limit in satoshis: outputs with this script and a lower value are not created. */
export function dustLimit(script: Uint8Array): bigint {
  // Three times the relay fee for the output and for the 148 bytes that spend it, at 100 satoshis per 1000 bytes.
  return (3n * 100n * BigInt(8 + 1 + script.length + 148)) / 1000n
}
