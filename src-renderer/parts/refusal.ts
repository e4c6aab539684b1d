import { DECLINED } from '#shared/errors.ts'
import { isHashShaped } from '#shared/protocol/shapes.ts'

/** Reject reasons of the mempool that people meet, in words. Matched for display only; nothing is decided by it. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/inputs-spent|missing ?inputs/i, 'Its coins were spent by another transaction in the meantime.'],
  [/premature-spend-of-coinbase/i, 'It spends freshly mined coins that need more blocks first.'],
  [/dust/i, 'One of its amounts is too small to be relayed.'],
  [/absurdly high fee/i, 'Its fee is far above what is usual.'],
  [/min relay fee|insufficient fee|insufficient priority/i, 'Its fee is too low to be relayed.'],
  [/mempool min fee|mempool full/i, 'Too many transactions are waiting.'],
  [/expir/i, 'It waited too long and has expired.'],
  [/non-final/i, 'It is time-locked and may not be mined yet.'],
  [/cc|evaluation|token|script-verify/i, 'A rule of the token module or a signature does not hold.'],
]

/** Why a transaction was not sent: declined by the user, forgotten by the app, or refused by the node. */
export function describeUnsent(reason: string, hex: string): string {
  if (reason.startsWith(DECLINED)) return `${DECLINED}. Nothing was sent.`
  // The desktop app's handle of a sealed transaction is as long as a hash, and too short for a transaction.
  if (isHashShaped(hex) && /decode/i.test(reason)) {
    return 'The app keeps signed transactions until it ends, and this one is gone. Nothing was sent: build it again.'
  }
  return `${describeRefusal(reason)} It has spent nothing.`
}

/** One sentence for the reason a node gives when it refuses a transaction. */
function describeRefusal(reason: string): string {
  const words = WORDS.find(([pattern]) => pattern.test(reason))?.[1]
  return words ? `The node refused it. ${words}` : `The node refused it: ${reason}`
}
