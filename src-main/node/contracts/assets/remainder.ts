/**
 * Amounts of a fill. For a bid, `locked`, `rest` and `taken` are coins and the others are tokens. For an ask it is the
 * reverse.
 */
export interface Fill {
  /** part of `price` that remains wanted: from the transaction's data, any int64 */
  readonly remaining: bigint
  /** amount that stays locked */
  readonly rest: bigint
  /** amount that was locked */
  readonly locked: bigint
  /** amount that the filler takes */
  readonly taken: bigint
  /** amount that the filler pays to the order's owner */
  readonly paid: bigint
  /** amount that the order wanted for all of `locked`: from its data, any int64 */
  readonly price: bigint
}

/**
 * Returns true if a bid's filler takes at least as many coins per token as offered, in whole satoshis, and the stated
 * remainder is right (tokens.md §4). Integer divisions truncate, as in C.
 */
export function keepsBidPrice(fill: Fill): boolean {
  return addsUp(fill) && fill.taken / fill.paid >= fill.locked / fill.price
}

/**
 * Returns true if an ask's filler pays at least the price, in whole coins per token, and the stated remainder is right.
 */
export function keepsAskPrice(fill: Fill): boolean {
  // An order with nothing left to sell cannot want more coins. The reference divides by zero in this case.
  if (!addsUp(fill) || (fill.remaining !== 0n && fill.rest === 0n)) return false
  return fill.paid / fill.taken >= fill.price / fill.locked
}

function addsUp({ remaining, rest, locked, taken, paid, price }: Fill): boolean {
  if (locked === 0n || taken === 0n || paid === 0n || price === 0n) return false
  // The reference adds in 64 bits.
  return price === BigInt.asIntN(64, remaining + paid) && locked === rest + taken
}
