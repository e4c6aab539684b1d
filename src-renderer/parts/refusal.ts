/** Reject reasons of the mempool that people meet, in words. Matched for display only; nothing is decided by it. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/inputs-spent|missing ?inputs/i, 'Its coins were spent by another transaction in the meantime.'],
  [/premature-spend-of-coinbase/i, 'It spends freshly mined coins that need more blocks first.'],
  [/dust/i, 'One of its amounts is too small to be relayed.'],
  [/absurdly high fee/i, 'Its fee is far above what is usual.'],
  [/min relay fee|insufficient fee|insufficient priority/i, 'Its fee is too low to be relayed.'],
  [/mempool min fee|mempool full/i, 'Too many transactions wait already.'],
  [/expir/i, 'It waited too long and has expired.'],
  [/non-final/i, 'It is time-locked and may not be mined yet.'],
  [/cc|evaluation|token|script-verify/i, 'A rule of the token module or a signature does not hold.'],
]

/** One sentence for the reason a node gives when it refuses a transaction. */
export function describeRefusal(reason: string): string {
  const words = WORDS.find(([pattern]) => pattern.test(reason))?.[1]
  return words ? `The node refused it. ${words}` : `The node refused it: ${reason}`
}
