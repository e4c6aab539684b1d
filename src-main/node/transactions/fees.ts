import { formatAmount } from '#shared/units.ts'
import { BuildError } from './buildError.ts'

/** No wallet transaction pays less than this (protocol findings, 21). */
const MIN_FEE = 5000n
/** Default rate, satoshis per 1000 bytes (chain-params.md §10). */
const MIN_FEE_RATE = 1000n
/** Satoshis: the wallet never pays a higher fee. */
export const MAX_FEE = 10_000_000n

/**
 * Satoshis for a payment of so many bytes. A requested rate is paid as it is; the wallet's own rate is also the least fee of a
 * whole payment (finding 21). @throws BuildError if the requested rate comes to more than MAX_FEE
 */
export function requiredFee(size: number, payRate: bigint, wished: bigint | undefined): bigint {
  if (wished !== undefined) {
    const wishedFee = (wished * BigInt(size) + 999n) / 1000n
    if (wishedFee > MAX_FEE) {
      throw new BuildError(
        'request',
        `The fee would be ${formatAmount(wishedFee)}, more than the ${formatAmount(MAX_FEE)} that the wallet pays at most`,
      )
    }
    return wishedFee > MIN_FEE ? wishedFee : MIN_FEE
  }
  const bySize = ((payRate > 0n ? payRate : MIN_FEE_RATE) * BigInt(size)) / 1000n
  const fee = [bySize, payRate, MIN_FEE].reduce((a, b) => (b > a ? b : a))
  return fee > MAX_FEE ? MAX_FEE : fee
}

/** The dust limit: satoshis below which an output with this script is not made. */
export function dustLimit(script: Uint8Array): bigint {
  // Three times the relay fee for the output and for the 148 bytes that spend it, at 100 satoshis per 1000 bytes.
  return (3n * 100n * BigInt(8 + 1 + script.length + 148)) / 1000n
}
