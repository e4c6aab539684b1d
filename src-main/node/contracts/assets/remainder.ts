/** The figures of a fill. For a bid `locked`, `rest` and `taken` are coins and the others tokens; for an ask the reverse. */
export interface Fill {
  /** of `price`, what is still wanted: from the transaction's data, any int64 */
  readonly remaining: bigint
  /** what stays locked */
  readonly rest: bigint
  /** what was locked */
  readonly locked: bigint
  /** what the filler takes */
  readonly taken: bigint
  /** what the filler pays to the order's owner */
  readonly paid: bigint
  /** what the order wanted for all that was locked: from its data, any int64 */
  readonly price: bigint
}

/**
 * Whether a bid's filler takes at least as many coins for a token as offered, in whole satoshis, and the stated remainder
 * is right (tokens.md §4). Integer divisions truncate, as in C.
 */
export function keepsBidPrice(fill: Fill): boolean {
  return addsUp(fill) && fill.taken / fill.paid >= fill.locked / fill.price
}

/** The same for an ask, whose price is coins for a token. */
export function keepsAskPrice(fill: Fill): boolean {
  // With nothing left to sell there can be nothing left to pay; the reference divides by zero there.
  if (!addsUp(fill) || (fill.remaining !== 0n && fill.rest === 0n)) return false
  return fill.paid / fill.taken >= fill.price / fill.locked
}

function addsUp({ remaining, rest, locked, taken, paid, price }: Fill): boolean {
  if (locked === 0n || taken === 0n || paid === 0n || price === 0n) return false
  // The reference adds in 64 bits.
  return price === BigInt.asIntN(64, remaining + paid) && locked === rest + taken
}
