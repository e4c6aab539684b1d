import { amountParts, inSatoshis } from '../ui/format.ts'

/** Returns the text size of a large amount: a long number gets smaller and is never cut. */
export function heroSize(satoshis: bigint): string {
  const { length } = amountParts(satoshis).whole
  return length > (inSatoshis() ? 20 : 11) ? 'text-20 tracking-tight' : 'text-28 tracking-tight'
}
