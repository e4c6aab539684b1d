/**
 * Added before the digits after the eighth decimal are truncated, so that 0.29 does not become 0.28999999 (tokens.md
 * §5).
 */
const NUDGE = 0.00000000499999

/**
 * Converts coins to satoshis in the reference's double arithmetic, without truncation to a whole number. The wallet's
 * calls never use it. Contract calls that take coins as text do (tokencreate, faucetfund), and some amounts become one
 * satoshi too small.
 */
export function floatSatoshis(coins: number): number {
  return coins * 1e8 + NUDGE
}
