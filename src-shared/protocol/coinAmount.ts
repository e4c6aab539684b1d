/** Added before the digits after the eighth decimal are cut off, so that 0.29 does not become 0.28999999 (tokens.md §5). */
const NUDGE = 0.00000000499999

/**
 * Satoshis of an amount in coins in the reference's double arithmetic, not yet cut to a whole number. The wallet's calls
 * never use it; the module calls that take coins as text do (tokencreate, faucetfund), and some amounts come out one
 * satoshi short.
 */
export function floatSatoshis(coins: number): number {
  return coins * 1e8 + NUDGE
}
